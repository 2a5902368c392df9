// The service worker: keeps the style sheets, scripts and letters of one edition, the rules, and a
// page for when the server cannot be reached. Nothing else is kept, and what is not of this edition
// comes from the server as if there was no service worker.
// The server writes EDITION, OFFLINE, RULES and SHELL before these lines.
const PREFIX = "charidice-";
const CACHE = `${PREFIX}${EDITION}`;
const FILES = `/static/${EDITION}/`;
const PAGES = [OFFLINE, RULES];
const ANYHOW = { ignoreVary: true };
let dropped = Promise.resolve(); // when pages in the language of before are gone

/**
 * Whether this is a file of this edition. After an update a server answers with the new file.
 * @param {Response} answer
 */
const isOurs = (answer) =>
  answer.ok && Boolean(answer.headers.get("cache-control")?.includes("immutable"));

/**
 * @param {Cache} cache
 * @param {string} path
 */
async function keepFile(cache, path) {
  const answer = await fetch(path);
  if (!isOurs(answer)) throw new TypeError(path);
  await cache.put(path, answer);
}

/**
 * Keep a page for later, in the language and the colours of now.
 * @param {Cache} cache
 * @param {string} path
 */
async function keepPage(cache, path) {
  const answer = await fetch(path);
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(FILES)) throw new TypeError(path);
  await cache.put(path, answer);
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    ...PAGES.map((path) => keepPage(cache, path)), ...SHELL.map((path) => keepFile(cache, path)),
  ]);
  await self.skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, ANYHOW);
  if (kept) return kept;
  const answer = await fetch(request);
  if (isOurs(answer)) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    const { pathname } = new URL(request.url);
    const wanted = pathname === RULES ? await cache.match(RULES, ANYHOW) : undefined;
    return wanted ?? (await cache.match(OFFLINE, ANYHOW)) ?? Response.error();
  }
}

/** Make up for pages that were dropped because somebody chose another language. */
async function completePages() {
  await dropped;
  const cache = await caches.open(CACHE);
  for (const path of PAGES) {
    if (await cache.match(path, ANYHOW)) continue;
    try { await keepPage(cache, path); } catch { /* with the next page, then */ }
  }
}

async function dropPages() {
  const cache = await caches.open(CACHE);
  await Promise.all(PAGES.map((path) => cache.delete(path, ANYHOW)));
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET") {
      const answer = page(request);
      event.respondWith(answer);
      event.waitUntil(answer.then(completePages));
    } else { // which may have been the choice of a language
      dropped = dropPages();
      event.waitUntil(dropped);
    }
  } else if (request.method === "GET" && pathname.startsWith(FILES)) {
    event.respondWith(file(request));
  }
});
