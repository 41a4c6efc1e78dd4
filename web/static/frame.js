// In a frame of another page: a deck takes a frame out when its slide is far away,
// and loads it again when that comes near. The name of the frame outlives this: it
// says where the page stood.
"use strict";

(() => {
  if (parent === window) return;
  const mark = "informerscope:";
  const asked = location.search + location.hash;
  if (name.startsWith(mark)) {
    try {
      const stood = JSON.parse(name.slice(mark.length));
      if (stood.asked === asked) history.replaceState(null, "", location.pathname + stood.at);
    } catch {
      // Somebody else's name.
    }
  }
  addEventListener("pagehide", () => {
    if (name === "" || name.startsWith(mark)) name = mark + JSON.stringify({ asked, at: location.search + location.hash });
  });
})();
