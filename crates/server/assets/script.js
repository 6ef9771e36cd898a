// The table's one script: it keeps the page as the server has it, sends forms without leaving it, lets the map be
// moved, and shows the odds of what is pointed at. Without it everything still works by plain forms.
"use strict";
(() => {
  const table = document.querySelector("[data-live]");
  if (!table) return;
  const base = table.dataset.base;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const said = (text) => { document.getElementById("said").textContent = text; };

  // ---- the page as the server has it --------------------------------------------------------------------------
  const keyOf = (node) => node.nodeType === 1 && (node.id || node.dataset.number);

  function morph(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
    if (old.nodeType !== 1) { if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue; return; }
    if (old.hasAttribute("data-keep")) return;
    if (old.isEqualNode(fresh)) return;
    const own = old.nodeName === "DETAILS" ? ["open"] : old.id === "map" ? ["viewBox"] : [];
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own.includes(name)) old.removeAttribute(name);
    const glide = old.classList.contains("token") && old.getAttribute("transform");
    for (const { name, value } of fresh.attributes) if (!own.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (glide && glide !== old.getAttribute("transform") && !still.matches) {
      const at = (text) => text.match(/-?\d+/g).map((n) => `${n}px`).join(", ");
      old.animate([{ transform: `translate(${at(glide)})` }, { transform: `translate(${at(old.getAttribute("transform"))})` }], { duration: 450, easing: "ease-in-out" });
    }
    const kept = new Map();
    for (const child of old.childNodes) { const key = keyOf(child); if (key) kept.set(key, child); }
    let here = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const key = keyOf(child);
      let match = key ? kept.get(key) : here && !keyOf(here) && here.nodeName === child.nodeName ? here : null;
      if (!match) { old.insertBefore(child, here); continue; }
      if (match !== here) old.insertBefore(match, here); else here = here.nextSibling;
      morph(match, child);
    }
    while (here) { const next = here.nextSibling; here.remove(); here = next; }
  }

  let busy = false, again = false;
  async function refresh() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      do {
        again = false;
        const answer = await fetch(`${base}/parts`, { headers: { "x-quintain": "1" } });
        if (!answer.ok) { said("This link does not open the table any more."); return; }
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const log = document.querySelector("#log ol");
        const atEnd = !log || log.scrollTop + log.clientHeight > log.scrollHeight - 40;
        morph(table, page.body.firstElementChild);
        if (atEnd) toEnd();
      } while (again);
    } catch { said("The table does not answer; it will be tried again."); } finally { busy = false; }
  }
  const toEnd = () => { const log = document.querySelector("#log ol"); if (log) log.scrollTop = log.scrollHeight; };
  toEnd();

  const events = new EventSource(`${base}/events`);
  events.addEventListener("changed", (event) => { if (event.data !== table.dataset.version) refresh(); });
  events.addEventListener("open", () => said(""));
  events.addEventListener("error", () => said("The table does not answer; it will be tried again."));

  // ---- forms -----------------------------------------------------------------------------------------------
  async function send(form, submitter) {
    const data = new URLSearchParams(new FormData(form, submitter));
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { "x-quintain": "1" } });
    if (answer.ok) { said(""); if (form.reset && !form.classList.contains("question")) form.reset(); }
    else {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      said((page.querySelector(".problem") || page.body).textContent);
    }
    refresh();
  }
  // A first answer soon, a surer one after it.
  let counting = 0;
  async function count(action, steps, into) {
    const mine = ++counting;
    for (const ways of steps) {
      const answer = await fetch(`${action}?ways=${ways}`);
      const text = await answer.text();
      if (mine !== counting) return;
      into.innerHTML = text;
    }
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.into) {
      event.preventDefault();
      const into = document.getElementById(form.dataset.into);
      into.textContent = "counting …";
      count(form.action, form.dataset.steps.split(" "), into).catch(() => { into.textContent = "The table does not answer."; });
    } else if (form.method === "post" && table.contains(form)) {
      event.preventDefault();
      send(form, event.submitter).catch(() => said("The table does not answer; nothing was sent."));
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.hasAttribute("data-submit")) event.target.form.requestSubmit();
  });

  // ---- odds of what is pointed at ------------------------------------------------------------------------------
  let asked = 0;
  function odds(form, words) {
    const mine = ++asked;
    setTimeout(async () => {
      if (mine !== asked) return;
      const query = new URLSearchParams({ who: form.dataset.who, words });
      const answer = await fetch(`${base}/odds?${query}`);
      const text = await answer.text();
      if (!answer.ok || mine !== asked) return;
      const into = form.querySelector(".odds");
      into.innerHTML = `<p><b></b></p>${text}`;
      into.querySelector("b").textContent = words;
      drawWay(into.querySelector(".way")?.dataset.squares);
    }, 200);
  }
  // `B3 C4` as a line through the middles of the squares; row 1 is at the bottom.
  function drawWay(squares) {
    const way = document.getElementById("way");
    if (!way) return;
    const middle = (square) => {
      const [, letters, row] = square.match(/^([A-Z]+)(\d+)$/);
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      return `${column * 40 - 20} ${(map().dataset.rows - row) * 40 + 20}`;
    };
    way.setAttribute("d", squares ? `M${squares.split(" ").map(middle).join("L")}` : "");
  }
  const formOf = (number) => document.querySelector(`form[data-number="${CSS.escape(number)}"]`);
  function pointed(event) {
    const button = event.target.closest?.("button[name=words]");
    if (button) odds(button.form, button.value);
    const light = event.target.closest?.(".light");
    if (light) odds(formOf(light.dataset.question), light.dataset.words);
    if (button || light) drawWay("");
    for (const other of document.querySelectorAll(".light.lit")) other.classList.remove("lit");
    const words = button?.value;
    if (words) for (const other of document.querySelectorAll(".light")) if (other.dataset.words === words) other.classList.add("lit");
  }
  document.addEventListener("pointerover", pointed);
  document.addEventListener("focusin", pointed);
  document.addEventListener("click", (event) => {
    const light = event.target.closest?.(".light");
    if (!light || moved) return;
    const form = formOf(light.dataset.question);
    const choices = [...document.querySelectorAll(".light")].filter((one) =>
      one.getAttribute("x") === light.getAttribute("x") && one.getAttribute("y") === light.getAttribute("y"));
    const button = [...form.elements].find((one) => one.name === "words" && one.value === light.dataset.words);
    const box = [...form.elements].find((one) => one.name === "pick" && one.value === light.dataset.words);
    if (box) box.checked = !box.checked;
    else if (button && choices.length === 1) form.requestSubmit(button);
    else if (button) { button.closest("details")?.setAttribute("open", ""); button.focus(); }
  });

  // ---- the map: pan and zoom with mouse, touch and keys -----------------------------------------------------------
  let moved = false;
  const fingers = new Map();
  const map = () => document.getElementById("map");
  const box = () => map().getAttribute("viewBox").split(" ").map(Number);
  const look = (x, y, w, h) => map().setAttribute("viewBox", [x, y, w, h].map((n) => n.toFixed(1)).join(" "));
  function zoom(by, px, py) {
    const [x, y, w, h] = box(), at = map().getBoundingClientRect();
    const home = map().dataset.home.split(" ").map(Number);
    const factor = Math.min(Math.max(w * by, 120), home[2] * 1.5) / w;
    const fx = (px - at.left) / at.width, fy = (py - at.top) / at.height;
    look(x + w * fx * (1 - factor), y + h * fy * (1 - factor), w * factor, h * factor);
  }
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#map") || !event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 0.87, event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("#map")) { fingers.set(event.pointerId, event); moved = false; }
  });
  document.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || !map()) return;
    const others = [...fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    if (Math.hypot(dx, dy) < 3 && !moved) return;
    moved = true;
    const [x, y, w, h] = box(), scale = w / map().getBoundingClientRect().width;
    if (others.length === 1) {
      const apart = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
      zoom(apart(before) / Math.max(apart(event), 1), others[0].clientX, others[0].clientY);
    } else look(x - dx * scale, y - dy * scale, w, h);
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => fingers.delete(event.pointerId));
  document.addEventListener("keydown", (event) => {
    if (document.activeElement?.id !== "map") return;
    const [x, y, w, h] = box(), at = map().getBoundingClientRect();
    const keys = {
      ArrowLeft: () => look(x - w / 10, y, w, h), ArrowRight: () => look(x + w / 10, y, w, h),
      ArrowUp: () => look(x, y - h / 10, w, h), ArrowDown: () => look(x, y + h / 10, w, h),
      "+": () => zoom(0.8, at.left + at.width / 2, at.top + at.height / 2),
      "-": () => zoom(1.25, at.left + at.width / 2, at.top + at.height / 2),
      0: () => map().setAttribute("viewBox", map().dataset.home),
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
})();
