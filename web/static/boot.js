// Starts the program: shows how much of it has arrived, and says what is wrong
// when it cannot start or stops. Everything else is Go.
"use strict";

(() => {
  const texts = {
    en: {
      loading: "Loading the simulator",
      copy: "Copy the report",
      copied: "Copied",
      starting: "starting",
      noWebAssembly: ["This browser cannot run the simulator", "It has no WebAssembly, or a setting turns WebAssembly off. A current Chrome, Edge, Firefox or Safari can run it."],
      fromFile: ["The page was opened as a file", "Browsers load programs only from a web server. Run “make run” and open the address that it prints, or put the folder on any static web server."],
      noAnswer: ["The program did not arrive", "The server did not answer, or the connection broke. Check the connection and load the page again."],
      badStatus: ["The program is not there", "The server answered, but not with the program. Is the site complete?"],
      badProgram: ["The program does not start", "What arrived is not the program, or not all of it. Load the page again; if that does not help, the site has to be built again."],
      stopped: ["The simulator stopped", "This is a mistake in the program. The picture is the last one before it; load the page again to go on. Please send the report below to the project."],
    },
    zh: {
      loading: "正在加载模拟器",
      copy: "复制报告",
      copied: "已复制",
      starting: "正在启动",
      noWebAssembly: ["此浏览器无法运行模拟器", "它不支持 WebAssembly，或者设置中关闭了它。当前版本的 Chrome、Edge、Firefox 或 Safari 均可运行。"],
      fromFile: ["本页是作为文件打开的", "浏览器只从网页服务器加载程序。请运行“make run”并打开它给出的地址，或把文件夹放到任意静态服务器上。"],
      noAnswer: ["程序没有送达", "服务器没有应答，或者连接中断。请检查网络后重新加载本页。"],
      badStatus: ["找不到程序", "服务器应答了，但没有给出程序。站点是否完整？"],
      badProgram: ["程序无法启动", "收到的不是程序，或者不完整。请重新加载；如果仍然如此，需要重新构建站点。"],
      stopped: ["模拟器已停止", "这是程序的错误。画面停在出错之前；重新加载本页即可继续。请把下面的报告发给本项目。"],
    },
  };

  const script = document.currentScript.dataset;
  const query = new URLSearchParams(location.search);
  // A browser may forbid storage, and then throws whenever it is only looked at: go-app would not start.
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      void window[name].length;
    } catch {
      const nothing = { length: 0, getItem: () => null, setItem() {}, removeItem() {}, clear() {}, key: () => null };
      Object.defineProperty(window, name, { value: nothing });
    }
  }

  // go-app cannot read an address in which a % stands for itself, as in #100%, and would not start.
  const hash = location.hash.replace(/%(?![0-9a-f]{2})/gi, "%25");
  if (hash !== location.hash) history.replaceState(history.state, "", hash);

  // Settings of earlier visits; a page within another has none.
  const remembered = new URLSearchParams(parent === window ? localStorage.getItem("informerscope") ?? "" : "");
  const setting = (name) => query.get(name) ?? remembered.get(name);
  const root = document.documentElement;
  const language = (setting("lang") ?? navigator.language).startsWith("zh") ? "zh" : "en";
  const text = texts[language];
  const element = (id) => document.getElementById(id);

  root.lang = language;
  if (["light", "dark", "contrast"].includes(setting("theme"))) root.dataset.theme = setting("theme");

  // go-app asks the page for its settings: it has to know the folder of the site.
  const folder = new URL(".", document.baseURI).pathname.replace(/\/$/, "");
  const settings = { GOAPP_ROOT_PREFIX: folder, GOAPP_STATIC_RESOURCES_URL: folder };
  globalThis.goappGetenv = (name) => settings[name] ?? "";

  // Failure is what the reader is told: which of the texts, and the details.
  class Failure extends Error {
    constructor(kind, details) {
      super(details);
      this.kind = kind;
    }
  }

  let failed = false;

  // fail shows a failure. The first one counts: what follows comes from it.
  function fail(kind, details) {
    if (failed) return;
    failed = true;
    root.dataset.ready = "error";
    const [title, advice] = text[kind];
    const report = [title, details, `page: ${location.href}`, `program: ${script.wasm}`, `browser: ${navigator.userAgent}`].join("\n");
    element("failure-title").textContent = title;
    element("failure-advice").textContent = advice;
    element("failure-report").textContent = report;
    element("failure").hidden = false;
    if (kind === "noWebAssembly") storyboard.written(language).then((article) => article && storyboard.show(article), () => {});
    element("failure-copy").addEventListener("click", async () => {
      getSelection().selectAllChildren(element("failure-report"));
      try {
        await navigator.clipboard.writeText(report);
        element("failure-copy").textContent = text.copied;
      } catch {
        // The browser refuses the clipboard: the report stays selected for Ctrl-C.
      }
    });
  }

  // showPicture puts the first picture that this screen has room for, in the
  // reader's language, in place of the one that came with the page.
  async function showPicture() {
    const stage = element("stage");
    const style = getComputedStyle(stage);
    const room = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const widths = stage.dataset.widths.split(" ").map(Number);
    const width = widths.findLast((width) => width <= room) ?? widths[0];
    const shown = stage.firstElementChild;
    if (shown?.getAttribute("lang") === language && shown.getAttribute("width") === String(width)) return;
    const answer = await fetch(`first/${language}-${width}.svg`);
    if (!answer.ok || !shown?.isConnected) return;
    const picture = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (shown.isConnected) shown.replaceWith(document.importNode(picture, true));
  }

  // The last lines that the program printed: a panic says there what it was.
  const printed = [];

  function keepPrinted() {
    const decoder = new TextDecoder();
    const write = fs.writeSync;
    fs.writeSync = (fd, bytes) => {
      printed.push(decoder.decode(bytes, { stream: true }));
      printed.splice(0, printed.length - 200);
      return write.call(fs, fd, bytes);
    };
  }

  function showProgress(bytes, total) {
    const megabytes = (count) => (count / 1e6).toFixed(1);
    const arrived = bytes >= total ? ` · ${text.starting}` : "";
    element("loading-progress").value = Math.min(bytes / total, 1);
    element("loading-size").textContent = `${megabytes(bytes)} / ${megabytes(total)} MB${arrived}`;
  }

  // counted passes the program on and shows how much of it has arrived. It
  // counts what comes out of decompression, and the total that the page was
  // built with is of the same kind.
  function counted(response) {
    const total = Number(script.wasmBytes);
    let bytes = 0;
    const count = new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        showProgress(bytes, total);
        controller.enqueue(chunk);
      },
    });
    // Not every static server knows the type of a program.
    return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
  }

  // get fetches a file that the program cannot do without.
  async function get(address) {
    const response = await fetch(address).catch((error) => {
      throw new Failure("noAnswer", String(error));
    });
    if (!response.ok) throw new Failure("badStatus", `HTTP ${response.status} ${response.statusText} for ${response.url}`);
    return response;
  }

  // loadTexts leaves where the program looks for them the texts that it says.
  async function loadTexts() {
    const response = await get(script.texts);
    globalThis.informerscopeTexts = await response.json().catch((error) => {
      throw new Failure("badProgram", `${error} in ${response.url}`);
    });
  }

  async function load(imports) {
    const response = await get(script.wasm);
    const { instance } = await WebAssembly.instantiateStreaming(counted(response), imports).catch((error) => {
      throw new Failure(error instanceof TypeError ? "noAnswer" : "badProgram", String(error));
    });
    return instance;
  }

  async function run() {
    if (storyboard.wanted && await storyboard.instead(language)) return;
    if (typeof Go !== "function") throw new Failure("badStatus", "wasm_exec.js is missing");
    const go = new Go();
    let code = 0;
    go.exit = (value) => { code = value; };
    if (location.protocol === "file:") throw new Failure("fromFile", location.href);
    if (typeof WebAssembly !== "object") throw new Failure("noWebAssembly", "WebAssembly is not defined");
    const [instance] = await Promise.all([load(go.importObject), loadTexts()]);
    keepPrinted();
    await go.run(instance);
    throw new Failure("stopped", `The program ended with code ${code}.\n${printed.join("")}`);
  }

  // The program can also die inside an event, with nobody waiting for it.
  addEventListener("error", ({ error }) => {
    if (error?.name === "RuntimeError") fail("stopped", `${error.stack}\n${printed.join("")}`);
  });

  addEventListener("DOMContentLoaded", () => {
    if (["embed", "bare"].includes(query.get("view"))) element("app").dataset.view = query.get("view");
    for (const labelled of document.querySelectorAll("[data-text]")) {
      labelled.textContent = text[labelled.dataset.text];
    }
    showProgress(0, Number(script.wasmBytes));
    showPicture().catch(() => {}); // the one that came with the page will do
    run().catch((error) => fail(error.kind ?? "stopped", error.message));
  });
})();
