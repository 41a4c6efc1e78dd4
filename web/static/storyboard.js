// The storyboard: a scenario as still pictures with their captions. It is what
// view=storyboard and printing show, and a browser that cannot run the program.
"use strict";

globalThis.storyboard = (() => {
  const query = new URLSearchParams(location.search);

  // written is the storyboard of a built-in scenario, which the site has as a
  // file; null if it has none.
  async function written(language) {
    let name = query.get("scenario");
    if (location.hash.startsWith("#s=") || query.has("queue")) return null;
    if (!name) name = (await (await fetch("scenarios/index.json")).json())[0].name;
    if (!/^[a-z0-9-]+$/.test(name)) return null;
    const answer = await fetch(`storyboard/${name}-${language}.html`);
    if (!answer.ok) return null;
    const text = await answer.text(); // with styles of its own, which this page has
    const article = text.slice(text.indexOf("<article"), text.indexOf("</article>"));
    return document.importNode(new DOMParser().parseFromString(article, "text/html").querySelector(".storyboard"), true);
  }

  // told is the storyboard of what the page has, which the program makes at once;
  // null while it is busy.
  function told() {
    const text = informerscope.storyboard();
    return text && document.importNode(new DOMParser().parseFromString(text, "text/html").querySelector(".storyboard"), true);
  }

  // show puts a storyboard in the place of the page.
  function show(article) {
    document.querySelector("body > .storyboard")?.remove();
    document.body.append(article);
    document.documentElement.dataset.storyboard = "1";
  }

  const ready = () => document.documentElement.dataset.ready === "1";

  // On paper the moment that is shown comes first, and then, from the next page on,
  // the whole story.
  addEventListener("beforeprint", () => {
    if (!ready() || document.documentElement.dataset.storyboard) return;
    const article = told();
    if (!article) return;
    article.classList.add("printed");
    document.body.append(article);
  });
  addEventListener("afterprint", () => document.querySelector("body > .storyboard.printed")?.remove());

  // instead shows what the address asks for as a storyboard, and says whether that
  // needs no program.
  async function instead(language) {
    const article = await written(language).catch(() => null);
    if (article) {
      show(article);
      document.documentElement.dataset.ready = "1";
      return true;
    }
    (async () => {
      const article = () => ready() && told();
      while (!article()) await new Promise((resolve) => setTimeout(resolve, 50));
      show(article());
    })();
    return false;
  }

  return { written, show, instead, wanted: query.get("view") === "storyboard" };
})();
