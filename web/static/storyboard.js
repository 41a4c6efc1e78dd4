// The storyboard: a scenario as still pictures with their captions. It is what
// view=storyboard and printing show, and a browser that cannot run the program.
"use strict";

globalThis.storyboard = (() => {
  const query = new URLSearchParams(location.search);
  const mostScenes = 40;
  const mostBeats = 400;

  function element(tag, className, text) {
    const e = document.createElement(tag);
    if (className) e.className = className;
    if (text) e.textContent = text;
    return e;
  }

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

  // still is the stage as it is now, without what can be pressed.
  function still() {
    const picture = document.querySelector("#stage > svg").cloneNode(true);
    for (const e of [picture, ...picture.querySelectorAll("*")]) {
      for (const name of ["data-action", "data-arg", "tabindex", "id", "aria-describedby"]) e.removeAttribute(name);
    }
    return picture;
  }

  function scene() {
    const li = element("li"), figure = element("figure"), caption = element("figcaption");
    const panel = document.querySelector('[data-panel="caption"]');
    const visible = (e) => e && getComputedStyle(e).display !== "none" ? e.textContent : "";
    const say = visible(panel.querySelector(".say")), sentence = panel.querySelector(".sentence")?.textContent;
    if (say) caption.append(element("p", "say", say));
    const choices = [...panel.querySelectorAll(".choices button")].map((b) => element("li", "", b.textContent));
    if (choices.length > 0) {
      const list = element("ul");
      list.append(...choices);
      caption.append(list);
    }
    if (sentence) caption.append(element("p", "sentence", sentence));
    figure.append(still(), caption);
    li.append(figure);
    return li;
  }

  // told makes the storyboard of what the page has, beat by beat, and leaves the
  // page where it was.
  async function told() {
    // Where a step makes several events, only the trace tells how many are shown.
    const at = () => informerscope.trace().then((events) => events.length);
    const before = await at();
    const article = element("article", "storyboard"), scenes = element("ol");
    article.append(element("h1", "", document.querySelector(".picker .name")?.textContent || document.title), scenes);
    await informerscope.seek({ event: 1e9 }); // then all of it has been computed
    await informerscope.seek({ event: 0 });
    const beats = [0];
    while (beats.length < mostBeats) {
      await informerscope.step({ beat: true });
      const event = await at();
      if (event === beats.at(-1)) break;
      beats.push(event);
    }
    // Of too many, some at equal distances, the last among them.
    const stride = Math.max(1, (beats.length - 1) / (mostScenes - 1));
    for (let i = 0; Math.round(i) < beats.length; i += stride) {
      await informerscope.seek({ event: beats[Math.round(i)] });
      scenes.append(scene());
    }
    await informerscope.seek({ event: before });
    return article;
  }

  // show puts a storyboard in the place of the page.
  function show(article) {
    document.querySelector("body > .storyboard")?.remove();
    document.body.append(article);
    document.documentElement.dataset.storyboard = "1";
  }

  function hide() {
    document.querySelector("body > .storyboard")?.remove();
    delete document.documentElement.dataset.storyboard;
  }

  const ready = () => document.documentElement.dataset.ready === "1";

  // Whoever prints wants all of it. The browser's own menu does not wait for us:
  // it prints the moment that is shown.
  addEventListener("keydown", async (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.key !== "p" || !ready()) return;
    e.preventDefault();
    if (!document.documentElement.dataset.storyboard) {
      show(await told());
      addEventListener("afterprint", hide, { once: true });
    }
    print();
  });

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
      while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));
      show(await told());
    })();
    return false;
  }

  return { written, show, instead, wanted: query.get("view") === "storyboard" };
})();
