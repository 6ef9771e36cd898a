// The worker stands where a server would: it answers what the pages of the table ask for, and keeps the fights.
// VERSION, CORE and BOOKS are written before this file when the site is built.
"use strict";
const root = new URL("./", self.location).pathname;
const CSP = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'self'";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(CORE.map((path) => root + path));
    await self.skipWaiting();
  })());
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("quintain-") && name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  })());
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(root)) return;
  const path = url.pathname.slice(root.length);
  if (/^(t\/|fights$|records$)/.test(path)) event.respondWith(inTurn(() => served(event.request, url, path)));
  else if (event.request.method === "GET") event.respondWith(stored(path));
});

// ---- files: what has been seen once is there without a network -----------------------------------------------------
async function stored(path) {
  // A rule's address at the table has no ending.
  const name = path === "" || path.endsWith("/") ? `${path}index.html` : /^rules\/[^/]+\/[^/]+$/.test(path) && !path.endsWith(".html") ? `${path}.html` : path;
  const cache = await caches.open(VERSION), found = await cache.match(root + name);
  if (found) return found;
  try {
    const answer = await fetch(root + name);
    if (answer.ok) await cache.put(root + name, answer.clone());
    return answer;
  } catch {
    return said(504, "This page has not been visited yet, and there is no network.");
  }
}

// ---- fights: kept before anybody sees what came of an act -----------------------------------------------------------
function database() {
  return new Promise((done, failed) => {
    const open = indexedDB.open("quintain", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("fights", { keyPath: "fight" });
    open.onsuccess = () => done(open.result);
    open.onerror = () => failed(open.error);
  });
}
async function kept(mode, work) {
  const base = await database();
  return new Promise((done, failed) => {
    const acts = base.transaction("fights", mode), asked = work(acts.objectStore("fights"));
    acts.oncomplete = () => { base.close(); done(asked.result); };
    acts.onerror = acts.onabort = () => { base.close(); failed(acts.error); };
  });
}

const houses = new Map();
function house(book) {
  if (!houses.has(book)) {
    const begun = (async () => {
      await BOOKS[book].default({ module_or_path: stored(`wasm/${book}.wasm`) });
      return new BOOKS[book].House(root);
    })();
    begun.catch(() => houses.delete(book));
    houses.set(book, begun);
  }
  return houses.get(book);
}

let last = Promise.resolve();
function inTurn(work) {
  const next = last.then(work).catch((fault) => said(500, `This did not work: ${fault.message || fault}`));
  last = next.then(() => {}, () => {});
  return next;
}

function bookOf(path, form) {
  const fight = path.match(/^t\/([a-z]+)-/);
  if (fight) return fight[1];
  const fields = new URLSearchParams(form), name = fields.get("name");
  if (name) return name.split("/")[0];
  const text = fields.get("text") || "";
  return (text.match(/^\s*rulebook\s*=\s*"([^"]*)"/m) || text.match(/"rulebook"\s*:\s*"([^"]*)"/) || [])[1];
}

async function served(request, url, path) {
  const posted = request.method === "POST", bytes = posted ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
  const book = bookOf(path, posted ? new TextDecoder().decode(bytes) : "");
  if (!Object.hasOwn(BOOKS, book || "")) return said(422, `The encounter must say which rulebook it is for: rulebook = "thalassa". There are ${Object.keys(BOOKS).join(", ")}.`);
  const table = await house(book), fight = (path.match(/^t\/([^/.]+)/) || [])[1];
  if (fight && !table.has(fight)) {
    const known = await kept("readonly", (fights) => fights.get(fight));
    if (!known) return said(404, "This fight is not kept in this browser (any more).");
    table.takeUp(fight, known.record, known.room);
  }
  const reply = table.serve(posted, path, url.search.slice(1), bytes, request.headers.get("x-held") || "", request.headers.has("x-quintain"));
  const { status, kind, body, location, changed } = reply;
  reply.free();
  if (changed) {
    const [title, stands] = table.line(changed);
    const entry = { fight: changed, record: table.record(changed), room: table.room(changed), title, stands, at: Date.now() };
    await kept("readwrite", (fights) => fights.put(entry));
    for (const client of await self.clients.matchAll()) client.postMessage({ changed });
  }
  if (location) return Response.redirect(new URL(location, url), status);
  return new Response(body, { status, headers: { "content-type": kind, "cache-control": "no-store", "content-security-policy": CSP } });
}

function said(status, words) {
  const safe = words.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const page = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Quintain</title><link rel="stylesheet" href="${root}assets/style.css"><body class="one"><main class="plain"><h1>That did not work</h1><pre class="problem">${safe}</pre><p><a href="${root}">To the fights</a></p></main>`;
  return new Response(page, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
