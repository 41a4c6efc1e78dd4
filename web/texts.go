package web

// What the page says of itself. What the engine does is said by package explain.
var (
	textNoObject     = words{"There is no object yet: create one first.", "还没有对象，请先创建一个。"}
	textNoInformer   = words{"There is no informer that this could be done to.", "没有可以操作的 Informer。"}
	textNothingTyped = words{"Type a name, or paste a manifest.", "请输入名称，或粘贴清单。"}
	textOtherObject  = words{"This has to be the same object: kind, namespace and name cannot change.", "必须仍是同一个对象：kind、namespace 和 name 不能改变。"}
	textBadParameter = words{"The address says %s=%s; allowed is %s. The rest still works.", "地址中的 %s=%s 无效；允许的是：%s。其余部分照常工作。"}
	textNoScenario   = words{"The scenario %s cannot be shown: %s", "无法显示场景 %s：%s"}
	textNoChange     = words{"Nothing was changed.", "没有任何改动。"}
)
