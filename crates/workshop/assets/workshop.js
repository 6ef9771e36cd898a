// The workshop's one script: sends forms without leaving the page, draws on the map by pointer, touch and keys, and lets the
// fight be played out after each change. Everything it does the page does without it by links and forms.
"use strict";
(() => {
  const shop = document.querySelector("[data-shop]");
  if (!shop) return;
  const $ = (query, from = document) => from.querySelector(query);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const base = shop.dataset.base, SIDE = 60;
  const said = (text) => { const place = $("#said"); if (place) place.textContent = text; };

  // ---- swapping what has changed -----------------------------------------------------------------------------
  const PARTS = ["#bar .tools", "#board", "#problems", "#tabs", "#side", "#entry", "#entries", "#live > .tool-box", "#said"];
  const keyOf = (one) => one.id || one.dataset.tool || (one.querySelector("summary")?.textContent ?? "");
  function swap(text, address) {
    const page = new DOMParser().parseFromString(text, "text/html"), fresh = $("[data-shop]", page);
    if (!fresh) { location.reload(); return; }
    const active = document.activeElement, held = active?.name && active.form && { action: active.form.getAttribute("action"), name: active.name, what: active.form.elements.do?.value, whom: active.form.elements.key?.value, value: active.value };
    const open = new Set(all("details[open]").map(keyOf)), shut = new Set(all("details:not([open])").map(keyOf));
    const picked = new Map(all("#side input[type=radio]:checked").map((one) => [`${one.form?.elements.do?.value}/${one.name}`, one.value]));
    const scrolls = all("#side, #live").map((one) => [one.id, one.scrollTop]);
    for (const part of PARTS) {
      const olds = all(part), news = all(part, page);
      olds.forEach((old, place) => { const one = news[place]; if (one && !old.isEqualNode(one)) old.replaceWith(document.importNode(one, true)); });
    }
    for (const one of all("details")) { const key = keyOf(one); if (open.has(key)) one.open = true; else if (shut.has(key)) one.open = false; }
    for (const [key, value] of picked) { const [what, name] = key.split("/"); for (const one of all(`#side input[name="${name}"]`)) if (one.form?.elements.do?.value === what && one.value === value) one.checked = true; }
    for (const [id, top] of scrolls) { const one = document.getElementById(id); if (one) one.scrollTop = top; }
    const ready = $("#figures", fresh), place = $("#figures");
    if (ready && place) { place.toggleAttribute("data-ready", ready.hasAttribute("data-ready")); if (!ready.hasAttribute("data-ready")) place.innerHTML = ready.innerHTML; }
    if (!$("#live > .tool-box") && $("#live > .tool-box", page)) all("#live > .tool-box", page).forEach((one) => $("#live").append(document.importNode(one, true)));
    shop.dataset.version = fresh.dataset.version ?? "";
    if (address) history.replaceState(null, "", address);
    if (held) {
      const again = all(`[name="${held.name}"]`).find((one) => one.form?.elements.do?.value === held.what && one.form?.elements.key?.value === held.whom && (one.type !== "radio" || one.value === held.value));
      again?.focus({ preventScroll: true });
    }
    carry($(`#found li[data-is="${carried}"]`) ? carried : null);
    tooled();
    play();
  }
  let queue = Promise.resolve();
  const send = (address, body) => { queue = queue.then(() => post(address, body)); return queue; };
  async function post(address, body) {
    try {
      // What is small is sent to its end even where the page is left at once.
      const answer = await fetch(address, { method: "POST", body, headers: { "x-quintain": "1" }, keepalive: String(body).length < 60000 });
      const to = new URL(answer.url);
      const here = answer.redirected && to.pathname === location.pathname;
      if (answer.redirected && !here && !to.pathname.startsWith(base)) { location.href = answer.url; return; }
      if (answer.redirected && to.pathname !== location.pathname) { location.href = answer.url; return; }
      swap(await answer.text(), here ? to.pathname + to.search : null);
    } catch { said("The workshop does not answer; what you did last is not saved."); }
  }
  const edit = (fields) => {
    const tab = new URLSearchParams(location.search);
    return send(`${base}/edit?${tab}`, new URLSearchParams(fields));
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-search]")) { event.preventDefault(); search(form); return; }
    if (form.dataset.into) { event.preventDefault(); ask(form); return; }
    const action = form.getAttribute("action") || "", leaves = /\/(play|own|copy|delete|share)$/.test(action);
    if (form.method !== "post" || leaves || form.enctype === "multipart/form-data" || !action.startsWith(base)) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    send(action, new URLSearchParams([...body]));
  });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.hasAttribute("data-auto")) form.requestSubmit();
    if (form?.matches("[data-search]")) search(form);
  });
  let typing;
  document.addEventListener("input", (event) => {
    if (!event.target.matches("#search input[type=search]")) return;
    clearTimeout(typing);
    typing = setTimeout(() => search(event.target.form), 180);
  });
  let searches = 0;
  async function search(form) {
    const mine = ++searches, query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    const text = await (await fetch(`${base}?${query}`)).text();
    if (mine !== searches) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const part of ["#found", "#bestiary > h2"]) $(part)?.replaceWith(document.importNode($(part, page), true));
    history.replaceState(null, "", `${base}?${query}`);
  }
  let asked = 0;
  async function ask(form) {
    const into = $(form.dataset.into), mine = ++asked, stop = document.createElement("button");
    Object.assign(stop, { type: "button", className: "button", textContent: "Stop" });
    // What has been found until then stays when it is stopped.
    stop.addEventListener("click", () => { stop.disabled = true; fetch(`${base}/stop`, { method: "POST", headers: { "x-quintain": "1" } }); });
    into.replaceChildren("Trying it out … ", stop);
    try {
      const answer = await fetch(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, { headers: { "x-quintain": "1" } });
      const text = await answer.text();
      if (mine === asked || into.contains(stop)) into.innerHTML = text;
    } catch { into.textContent = "The workshop does not answer."; }
  }
  // Links of the page itself swap parts, too.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.closest("#tokens")) return;
    const to = new URL(link.href);
    if (link.getAttribute("href").startsWith("#")) return;
    if (to.pathname !== location.pathname || to.pathname !== base || link.hasAttribute("download")) return;
    event.preventDefault();
    look(to);
  });
  async function look(to) {
    const text = await (await fetch(to)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const part of ["#tabs", "#side", "#board"]) $(part)?.replaceWith(document.importNode($(part, page), true));
    history.replaceState(null, "", to.pathname + to.search);
    tooled();
    if (to.hash) { const line = Number(to.hash.replace("#line-", "")), area = $("#side textarea"); if (area && line) toLine(area, line); }
    if (to.searchParams.get("who")) { const one = $("#one"); if (one && matchMedia("(min-width: 720px)").matches) one.scrollIntoView({ block: "nearest" }); }
  }
  function toLine(area, line) {
    const lines = area.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  }

  // ---- played out after each change --------------------------------------------------------------------------
  let plays = 0, stop;
  async function play() {
    const mine = ++plays, place = $("#figures");
    stop?.abort();
    if (!place || !place.hasAttribute("data-ready")) return;
    stop = new AbortController();
    place.setAttribute("aria-busy", "true");
    const url = place.dataset.url || `${base}/figures?`;
    for (const ms of [250, 700, 900, 900]) {
      try {
        const answer = await fetch(`${url}&ms=${ms}`, { signal: stop.signal });
        const text = await answer.text();
        if (mine !== plays) return;
        if (text) place.innerHTML = text;
        if (!$("[data-more]", place)) break;
      } catch { return; }
    }
    place.removeAttribute("aria-busy");
  }

  // ---- the map -----------------------------------------------------------------------------------------------
  let carried = null, drag = null, cursor = null;
  const tool = () => $("#side details[data-tool][open]");
  function tooled() { const one = tool(); if (one) shop.dataset.tool = one.dataset.tool; else delete shop.dataset.tool; }
  document.addEventListener("toggle", tooled, true);
  function carry(id) {
    carried = id;
    for (const one of all("#found li")) one.classList.toggle("held", one.dataset.is === id);
  }
  function at(event) {
    const map = $("#map"), matrix = map?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const x = Math.floor(point.x / SIDE), y = Math.floor(-point.y / SIDE);
    const inside = x >= 0 && y >= 0 && x < Number(map.dataset.columns) && y < Number(map.dataset.rows);
    return inside ? { x, y, fx: point.x / SIDE - x, fy: -point.y / SIDE - y } : null;
  }
  const letters = (x) => (x < 26 ? "" : letters(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26));
  const name = ({ x, y }) => `${letters(x)}${y + 1}`;
  function shape(tag, attributes) { const one = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value); $("#over").append(one); return one; }
  const square = ({ x, y }, kind) => shape("rect", { class: kind, x: x * SIDE + 2, y: -(y + 1) * SIDE + 2, width: SIDE - 4, height: SIDE - 4, rx: 6 });
  const onEdges = (kind) => kind === "edge" || kind === "hide-door";
  // The neighbour beyond the nearest side.
  function edgeAt(spot) {
    const sides = [[spot.fx, -1, 0], [1 - spot.fx, 1, 0], [spot.fy, 0, -1], [1 - spot.fy, 0, 1]].sort((a, b) => a[0] - b[0]);
    const [, dx, dy] = sides[0], other = { x: spot.x + dx, y: spot.y + dy }, map = $("#map");
    if (other.x < 0 || other.y < 0 || other.x >= Number(map.dataset.columns) || other.y >= Number(map.dataset.rows)) return null;
    return { pair: [spot, other].sort((a, b) => a.x - b.x || a.y - b.y).map(name).join("-"), dx, dy, spot };
  }
  function edgeLine({ spot, dx, dy }) {
    const x = (spot.x + Math.max(dx, 0)) * SIDE, y = -(spot.y + Math.max(dy, 0)) * SIDE;
    shape("line", dx ? { class: "line", x1: x, x2: x, y1: y, y2: y - SIDE } : { class: "line", x1: x, x2: x + SIDE, y1: y, y2: y });
  }
  function stroke(event) {
    const spot = at(event);
    if (!spot || !drag) return;
    if (onEdges(drag.tool)) { const edge = edgeAt(spot); if (edge && !drag.names.has(edge.pair) && Math.min(spot.fx, 1 - spot.fx, spot.fy, 1 - spot.fy) < 0.3) { drag.names.add(edge.pair); edgeLine(edge); } return; }
    if (!drag.names.has(name(spot))) { drag.names.add(name(spot)); square(spot, "dab"); }
  }
  function hold(event) { try { $("#map").setPointerCapture(event.pointerId); } catch { /* the pointer has left already */ } }
  document.addEventListener("pointerdown", (event) => {
    const kind = event.target.closest("#found li[data-is]");
    if (kind && !event.target.closest("button")) { drag = { kind: kind.dataset.is, words: $("b", kind).textContent, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" }; return; }
    if (!event.target.closest("#map") || event.button) return;
    const one = tool();
    if (one) { event.preventDefault(); hold(event); drag = { tool: one.dataset.tool, names: new Set(), form: $("form", one) }; stroke(event); return; }
    const token = event.target.closest("#tokens a");
    if (token) { event.preventDefault(); drag = { who: token.dataset.who, nth: token.dataset.nth, from: at(event), x: event.clientX, y: event.clientY }; return; }
    if (carried) { const spot = at(event); if (spot) put(carried, spot); }
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (drag.tool) { stroke(event); return; }
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8;
    if (drag.kind && far && !drag.touch) {
      drag.shown ||= document.body.appendChild(Object.assign(document.createElement("div"), { id: "carried", textContent: drag.words }));
      drag.shown.style.left = `${event.clientX}px`;
      drag.shown.style.top = `${event.clientY}px`;
    }
    if (drag.who && (far || drag.moved)) { drag.moved = true; $("#over").replaceChildren(); const spot = at(event); if (spot) square(spot, "ghost"); }
  });
  document.addEventListener("pointerup", (event) => {
    const done = drag;
    drag = null;
    if (!done) return;
    if (done.tool && done.names.size) {
      done.form.elements.squares.value = [...done.names].join(" ");
      const body = new URLSearchParams(new FormData(done.form));
      done.form.elements.squares.value = "";
      send(done.form.getAttribute("action"), body);
    } else if (done.kind) {
      done.shown?.remove();
      // A tap chooses; only what was carried over the map is put down there.
      const spot = done.shown && document.elementFromPoint(event.clientX, event.clientY)?.closest("#map") && at(event);
      if (spot) put(done.kind, spot); else if (!done.shown) carry(carried === done.kind ? null : done.kind);
    } else if (done.who) {
      const spot = at(event);
      if (done.moved && spot) edit({ do: "move", who: done.who, nth: done.nth, at: name({ x: spot.x, y: spot.y }) });
      else if (!done.moved) look(new URL(`${base}?tab=creatures&who=${done.who}`, location.href));
      $("#over")?.replaceChildren();
    }
  });
  document.addEventListener("pointercancel", () => { drag?.shown?.remove(); drag = null; $("#over")?.replaceChildren(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#map")) event.preventDefault(); });
  document.addEventListener("click", (event) => { if (event.target.closest("#tokens a")) event.preventDefault(); }, true);
  const put = (is, spot) => edit({ do: "add", is, at: name(spot), side: $("#search [name=side]")?.value ?? "" });

  document.addEventListener("keydown", (event) => {
    const typed = event.target.matches("input:not([type=radio],[type=checkbox]),textarea,select");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typed) {
      event.preventDefault();
      $(`[data-step=${event.shiftKey ? "redo" : "undo"}]`)?.requestSubmit();
      return;
    }
    if (event.key === "Escape") { carry(null); const one = tool(); if (one && !typed) one.open = false; }
    if (!event.target.matches("#map, #map *")) return;
    const map = $("#map"), step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      event.preventDefault();
      cursor ||= { x: 0, y: 0 };
      cursor = { x: Math.min(Math.max(cursor.x + step[0], 0), map.dataset.columns - 1), y: Math.min(Math.max(cursor.y + step[1], 0), map.dataset.rows - 1), dx: step[0], dy: step[1] };
      $("#over").replaceChildren();
      square(cursor, "cursor");
      const here = all("#tokens [data-at]").find((one) => one.dataset.at === name(cursor));
      said(`${name(cursor)}${here ? `: ${here.getAttribute("aria-label")}` : ""}`);
    } else if (event.key === "Enter" && cursor && event.target === map) {
      event.preventDefault();
      use(cursor);
    }
  });
  // What Enter does at the cursor: the open tool, what is carried, or who stands there.
  function use(spot) {
    const one = tool();
    if (one) {
      const form = $("form", one), other = { x: spot.x - (spot.dx || 0), y: spot.y - (spot.dy || 0) };
      form.elements.squares.value = onEdges(one.dataset.tool) ? `${name(other)}-${name(spot)}` : name(spot);
      form.requestSubmit();
    } else if (carried) put(carried, spot);
    else { const here = all("#tokens [data-at]").find((token) => token.dataset.at === name(spot))?.closest("a"); if (here) look(new URL(here.getAttribute("href"), location.href)); }
  }
  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-link]")) event.target.select(); });
  tooled();
  play();
  const line = Number(location.hash.replace("#line-", ""));
  if (line && $("#side textarea")) toLine($("#side textarea"), line);
})();
