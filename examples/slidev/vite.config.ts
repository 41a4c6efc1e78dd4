// Vue has to know that the element is no component of its own.
export default {
  slidev: {
    vue: { template: { compilerOptions: { isCustomElement: (tag: string) => tag === 'informer-scope' } } },
  },
}
