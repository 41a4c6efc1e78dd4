// Keeps the site for when there is no network. Each build has a worker of its own,
// which knows the files of that build by their content: it takes all of them or
// none, and a page gets all of its files from one build.
"use strict";

// The site fills this in: the files with the beginnings of their hashes.
const files = {};
const build = "";

const name = `informerscope-${build}`;
const scope = new URL("./", location.href);
const key = (file) => new URL(file, scope).href;

// fetched gets a file as the build has it. What a server or a cache still has of
// another build is refused.
async function fetched(file) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(`${file}?v=${files[file]}`, { cache });
    const bytes = await response.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 6);
    if (response.ok && [...hash].map((b) => b.toString(16).padStart(2, "0")).join("") === files[file]) {
      return new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
    }
  }
  throw new Error(`${file} is not that of this build`);
}

addEventListener("install", (e) => e.waitUntil((async () => {
  const cache = await caches.open(name);
  try {
    await Promise.all(Object.keys(files).map(async (file) => cache.put(key(file), await fetched(file))));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
})()));

// Once this build takes over, nobody uses the others any more.
addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const other of await caches.keys()) {
    if (other.startsWith("informerscope-") && other !== name) await caches.delete(other);
  }
})()));

// A page asks this build to take over. With others open it waits until they are
// closed: they need the files of theirs.
addEventListener("message", (e) => e.waitUntil((async () => {
  const open = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter((c) => c.url.startsWith(scope.href));
  if (e.data === "take over" && open.length <= 1) await skipWaiting();
})()));

addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const file = url.pathname.slice(scope.pathname.length) || "index.html";
  const version = e.request.mode === "navigate" ? null : url.searchParams.get("v");
  if (!Object.hasOwn(files, file) || version !== null && version !== files[file]) return;
  e.respondWith(caches.open(name).then((cache) => cache.match(key(file))).then((kept) => kept ?? fetch(e.request)));
});
