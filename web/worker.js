// Keeps the site for when there is no network. Each build has a worker of its own,
// which knows the files of that build by their content: it takes all that the page
// needs or nothing, and a page gets all of its files from one build. The storyboards
// and the posters, which are larger than all the rest, come afterwards, one by one.
"use strict";

// The site fills this in: the files with the beginnings of their hashes, those that
// the page needs, and the others.
const files = {};
const later = {};
const build = "";

const name = `informerscope-${build}`;
const scope = new URL("./", location.href);
const key = (file) => new URL(file, scope).href;

// fetched gets a file as the build has it. What a server or a cache still has of
// another build is refused.
async function fetched(file) {
  const version = files[file] ?? later[file];
  for (const cache of ["default", "reload"]) {
    const response = await fetch(`${file}?v=${version}`, { cache });
    const bytes = await response.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 6);
    if (response.ok && [...hash].map((b) => b.toString(16).padStart(2, "0")).join("") === version) {
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
async function takeOver() {
  const open = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter((c) => c.url.startsWith(scope.href));
  if (open.length <= 1) await skipWaiting();
}

// A page that has nothing else to do asks for the rest.
let keeping = false;

async function keepRest() {
  if (keeping) return;
  keeping = true;
  try {
    const cache = await caches.open(name);
    for (const file of Object.keys(later)) {
      if (!await cache.match(key(file))) await cache.put(key(file), await fetched(file));
    }
  } catch {
    // The next visit goes on.
  }
  keeping = false;
}

addEventListener("message", (e) => {
  if (e.data === "take over") e.waitUntil(takeOver());
  if (e.data === "keep the rest") e.waitUntil(keepRest());
});

addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const file = url.pathname.slice(scope.pathname.length).replace(/(^|\/)$/, "$1index.html");
  const version = e.request.mode === "navigate" ? null : url.searchParams.get("v");
  const known = Object.hasOwn(files, file) ? files[file] : Object.hasOwn(later, file) ? later[file] : undefined;
  if (known === undefined || version !== null && version !== known) return;
  e.respondWith(caches.open(name).then((cache) => cache.match(key(file))).then((kept) => kept ?? fetch(e.request)));
});
