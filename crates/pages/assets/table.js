// The table's one script: it swaps what has changed, follows pointer, touch and keys, moves the map, and looks ahead.
// Everything it does a page without it does by links and forms.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const set = (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } };
  const got = (key) => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
  if (got("theme")) root.dataset.theme = got("theme");
  document.cookie = "script=1;path=/;samesite=strict";
  const filters = document.getElementById("filters");
  if (filters) sift(filters);
  // A file of one's own is read into the field that is sent.
  for (const field of document.querySelectorAll("input[type=file][data-into]")) {
    field.addEventListener("change", async () => {
      const [file] = field.files;
      if (!file) return;
      const into = document.getElementById(field.dataset.into);
      into.value = await file.text();
      into.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  const past = document.querySelector(".past #acts");
  if (past) {
    past.scrollTop = past.scrollHeight;
    // On a phone the story would cover the moment that is looked at.
    if (matchMedia("(max-width: 719px)").matches) past.closest("details").open = false;
  }
  const table = document.querySelector("[data-live]");
  if (!table) return;

  const $ = (query, from = document) => from.querySelector(query);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const base = table.dataset.base, still = matchMedia("(prefers-reduced-motion: reduce)"), phone = matchMedia("(max-width: 719px)");
  const said = (text) => { $("#said").textContent = text; };
  const gaze = new URLSearchParams(location.search);
  const SIDE = 60;

  // ---- swapping what has changed -----------------------------------------------------------------------------
  function morph(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
    if (old.nodeType !== 1) { if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue; return; }
    if (old.hasAttribute("data-keep") || old.isEqualNode(fresh)) return;
    const own = old.nodeName === "DETAILS" ? ["open"] : [];
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own.includes(name)) old.removeAttribute(name);
    const glide = old.classList.contains("tk") && old.getAttribute("transform");
    for (const { name, value } of [...fresh.attributes]) if (!own.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (glide && glide !== old.getAttribute("transform") && !still.matches) {
      const at = (text) => text.match(/-?[\d.]+/g).slice(0, 2).map((n) => `${n}px`).join(",");
      old.animate([{ transform: `translate(${at(glide)})` }, { transform: `translate(${at(old.getAttribute("transform"))})` }], { duration: 500, easing: "ease-in-out" });
    }
    const kept = new Map(old.querySelectorAll ? [...old.children].filter((one) => one.id).map((one) => [one.id, one]) : []);
    let here = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const known = child.id ? kept.get(child.id) : here && !here.id && here.nodeName === child.nodeName ? here : null;
      if (!known) { old.insertBefore(child, here); continue; }
      if (known !== here) old.insertBefore(known, here); else here = here.nextSibling;
      morph(known, child);
    }
    while (here) { const next = here.nextSibling; here.remove(); here = next; }
  }

  const held = () => all("[data-hash]").map((one) => `${one.id}:${one.dataset.hash}`).join(",");
  function order(list, ids) {
    const wanted = ids.split(" ").filter(Boolean), keep = new Set(wanted);
    for (const one of [...list.children]) if (!keep.has(one.id)) one.remove();
    wanted.forEach((id, place) => { const one = document.getElementById(id); if (one && list.children[place] !== one) list.insertBefore(one, list.children[place] || null); });
  }

  function apply(text) {
    const page = new DOMParser().parseFromString(text, "text/html"), news = page.body.firstElementChild;
    if (!news || !news.dataset.version) return;
    // What was asked before an answer may come after what came of it.
    if (Number(news.dataset.version) < Number(table.dataset.version)) return;
    const acts = $("#acts"), atEnd = !acts || acts.scrollTop + acts.clientHeight > acts.scrollHeight - 60, came = [];
    const before = $("#dock")?.dataset.number, focus = $("#marks")?.dataset.focus;
    remember();
    for (const fresh of all("[data-hash]", news)) {
      const old = document.getElementById(fresh.id);
      if (old) { morph(old, fresh); continue; }
      if (fresh.id.startsWith("act-")) { $("#acts").append(fresh); came.push(fresh); }
      else if (fresh.id.startsWith("card-")) $("#cards").append(fresh);
    }
    order($("#acts"), news.dataset.acts);
    order($("#cards"), news.dataset.cards);
    if ($("#moment")) timed($("#moment"));
    foretell();
    table.dataset.version = news.dataset.version;
    centre();
    if (atEnd) toEnd();
    if (came.length) playBack(came.slice(-12));
    for (const on of all("#go .about-it > .chips .on")) on.parentElement.scrollLeft = on.offsetLeft - on.parentElement.offsetLeft - 60;
    if (number() && $("#marks")?.dataset.focus !== focus) focusMap();
    if ($("#dock")?.dataset.number !== before) {
      // What was chosen for one question is not meant for the next.
      for (const form of all("#dock form")) { form.reset(); counted(form); }
      asked();
    }
  }
  // While others act, what one of one's own could do last stays in sight, to be read and no more.
  const could = new Map();
  function remember() { const tiles = $("#dock[data-turn] #tiles"); if (tiles) could.set($("#dock").dataset.who, all(".tile", tiles).map((tile) => tile.cloneNode(true))); }
  function foretell() {
    const dock = $("#dock.idle:not(:has(.ended, .later))");
    const own = dock ? [$("#me", dock)?.getAttribute("aria-label"), ...all(".people b", dock).map((one) => one.textContent)] : [];
    const who = own.find((one) => could.has(one)), tiles = could.get(who);
    if (!tiles) return;
    const later = document.createElement("div"), told = document.createElement("p");
    later.className = "later";
    told.textContent = `What ${who} could do in its last turn:`;
    for (const tile of tiles) {
      const shown = Object.assign(document.createElement("span"), { className: "tile", title: tile.title });
      shown.append(...all("svg, b", tile).map((one) => one.cloneNode(true)));
      later.append(shown);
    }
    $("#dock #verbs").append(told, later);
  }
  // The round in which the moment lies that the line stands at.
  function timed(line) {
    const begun = [...pairs(line.dataset.rounds)].filter(([, from]) => Number(from) <= Number(line.value)).pop();
    const words = line.value === line.max ? "now" : begun ? `round ${begun[0]}` : "before";
    line.setAttribute("aria-valuetext", words);
    $(".when", line.form).textContent = words;
  }
  document.addEventListener("input", (event) => { if (event.target.id === "moment") timed(event.target); });
  function centre() { const list = $("#order"), now = list && $(".now", list); if (now) list.scrollLeft = now.offsetLeft - list.offsetLeft - (list.clientWidth - now.clientWidth) / 2; }
  const toEnd = () => { const acts = $("#acts"); if (acts) acts.scrollTop = acts.scrollHeight; };

  async function load(path, query) {
    const answer = await fetch(`${base}/${path}?${query}`, { headers: { "x-quintain": "1", "x-held": held() } });
    if (!answer.ok) throw new Error(answer.status === 404 ? "This link does not open the table any more." : "");
    return answer.text();
  }

  // Who asks for news while some is fetched waits for news that is fetched after it asked.
  let running = null, again = false, looks = 0;
  function refresh() {
    again = true;
    return running ||= fetchNews().finally(() => { running = null; });
  }
  async function fetchNews() {
    try {
      while (again) { again = false; apply(await load("parts", gaze)); }
      foresee();
    } catch (fault) { again = false; said(fault.message || "The table does not answer; it will be tried again."); }
  }
  // First quickly, then surely.
  async function foresee() {
    const mine = ++looks;
    let where = `${gaze}`;
    if (!$("#dock [data-wanted]")) return;
    for (const ms of [35, 1200]) {
      try {
        const text = await load("outlook", new URLSearchParams([...gaze, ["ms", ms]]));
        if (mine !== looks || where !== `${gaze}`) return;
        apply(text);
        if (gaze.has("open") && picked() && (!$("#dock[data-open]") || ms > 35)) { settle(); where = `${gaze}`; }
        if (!$("#forecast[data-rough]")) return;
      } catch { return; }
    }
  }
  const GAZE = ["q", "pick", "about", "open"];
  const shown = () => history.replaceState(null, "", gaze.size ? `?${gaze}` : location.pathname);
  // A tile that was opened has turned to what has the best odds; from now on it stays with what is chosen.
  function settle() {
    gaze.delete("open");
    gaze.set("pick", $("#dock").dataset.picked);
    shown();
  }
  function look(change) {
    for (const key of GAZE) gaze.delete(key);
    for (const [key, value] of Object.entries(change)) if (value !== undefined && value !== null) gaze.set(key, value);
    shown();
    return refresh();
  }
  const number = () => $("#dock")?.dataset.number, picked = () => $("#dock")?.dataset.picked;
  const pick = (option) => look({ q: number(), pick: option });

  // ---- what the server says ----------------------------------------------------------------------------------
  let wait = 1000;
  function listen() {
    // Without a server, what other pages do to this fight is told by the worker that keeps it.
    if ("alone" in table.dataset) {
      navigator.serviceWorker?.addEventListener("message", (event) => { if (base.includes(event.data.changed)) refresh(); });
      return;
    }
    const events = new EventSource(`${base}/events`);
    events.addEventListener("changed", (event) => { wait = 1000; if (event.data !== table.dataset.version) refresh(); });
    events.addEventListener("open", () => { said(""); });
    events.addEventListener("ping", (event) => pinged(JSON.parse(event.data)));
    events.addEventListener("nudge", (event) => { if ($("#dock")?.dataset.who === event.data) { said("The table waits for you."); navigator.vibrate?.([80, 60, 80]); if (got("sound")) beep(); } });
    events.addEventListener("error", () => {
      said("The table does not answer; it will be tried again.");
      if (events.readyState === 2) { setTimeout(listen, wait); wait = Math.min(wait * 2, 30000); }
    });
  }

  // ---- forms: sent without leaving the page, each once ---------------------------------------------------------
  async function post(path, fields) {
    const answer = await fetch(`${base}/${path}`, { method: "POST", body: new URLSearchParams(fields), headers: { "x-quintain": "1" } });
    if (!answer.ok) said($(".problem", new DOMParser().parseFromString(await answer.text(), "text/html"))?.textContent || "That did not work.");
    refresh();
  }
  // The same thing twice in a row is a double tap; something else waits until the first is answered.
  const underway = new Map();
  async function send(form, submitter) {
    const fields = new FormData(form, submitter), data = form.enctype.startsWith("multipart") ? fields : new URLSearchParams(fields);
    const to = submitter?.hasAttribute("formaction") ? submitter.formAction : form.action, what = `${to} ${new URLSearchParams([...fields].filter(([, value]) => typeof value === "string"))}`;
    if (underway.has(what)) return;
    const before = [...underway.values()].pop(), mine = deliver(form, to, data, before);
    underway.set(what, mine);
    await mine.finally(() => underway.delete(what));
  }
  async function deliver(form, to, data, before) {
    await before;
    try {
      const answer = await fetch(to, { method: "POST", body: data, headers: { "x-quintain": "1" } });
      if (answer.ok) {
        done(to);
        // What was done by hand leaves the card open for the next.
        const hand = form.closest(".hand") && !data.get("words")?.startsWith("remove ");
        if (form.closest("#dock")) for (const key of hand ? ["pick", "open"] : GAZE) gaze.delete(key);
        if (hand || !form.closest("#dock")) cleared(form);
      } else {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        said(($(".problem", page) || page.body).textContent);
      }
    } catch { said("The table does not answer; nothing was sent."); }
    shown();
    refresh();
  }
  // What has gone back is said: on a phone a drawer may lie over all of it.
  function done(to) {
    const words = to.endsWith("/back") ? "Your last answer is taken back." : to.endsWith("/undo") ? "The last decision is undone." : "";
    if (!words) { said(""); return; }
    if (phone.matches) $("#more").open = false;
    told(words);
  }
  function told(words) {
    said(words);
    setTimeout(() => { if ($("#said").textContent === words) said(""); }, 2500);
  }
  // What is chosen for several in a row stays.
  function cleared(form) {
    const stays = all("[data-stays]", form).map((field) => [field, field.value]);
    form.reset();
    for (const [field, value] of stays) field.value = value;
  }
  let counting = 0;
  async function count(form) {
    const mine = ++counting, into = document.getElementById(form.dataset.into);
    into.textContent = "counting …";
    for (const ways of form.dataset.steps.split(" ")) {
      const answer = await fetch(`${form.action}?ways=${ways}`), text = await answer.text();
      if (mine !== counting) return;
      into.innerHTML = text;
    }
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.into) { event.preventDefault(); count(form).catch(() => said("The table does not answer.")); }
    else if (form.method === "post" && table.contains(form) && !form.action.endsWith("/branch")) { event.preventDefault(); send(form, event.submitter); }
  });
  document.addEventListener("change", (event) => {
    const at = event.target;
    if (at.hasAttribute("data-submit")) at.form.requestSubmit();
    if (at.dataset.setting) setting(at);
    if (at.name === "pick" && at.type === "checkbox") counted(at.form);
    if (at.closest("[data-order]")) swapped(at);
  });
  // The one put in a place swaps with the one who stood there: nobody stands twice in an order.
  function swapped(field) {
    const fields = all("select", field.closest("[data-order]")), lacks = [...field.options].find(({ value }) => fields.every((one) => one.value !== value));
    const twin = fields.find((one) => one !== field && one.value === field.value);
    if (lacks && twin) twin.value = lacks.value;
  }
  // How many are picked, what they cost together, and what of the others could still be paid.
  function counted(form) {
    const told = $("[data-count]", form), many = all("[name=pick]:checked", form).length;
    if (!told) return;
    told.textContent = `${many} of ${told.dataset.most}`;
    let short = false;
    const costs = (toggle) => [...pairs(toggle.dataset.costs)].map(([key, amount]) => [key, Number(amount)]);
    const purses = new Map(all("[data-purse]", form).map((one) => [one.dataset.purse, Number(one.dataset.there)])), toggles = all(".toggle", form);
    for (const toggle of toggles) if ($(":checked", toggle)) for (const [key, amount] of costs(toggle)) purses.set(key, purses.get(key) - amount);
    for (const one of all("[data-purse]", form)) {
      const left = purses.get(one.dataset.purse), there = Number(one.dataset.there);
      one.textContent = `${there - left} of ${there}`;
      one.classList.toggle("warn", left < 0);
      short ||= left < 0;
    }
    for (const toggle of toggles) {
      const box = $("input", toggle);
      box.disabled = !box.checked && (many >= Number(told.dataset.most) || costs(toggle).some(([key, amount]) => amount > purses.get(key)));
    }
    $("button.go", form).disabled = short || many < Number(told.dataset.least) || many > Number(told.dataset.most);
  }

  // ---- choosing: verb, creature, square -------------------------------------------------------------------------
  const pairs = (text) => new Map((text || "").split(" ").filter(Boolean).map((pair) => pair.split(":")));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (moved && event.target.closest?.("#map")) { event.preventDefault(); return; }
    if (tool && event.target.closest?.("#map")) { event.preventDefault(); useTool(squareAt(event)); return; }
    if (link?.dataset.who !== undefined && link.closest("#stage")) { event.preventDefault(); creature(link.dataset.who); return; }
    if (event.target.closest?.("[data-replay]")) { replay(); return; }
    if (event.target.closest?.("[data-copy]")) { copy($("[data-link]", event.target.closest("li"))); return; }
    if (link?.hasAttribute("data-why")) {
      event.preventDefault();
      fetch(link.href).then((answer) => answer.text()).then((text) => {
        const card = $("#why", new DOMParser().parseFromString(text, "text/html")), old = $("#why");
        if (old) old.remove();
        if (card) link.closest("dl").after(card);
      }).catch(() => said("The table does not answer."));
      return;
    }
    if (link && table.contains(link) && link.pathname === base && !link.hash) {
      event.preventDefault();
      look(Object.fromEntries(new URLSearchParams(link.search)));
      return;
    }
    if (event.target.closest?.("[data-tool]")) { choose(event.target.closest("[data-tool]").dataset.tool); return; }
    if (event.target.closest?.("[data-step]")) {
      const by = event.target.closest("[data-step]"), field = $("input", by.parentElement);
      field.stepUp(Number(by.dataset.step));
    }
    if (event.target.closest?.("#ticker")) $("#story").open = true;
    if (event.target.closest?.("#map") && !link) square(squareAt(event));
  });
  // Away from this machine the table is often without a certificate, where only the old way copies.
  async function copy(field) {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    told("The link is copied.");
  }
  function creature(who) {
    const toggle = $(`#dock .toggle[data-who="${who}"] input`);
    if (toggle) { if (!toggle.disabled) { toggle.checked = !toggle.checked; counted(toggle.form); } return; }
    const option = pairs($("#marks")?.dataset.picks).get(who);
    if (option !== undefined) pick(option); else look({ q: gaze.get("q"), about: who });
  }
  function square(name) {
    const path = $("#path"), toggle = $(`#dock .toggle[data-square="${name}"] input`);
    if (path) { path.value = `${path.value} ${name}`.trim(); return; }
    if (toggle) { if (!toggle.disabled) { toggle.checked = !toggle.checked; counted(toggle.form); } return; }
    const option = pairs($("#dock")?.dataset.squares).get(name);
    if (option !== undefined) pick(option);
    else if ($("#dock")?.dataset.squares) said(`${name} is out of reach.`);
  }
  function commit() {
    const button = $("#dock button.go");
    if (button && !button.disabled) button.form.requestSubmit(button);
  }
  // Arrow keys go to the next target, or over the squares.
  function step(dx, dy) {
    const targets = all("#targets a"), now = targets.findIndex((one) => one.classList.contains("on"));
    if (targets.length) { pick(targets[(now + dx - dy + targets.length) % targets.length].dataset.pick); return true; }
    const squares = pairs($("#dock")?.dataset.squares), options = [...squares.entries()];
    const from = options.find(([, option]) => option === picked())?.[0];
    if (!from) return false;
    const [x, y] = spot(from);
    for (let far = 1; far < 8; far += 1) {
      const option = squares.get(named(x + dx * far, y + dy * far));
      if (option !== undefined) { pick(option); return true; }
    }
    return true;
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches?.("input:not([type=checkbox],[type=radio]), textarea, select");
    if (event.key === "Escape" && $("#wheel")) { $("#wheel").remove(); return; }
    if (event.key === "Escape") { document.activeElement.blur(); choose(""); for (const one of all(".drawer[open]")) if (one.id !== "story") one.open = false; if (gaze.size) look({}); return; }
    if (typing) return;
    const drawers = { l: "story", s: "sheets" };
    if (drawers[event.key]) { const drawer = document.getElementById(drawers[event.key]); drawer.open = !drawer.open; return; }
    if (event.key === "m") return choose("ruler");
    if (event.key === "p") return choose("ping");
    if (event.key === "+" || event.key === "-") return zoomBy(event.key === "+" ? 0.8 : 1.25);
    if (event.key === "0" && event.target.id === "map") return whole();
    const key = event.key.toLowerCase(), keyed = all("#dock [aria-keyshortcuts]").find((one) => one.getAttribute("aria-keyshortcuts") === key);
    if (keyed) { event.preventDefault(); keyed.click(); return; }
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (arrows[event.key] && gaze.has("pick") && step(...arrows[event.key])) { event.preventDefault(); return; }
    if (arrows[event.key] && event.target.id === "map") { event.preventDefault(); const [x, y, w, h] = box(); view(x + arrows[event.key][0] * w / 10, y - arrows[event.key][1] * h / 10, w, h); return; }
    if (event.key === "Enter" && !event.target.closest?.("a,button,summary")) commit();
    else if (event.key === "Enter" && event.target.closest?.("a.tile.on, a.chip.on")) { event.preventDefault(); commit(); }
  });

  // ---- the map: pan, zoom, squares -------------------------------------------------------------------------------
  let moved = false;
  const fingers = new Map(), map = () => $("#map");
  const box = () => map().getAttribute("viewBox").split(" ").map(Number);
  const view = (x, y, w, h) => map().setAttribute("viewBox", [x, y, w, h].map((n) => n.toFixed(1)).join(" "));
  const whole = () => map().setAttribute("viewBox", map().dataset.home);
  const letters = (column) => (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + column % 26);
  const named = (x, y) => (x < 0 || y < 0 ? "" : `${letters(x)}${y + 1}`);
  function spot(name) {
    const [, word, row] = name.match(/^([A-Z]+)(\d+)$/);
    return [[...word].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1, Number(row) - 1];
  }
  function plane(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map().getScreenCTM().inverse());
    return [at.x, at.y];
  }
  function squareAt(event) { const [x, y] = plane(event); return named(Math.floor(x / SIDE), Math.floor(-y / SIDE)); }
  function zoom(by, px, py) {
    const [x, y, w, h] = box(), home = map().dataset.home.split(" ").map(Number);
    const factor = Math.min(Math.max(w * by, SIDE * 3), home[2] * 1.6) / w;
    view(px + (x - px) * factor, py + (y - py) * factor, w * factor, h * factor);
  }
  function zoomBy(by) { if (map()) { const [x, y, w, h] = box(); zoom(by, x + w / 2, y + h / 2); } }
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#map")) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 0.87, ...plane(event));
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#map")) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) moved = false;
  });
  document.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !map()) return;
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    if (!moved && Math.hypot(dx, dy) < 6) return;
    moved = true;
    if (dragged) return;
    const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    if (other) {
      const apart = (one) => Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
      zoom(apart(before) / apart(event), ...plane(other));
    } else {
      const [x, y, w, h] = box(), scale = 1 / map().getScreenCTM().a;
      view(x - dx * scale, y - dy * scale, w, h);
    }
    fingers.set(event.pointerId, event);
  });
  // An area goes along with the pointer; a tap leaves it where it is.
  let following = 0;
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || event.buttons || !map() || !event.target.closest?.("#map") || !$("#dock[data-follow]")) return;
    const option = pairs($("#dock").dataset.squares).get(squareAt(event));
    if (option === undefined || option === picked()) return;
    clearTimeout(following);
    following = setTimeout(() => pick(option), 60);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => fingers.delete(event.pointerId));
  // The game master drags: inside the rules where that is offered, otherwise by an edict that says so.
  let dragged = null;
  document.addEventListener("pointerdown", (event) => {
    const token = event.button === 0 && "gm" in table.dataset && event.target.closest?.("#tokens [data-who]");
    if (token && !tool) dragged = { token, who: token.dataset.who, from: plane(event) };
  });
  // Around a token, what is done to it by hand most often: with the other button, or a long press.
  document.addEventListener("contextmenu", (event) => {
    const token = "gm" in table.dataset && event.target.closest?.("#stage [data-who]");
    if (!token) return;
    event.preventDefault();
    look({ about: token.dataset.who }).then(() => wheel(token.dataset.who));
  });
  function wheel(who) {
    const room = $("#stage").getBoundingClientRect(), body = bodyOf(who)?.getBoundingClientRect(), entries = all("#dock [data-wheel]");
    $("#wheel")?.remove();
    if (!body || !entries.length) return;
    const around = document.createElement("div"), reach = 64 + 3 * entries.length;
    around.id = "wheel";
    around.setAttribute("role", "menu");
    const mid = [[body.x + body.width / 2 - room.x, room.width], [body.y + body.height / 2 - room.y, room.height]].map(([at, most]) => Math.min(Math.max(at, reach + 28), most - reach - 28));
    entries.forEach((entry, place) => {
      const turn = (place / entries.length) * 2 * Math.PI - Math.PI / 2, button = document.createElement("button");
      button.textContent = entry.dataset.wheel;
      button.title = entry.title || entry.textContent;
      button.setAttribute("role", "menuitem");
      button.style.left = `${mid[0] + reach * Math.cos(turn)}px`;
      button.style.top = `${mid[1] + reach * Math.sin(turn)}px`;
      button.onclick = () => { around.remove(); byHand(who, button.textContent); };
      around.append(button);
    });
    $("#stage").append(around);
    around.firstChild.focus();
  }
  // The dock may have changed since the wheel was opened: what is done is looked up in the dock of now.
  async function byHand(who, name) {
    if (gaze.get("about") !== who) await look({ about: who });
    const entry = $(`#dock [data-wheel="${CSS.escape(name)}"]`);
    if (!entry) { said(`“${name}” is not offered any more.`); return; }
    entry.click();
    if (entry.parentElement.open) $("select,button,input:not([type=hidden])", entry.parentElement)?.focus();
  }
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest?.("#wheel")) $("#wheel")?.remove(); });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const [x, y] = plane(event);
    if (!dragged.ghost && Math.hypot(x - dragged.from[0], y - dragged.from[1]) < SIDE / 2) return;
    dragged.ghost ||= $("#live").appendChild(svg("circle", { r: SIDE * 0.45, class: "dragged" }));
    const to = squareAt(event), own = pairs($("#dock")?.dataset.squares).has(to) && dragged.token.querySelector(".now");
    dragged.ghost.classList.toggle("edict", !own);
    dragged.ghost.setAttribute("cx", x);
    dragged.ghost.setAttribute("cy", y);
    said(own ? `to ${to}` : `by edict to ${to}`);
  });
  document.addEventListener("pointerup", (event) => {
    const drag = dragged;
    dragged = null;
    if (!drag?.ghost) return;
    const to = squareAt(event), own = !drag.ghost.classList.contains("edict");
    drag.ghost.remove();
    said("");
    if (own) pick(pairs($("#dock").dataset.squares).get(to));
    else post("edict", { words: `move ${drag.token.dataset.name} to ${to}` });
  });
  // In a small window the map opens on what is asked, with all of it below the line of what has just happened.
  function focusMap() {
    const focus = $("#marks")?.dataset.focus, room = $("#stage").getBoundingClientRect();
    if (!focus || !phone.matches) return;
    const [x, y, w, h] = focus.split(" ").map(Number), above = Math.max($("#ticker").getBoundingClientRect().bottom - room.top, 0);
    const each = Math.max(w / room.width, h / Math.max(room.height - above, 1));
    view(x, y - above * each, w, h + above * each);
  }

  // ---- measuring and pointing -------------------------------------------------------------------------------------
  let tool = "", from = "";
  const svg = (name, attributes) => { const node = document.createElementNS("http://www.w3.org/2000/svg", name); for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value); return node; };
  const middle = (name) => { const [x, y] = spot(name); return [x * SIDE + SIDE / 2, -y * SIDE - SIDE / 2]; };
  function choose(name) {
    if (name === "fit") { whole(); return; }
    tool = tool === name ? "" : name;
    from = "";
    $("#live")?.replaceChildren();
    for (const one of all("[data-tool]")) one.classList.toggle("on", one.dataset.tool === tool);
    said(tool === "ruler" ? "Measure: tap two squares." : tool === "ping" ? "Point: tap a square." : "");
  }
  function useTool(name) {
    if (tool === "ping") { post("ping", { square: name }); choose(""); return; }
    if (!from) { from = name; said(`From ${name}: tap another square.`); return; }
    const [a, b] = [spot(from), spot(name)], [p, q] = [middle(from), middle(name)];
    const { square: each, unit, diagonal } = map().dataset, [one, many] = (unit || "square squares").split(" ");
    const [long, short] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])].sort((less, more) => more - less);
    const far = (long + ({ alternate: Math.floor(short / 2), orthogonal: short }[diagonal] || 0)) * (each || 1);
    const text = svg("text", { x: (p[0] + q[0]) / 2, y: (p[1] + q[1]) / 2 - 10, class: "nm", "text-anchor": "middle" });
    text.textContent = `${far} ${far === 1 ? one : many}`;
    $("#live").replaceChildren(svg("path", { d: `M${p}L${q}`, class: "rulerline" }), text);
    said(`${from} to ${name}: ${text.textContent}`);
    from = "";
  }
  function pinged({ square: name, who }) {
    if (!map()) return;
    const [x, y] = middle(name), ring = svg("circle", { cx: x, cy: y, r: 10, class: "pinged" });
    $("#live").append(ring);
    ring.animate([{ r: "10px", opacity: 1 }, { r: "60px", opacity: 0 }], { duration: 900, iterations: 3 }).onfinish = () => ring.remove();
    $("#announce").textContent = `${who} points at ${name}`;
  }

  // ---- what happened since, and whose turn it is ---------------------------------------------------------------------
  // Acts are shown one after the other: who does it to whom, the dice, what it took. A tap or a key ends it.
  const PACE = 900, LONGEST = 7000, waiting = [];
  let playing = false;
  function playBack(acts) {
    $("#announce").textContent = acts.map((act) => $(".says", act)?.textContent || act.textContent).slice(-2).join(". ");
    if (still.matches) return;
    waiting.push(...acts);
    if (!document.hidden) play();
  }
  async function play() {
    if (playing || !waiting.length || !$("#stage")) return;
    playing = true;
    const over = document.createElement("div");
    over.id = "play";
    $("#stage").append(over);
    while (waiting.length) {
      const pace = Math.min(PACE, LONGEST / waiting.length);
      over.replaceChildren();
      over.style.setProperty("--pace", `${pace}ms`);
      show(over, waiting.shift());
      await new Promise((done) => { setTimeout(done, pace); over.end = done; });
    }
    over.remove();
    for (const one of all(".tk.ring")) one.classList.remove("ring");
    playing = false;
  }
  function replay() {
    const acts = all("#acts .act"), last = acts.findLastIndex((act) => act.hasAttribute("data-own"));
    waiting.push(...(last + 1 < acts.length ? acts.slice(last + 1) : acts.slice(-6)));
    if (phone.matches) $("#story").open = false;
    play();
  }
  function stop() { waiting.length = 0; $("#play")?.end?.(); }
  document.addEventListener("pointerdown", stop);
  document.addEventListener("keydown", stop);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) play(); });
  const bodyOf = (who) => document.getElementById(`token-${who}`) || $(`#ranks [data-who="${who}"] .chip`);
  function show(over, act) {
    const room = over.getBoundingClientRect();
    const at = (who) => { const box = ($(".disc", bodyOf(who)) || bodyOf(who))?.getBoundingClientRect(); return box && [box.x + box.width / 2 - room.x, box.y + box.height / 2 - room.y]; };
    for (const one of all(".tk.ring")) one.classList.remove("ring");
    for (const who of (act.dataset.who || "").split(" ").filter(Boolean)) document.getElementById(`token-${who}`)?.classList.add("ring");
    const dice = document.createElement("p");
    for (const step of (act.dataset.play || "").split(" ").filter(Boolean)) {
      const [, from, to] = step.match(/^(\d+)>(\d+)$/) || [], [, sides, faces] = step.match(/^d(\d+):(.+)$/) || [], [, whom, lost] = step.match(/^(\d+)-(\d+)$/) || [];
      if (from && at(from) && at(to)) over.insertAdjacentHTML("afterbegin", shot(at(from), at(to)));
      if (faces) for (const face of faces.split(",")) dice.append(Object.assign(document.createElement("b"), { className: `die d${sides}`, textContent: face, title: `d${sides}` }));
      if (lost && at(whom)) {
        const told = Object.assign(document.createElement("b"), { className: "lost", textContent: `−${lost}` });
        [told.style.left, told.style.top] = at(whom).map((n) => `${n}px`);
        over.append(told);
      }
    }
    if (dice.childElementCount) { dice.className = "thrown"; over.append(dice); }
  }
  function shot([x, y], [to, down]) {
    const top = [(x + to) / 2, (y + down) / 2 - 20 - Math.hypot(x - to, y - down) * 0.12];
    return `<svg><path pathLength="1" d="M${x} ${y}Q${top} ${to} ${down}"/></svg>`;
  }
  document.addEventListener("pointerover", (event) => {
    const act = event.target.closest?.(".act");
    for (const one of all(".tk.ring")) one.classList.remove("ring");
    for (const who of (act?.dataset.who || "").split(" ").filter(Boolean)) document.getElementById(`token-${who}`)?.classList.add("ring");
  });

  const title = document.title;
  function asked() {
    const dock = $("#dock"), mine = dock?.dataset.number;
    document.title = mine ? `● ${title}` : title;
    if (!mine) return;
    focusMap();
    const words = $("#verbs h2, .head h2", dock)?.firstChild?.textContent || "It is your turn";
    if (!still.matches && $("#stage")) { const flag = document.createElement("p"); flag.id = "banner"; flag.className = "panel"; flag.textContent = dock.dataset.who === "gm" ? "Game master" : dock.dataset.who; $("#banner")?.remove(); $("#stage").append(flag); }
    $("#announce").textContent = words;
    if (!document.hidden) return;
    if (got("sound")) beep();
    navigator.vibrate?.(120);
    if (got("notify") && window.Notification?.permission === "granted") new Notification(title, { body: words, tag: base });
  }
  function beep() {
    const sound = new AudioContext(), tone = sound.createOscillator(), gain = sound.createGain();
    tone.frequency.value = 660;
    gain.gain.setValueAtTime(0.08, sound.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.5);
    tone.connect(gain).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.5);
  }
  function setting(field) {
    const key = field.dataset.setting, value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value;
    set(key, value);
    if (key === "theme") { if (value) root.dataset.theme = value; else delete root.dataset.theme; }
    if (key === "notify" && value) window.Notification?.requestPermission();
  }
  for (const field of all("[data-setting]")) { if (field.type === "checkbox") field.checked = !!got(field.dataset.setting); else field.value = got(field.dataset.setting); }

  // ---- the beginning ---------------------------------------------------------------------------------------------
  // In a narrow window drawers lie over each other: opening one closes the others, as it is without a script everywhere.
  const narrow = matchMedia("(max-width: 1099px)"), drawers = all(".drawer");
  const together = () => { for (const one of drawers) if (narrow.matches) one.setAttribute("name", "drawer"); else one.removeAttribute("name"); };
  narrow.addEventListener("change", together);
  together();
  const story = $("#story");
  if (story) {
    story.open = got("story") ? got("story") === "open" && !phone.matches : matchMedia("(min-width: 1100px)").matches;
    story.addEventListener("toggle", () => { set("story", story.open ? "open" : "closed"); toEnd(); });
  }
  toEnd();
  centre();
  focusMap();
  if (number()) document.title = `● ${title}`;
  for (const form of all("#dock form")) counted(form);
  foresee();
  listen();

  // ---- home: searching the ready fights --------------------------------------------------------------------------
  function sift(filters) {
    const field = (name) => filters.querySelector(`[data-filter=${name}]`), cards = [...document.querySelectorAll(".encounters li")];
    filters.addEventListener("input", () => {
      const words = field("words").value.toLowerCase().split(/\s+/), book = field("book").value, size = Number(field("size").value), map = field("map").checked;
      let found = 0;
      const wanted = words.some(Boolean) || book || map || field("size").selectedIndex > 0;
      for (const card of cards) {
        const shown = words.every((word) => card.dataset.words.includes(word)) && (!book || card.dataset.book === book) && card.dataset.size <= size && (!map || "map" in card.dataset);
        card.hidden = !shown;
        found += shown;
      }
      // What is searched for unfolds; a game of which nothing is found makes room.
      for (const fold of document.querySelectorAll(".others-of-game")) fold.open = !!wanted;
      for (const game of document.querySelectorAll(".of-game")) game.hidden = !game.querySelector("li:not([hidden])");
      filters.querySelector("[data-found]").textContent = found === cards.length ? "" : `${found} of ${cards.length}`;
    });
  }
})();
