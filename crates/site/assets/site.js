// The site: lets the worker stand in for a server, runs examples and simulations, packs things into links.
"use strict";
const root = new URL(document.querySelector("script[data-root]").dataset.root, location.href);
const $ = (query, from = document) => from.querySelector(query);

// ---- the worker ------------------------------------------------------------------------------------------------------
const ready = (async () => {
  if (!navigator.serviceWorker) throw new Error("This browser keeps no fights (it has no service workers, or the page is not served by https).");
  await navigator.serviceWorker.register(new URL("worker.js", root), { type: "module", scope: root.pathname });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((next) => navigator.serviceWorker.addEventListener("controllerchange", next, { once: true }));
})();
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || navigator.serviceWorker?.controller) return;
  // The first visit: the worker is on its way.
  event.preventDefault();
  ready.then(() => form.submit(), told);
});
function told(fault) {
  const place = $("main");
  const box = document.createElement("pre");
  box.className = "problem";
  box.setAttribute("role", "alert");
  box.textContent = fault.message || String(fault);
  place.prepend(box);
}
ready.catch((fault) => { if ($("form[method=post], [data-unpack]")) told(fault); });

// ---- links that hold everything --------------------------------------------------------------------------------------
async function packed(text) {
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpacked(words) {
  const letters = atob(words.replaceAll("-", "+").replaceAll("_", "/")), bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
const inLink = () => new URLSearchParams(location.hash.slice(1));
async function linked(button, address, fields) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) words.set(key, key === "x" || key === "e" || key === "r" ? await packed(value) : value);
  const link = new URL(address, location.href);
  link.hash = words;
  history.replaceState(null, "", link.pathname === location.pathname ? link : location.href);
  const was = button.textContent;
  try { await navigator.clipboard.writeText(link.href); button.textContent = "Copied"; } catch { prompt("The link", link.href); }
  setTimeout(() => { button.textContent = was; }, 1500);
}

// ---- fights that are kept here -----------------------------------------------------------------------------------------
function database() {
  return new Promise((done, failed) => {
    const open = indexedDB.open("quintain", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("fights", { keyPath: "fight" });
    open.onsuccess = () => done(open.result);
    open.onerror = () => failed(open.error);
  });
}
async function fights(mode, work) {
  const base = await database();
  return new Promise((done, failed) => {
    const acts = base.transaction("fights", mode), asked = work(acts.objectStore("fights"));
    acts.oncomplete = () => { base.close(); done(asked.result); };
    acts.onerror = () => { base.close(); failed(acts.error); };
  });
}
async function list() {
  const place = $("#kept");
  if (!place) return;
  const all = (await fights("readonly", (store) => store.getAll())).sort((one, other) => other.at - one.at);
  $("#none").hidden = all.length > 0;
  place.replaceChildren(...all.map((fight) => {
    const line = document.createElement("li"), words = document.createElement("div"), name = document.createElement("b"), stands = document.createElement("small");
    name.textContent = fight.title;
    stands.textContent = fight.stands;
    words.append(name, stands);
    const on = document.createElement("a");
    on.className = "button";
    on.href = new URL(`t/${fight.fight}`, root);
    on.textContent = "Go on";
    const share = button("Link", (event) => linked(event.target, new URL("play.html", root), { r: fight.record }));
    const gone = button("Delete", async () => { await fights("readwrite", (store) => store.delete(fight.fight)); list(); });
    line.append(words, on, share, gone);
    return line;
  }));
}
function button(words, act) {
  const made = document.createElement("button");
  made.className = "button";
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
list().catch(told);

// ---- a link that begins a fight ----------------------------------------------------------------------------------------
const unpack = $("[data-unpack]");
if (unpack) (async () => {
  const words = inLink(), form = $("form", unpack);
  if (words.has("n")) $("[name=name]", form).value = words.get("n"); else $("[name=name]", form).disabled = true;
  if (words.has("e") || words.has("r")) $("[name=text]", form).value = await unpacked(words.get("e") || words.get("r"));
  else $("[name=text]", form).disabled = true;
  if (words.has("r")) form.action = form.dataset.records;
  if (!words.has("n") && !words.has("e") && !words.has("r")) throw new Error("This link holds no fight.");
  await ready;
  form.submit();
})().catch(told);

// ---- examples that can be run ------------------------------------------------------------------------------------------
const beside = () => new Worker(new URL("assets/run.js", root), { type: "module" });
for (const form of document.querySelectorAll("form.try")) {
  const text = $("textarea", form), output = $("output", form);
  let worker;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    worker ||= beside();
    output.textContent = "…";
    worker.onmessage = ({ data }) => { if (data.problem) output.textContent = data.problem; else output.innerHTML = data.example; };
    worker.postMessage({ book: form.dataset.book, example: text.value });
  });
  $("[data-share=example]", form).addEventListener("click", (event) => linked(event.target, "", { x: text.value }));
  if (inLink().has("x")) unpacked(inLink().get("x")).then((given) => { text.value = given; }, told);
}

// ---- simulations ---------------------------------------------------------------------------------------------------------
const study = $("#study");
if (study) {
  const field = (name) => study.elements[name], bar = $("progress", study), words = $("#far"), page = $("#report");
  let worker, frame;
  const load = async (name) => { field("text").value = name ? await (await fetch(new URL(`encounters/${name}.toml`, root))).text() : field("text").value; };
  field("name").addEventListener("change", () => load(field("name").value).catch(told));
  study.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field("text").value, book = (text.match(/^\s*rulebook\s*=\s*"([^"]*)"/m) || [])[1];
    worker ||= beside();
    worker.onmessage = ({ data }) => {
      if (data.problem) { words.textContent = data.problem; bar.hidden = true; return; }
      bar.value = data.done / data.of;
      words.textContent = `${data.done.toLocaleString("en")} of ${data.of.toLocaleString("en")} fights, ${Math.round(data.done / data.seconds).toLocaleString("en")} a second`;
      if (data.page) {
        frame?.remove();
        frame = document.createElement("iframe");
        frame.title = "The report";
        frame.srcdoc = data.page;
        frame.addEventListener("load", () => { frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 20}px`; });
        page.replaceChildren(frame);
      }
    };
    worker.onerror = (fault) => { words.textContent = fault.message || "The rules could not be loaded."; };
    bar.hidden = false;
    bar.value = 0;
    words.textContent = "The rules are loaded …";
    worker.postMessage({ book: book || "", encounter: text.endsWith("\n") ? text : `${text}\n`, fights: Number(field("fights").value), seed: Number(field("seed").value) });
  });
  $("#halt-study").addEventListener("click", () => worker?.postMessage({ stop: true }));
  $("#play-study").addEventListener("click", async () => { location.href = new URL(`play.html#${new URLSearchParams({ e: await packed(field("text").value) })}`, root); });
  $("#share-study").addEventListener("click", (event) => linked(event.target, "", { e: field("text").value, fights: field("fights").value, seed: field("seed").value }));
  const given = inLink();
  for (const name of ["fights", "seed"]) if (given.has(name)) field(name).value = given.get(name);
  if (given.has("e")) unpacked(given.get("e")).then((text) => { field("text").value = text; field("name").value = ""; }, told);
  else load(field("name").value).catch(told);
}
