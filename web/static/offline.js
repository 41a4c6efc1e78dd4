// Lets the site work without a network after one visit, and a new build replace
// the old one. Only the page itself does, not one within another.
"use strict";

(() => {
  const worker = document.currentScript.dataset.worker;
  const container = navigator.serviceWorker;
  if (!worker || !container || parent !== window) return;

  // takeOver lets a build that has arrived replace the one that runs here, before
  // anybody has begun to use it.
  function takeOver(waiting) {
    if (navigator.userActivation?.hasBeenActive) return; // the next visit will
    container.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  }

  async function begin() {
    const before = await container.getRegistration();
    if (before?.waiting && container.controller) takeOver(before.waiting);
    // The program comes first.
    while (!document.documentElement.dataset.ready) await new Promise((resolve) => setTimeout(resolve, 200));
    const registration = await container.register(worker, { updateViaCache: "none" });
    container.ready.then(({ active }) => navigator.connection?.saveData || active.postMessage("keep the rest"));
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next.addEventListener("statechange", () => {
        if (next.state === "installed" && container.controller) takeOver(next);
      });
    });
  }

  // Where the browser forbids it, the site works all the same, with a network.
  begin().catch(() => {});
})();
