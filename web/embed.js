// Defines <informer-scope>, which shows a scenario in any page: an iframe that
// comes when it is needed, with the calls of the page inside as methods.
//
//   <script src="https://example.org/informerscope/embed.js" defer></script>
//   <informer-scope scenario="missed-delete" speed="0.5" lang="zh"></informer-scope>
"use strict";

(() => {
  if (customElements.get("informer-scope")) return;

  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  const site = new URL(".", script.src);

  // What the attributes say is said in the address; autoplay needs no value.
  const parameters = ["scenario", "of", "t", "event", "speed", "lang", "theme", "view", "focus", "queue", "client", "compare"];
  // These can be changed while it is shown.
  const changeable = ["speed", "lang", "theme", "focus", "queue", "client"];
  const calls = ["play", "pause", "step", "back", "seek", "set", "answer", "command", "report", "trace"];

  const forward = ["ArrowRight", "PageDown"];
  const backward = ["ArrowLeft", "PageUp"];
  // What a deck that reads keyCode wants to see.
  const codes = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, PageUp: 33, PageDown: 34, End: 35, Home: 36, Escape: 27, " ": 32, Enter: 13, ".": 190 };

  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; position: relative; overflow: hidden; contain: content; }
    :host([hidden]) { display: none; }
    .room { height: var(--natural); }
    iframe, button { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; padding: 0; background: none; }
    button { display: grid; place-items: center; cursor: pointer; }
    button:not(:has(img)) { border: 1px dashed #8aa; border-radius: 8px; background: rgb(128 150 160 / 12%); }
    img { grid-area: 1 / 1; width: 100%; height: 100%; object-fit: contain; }
    span { grid-area: 1 / 1; z-index: 1; padding: .5em 1.2em; border-radius: 2em; background: #1f6fd1; color: #fff; font: 600 18px/1.4 system-ui, sans-serif; }
    button:focus-visible span { outline: 3px solid #fff; box-shadow: 0 0 0 6px #1f6fd1; }
  `);

  // Where each one stood that was taken out of the page: a deck may bring it
  // back as another element.
  const stood = new Map();

  class InformerScope extends HTMLElement {
    static observedAttributes = ["scenario", ...changeable];

    #frame; #watch; #state; #beat = 0; #handing = false;
    #waiting = new Map();
    #asked = 0;
    #ready = deferred();
    #keys = (e) => this.#key(e);
    #messages = (e) => this.#message(e);

    constructor() {
      super();
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
      for (const call of calls) this[call] = (args) => this.#call(call, args);
    }

    // load shows another scenario: its name, its address or its text.
    load(scenario) {
      return this.#call("load", typeof scenario === "string" ? { scenario } : scenario);
    }

    // state is what the page inside said last: playing, t, event, events, scenario.
    get state() { return this.#state; }

    // ready is a promise; it is kept once the page inside takes input.
    get ready() { return this.#ready.promise; }

    connectedCallback() {
      addEventListener("message", this.#messages);
      addEventListener("keydown", this.#keys, true);
      const room = Object.assign(document.createElement("div"), { className: "room" });
      this.shadowRoot.replaceChildren(room);
      this.#guess();
      switch (this.getAttribute("load")) {
        case "eager": return this.#open();
        case "click": return this.#offer();
      }
      // Whatever is near the screen will soon be seen.
      this.#watch = new IntersectionObserver((seen) => {
        if (seen.some((entry) => entry.isIntersecting)) this.#open();
      }, { rootMargin: "200px" });
      this.#watch.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#messages);
      removeEventListener("keydown", this.#keys, true);
      this.#watch?.disconnect();
      if (this.#frame && this.#state) stood.set(this.#name(), this.#state);
      this.#close();
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#frame || before === now || now === null) return;
      const done = name === "scenario" ? this.load(now) : this.#call("set", { [name]: now });
      done.catch((error) => this.#tell("error", { message: error.message }));
    }

    // guess makes room for what it will need, until the page inside says so.
    #guess() {
      const width = this.clientWidth || 700;
      this.#room(width >= 1100 ? width / 2 + 190 : width >= 700 ? width * 1.35 + 190 : width * 2.2);
    }

    #room(height) { this.shadowRoot.firstElementChild.style.setProperty("--natural", `${Math.round(height)}px`); }

    // name tells this one from the others of the page, also when it comes again.
    #name() { return this.id || this.#address(); }

    #address() {
      const address = new URL(site);
      for (const name of parameters) {
        const value = this.getAttribute(name);
        if (value !== null) address.searchParams.set(name, value);
      }
      if (!this.hasAttribute("view")) address.searchParams.set("view", "embed");
      if (this.hasAttribute("autoplay") && this.getAttribute("autoplay") !== "0") address.searchParams.set("autoplay", "1");
      const session = this.getAttribute("session"); // what was done, as a link has it behind #s=
      if (session !== null) address.hash = `s=${session}`;
      return address.href;
    }

    // offer shows a picture until somebody wants more.
    #offer() {
      const chinese = (this.getAttribute("lang") ?? document.documentElement.lang ?? navigator.language).startsWith("zh");
      const scenario = this.getAttribute("scenario") ?? "";
      const button = document.createElement("button");
      const label = document.createElement("span");
      label.textContent = chinese ? "▶ 播放" : "▶ Play";
      const poster = this.getAttribute("poster") ?? (/^[a-z0-9-]+$/.test(scenario) ? new URL(`poster/${scenario}-${chinese ? "zh" : "en"}.svg`, site).href : "");
      button.append(label);
      if (poster) {
        const picture = Object.assign(document.createElement("img"), { src: poster, alt: "" });
        picture.addEventListener("load", () => {
          if (!this.#frame) this.#room(this.clientWidth * picture.naturalHeight / picture.naturalWidth);
        });
        picture.addEventListener("error", () => { // the page inside will say what is wrong
          picture.remove();
          if (!this.#frame) this.#room(Math.min(this.clientWidth / 2, 320));
        });
        button.append(picture);
      }
      button.setAttribute("aria-label", [label.textContent.slice(2), this.title].filter(Boolean).join(": "));
      button.addEventListener("click", () => {
        this.#open();
        this.#frame.addEventListener("load", () => this.#frame.focus(), { once: true }); // it was pressed here
        this.play().catch(() => {});
      });
      this.shadowRoot.append(button);
    }

    // open brings the page in, at the moment where it stood before if it did.
    #open() {
      if (this.#frame) return;
      this.#watch?.disconnect();
      this.#guess();
      const address = new URL(this.#address());
      const before = stood.get(this.#name());
      if (before) {
        stood.delete(this.#name());
        address.searchParams.delete("t");
        address.searchParams.set("event", before.event);
        if (!before.playing) address.searchParams.delete("autoplay");
      }
      this.#frame = document.createElement("iframe");
      this.#frame.title = this.title || "InformerScope";
      this.#frame.allow = "clipboard-write; fullscreen";
      this.#frame.src = address.href;
      this.shadowRoot.querySelector("button")?.remove();
      this.shadowRoot.append(this.#frame);
    }

    #close() {
      for (const { reject } of this.#waiting.values()) reject(new Error("it was taken out of the page"));
      this.#waiting.clear();
      this.#frame?.remove();
      this.#frame = this.#state = undefined;
      this.#ready = deferred();
    }

    // call sends a call to the page inside, which is brought in if need be, and
    // promises the answer.
    async #call(call, args) {
      if (!this.isConnected) throw new Error("it is not in a page");
      this.#open();
      await this.#ready.promise;
      const id = ++this.#asked;
      const answer = deferred();
      this.#waiting.set(id, answer);
      const fields = call === "command" ? { step: args } : args;
      this.#frame.contentWindow.postMessage({ ...fields, v: 1, type: `informerscope/${call}`, id }, site.origin);
      return answer.promise;
    }

    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(`informerscope-${type}`, { detail }));
    }

    // message takes what the page inside says. Others are not heard.
    #message(e) {
      if (!this.#frame || e.source !== this.#frame.contentWindow || e.origin !== site.origin) return;
      const { v, type, id, ...rest } = e.data ?? {};
      if (v !== 1 || typeof type !== "string" || !type.startsWith("informerscope/")) return;
      const kind = type.slice("informerscope/".length);
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      switch (kind) {
        case "ready": this.#ready.resolve(); break;
        case "reply": return asked?.resolve(rest.value);
        case "error": if (asked) return asked.reject(new Error(rest.message)); break;
        case "state": this.#state = rest; this.#beat = rest.beat; break;
        case "size": this.#room(rest.height); break;
        case "key": this.#hand(rest.key); break;
      }
      this.#tell(kind, rest);
    }

    // hand gives a key that the page inside does not use to this page, as if it
    // had been pressed here.
    #hand(key) {
      const code = codes[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
      this.#handing = true;
      this.dispatchEvent(new KeyboardEvent("keydown", { key, keyCode: code, which: code, bubbles: true, composed: true, cancelable: true }));
      this.#handing = false;
    }

    // key steps the story with the keys of a presenter, before the deck around
    // moves on: where the attribute presenter asks for it, and while it is seen.
    #key(e) {
      if (!this.hasAttribute("presenter") || this.#handing || !this.#state || e.defaultPrevented) return;
      if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || typing(e.composedPath()[0]) || !this.#seen()) return;
      const by = forward.includes(e.key) ? 1 : backward.includes(e.key) ? -1 : 0;
      const beat = this.#beat + by;
      if (by !== 0 && beat >= 0 && beat < this.#state.beats) {
        this.#beat = beat; // several may be pressed before the answer comes
        (by > 0 ? this.step({ beat: true }) : this.back({ beat: true })).catch(() => {});
      } else if (e.key === "." && this.#state.playing) {
        this.pause().catch(() => {});
      } else {
        return;
      }
      e.preventDefault();
      e.stopImmediatePropagation();
    }

    // seen says whether it is on the slide that is shown.
    #seen() {
      if (this.closest(".past, .future, [aria-hidden=true], [hidden], [inert]")) return false;
      if (!this.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      const box = this.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      return box.width > 0 && x >= 0 && x <= innerWidth && y >= 0 && y <= innerHeight;
    }
  }

  function deferred() {
    const d = {};
    d.promise = new Promise((resolve, reject) => Object.assign(d, { resolve, reject }));
    return d;
  }

  function typing(target) {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  }

  customElements.define("informer-scope", InformerScope);
})();
