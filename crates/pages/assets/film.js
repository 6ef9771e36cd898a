// Plays a fight that is kept in this very file: moves the tokens, shows arrows and dice, follows the story.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const film = JSON.parse($("film").textContent), frames = film.frames, root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)"), map = $("map"), SVG = "http://www.w3.org/2000/svg";
  const lines = [...document.querySelectorAll("#acts [data-frame]")];
  const tokens = new Map();
  let at = -1, timer = 0;

  // ---- one moment --------------------------------------------------------------------------------------------
  function place([name, look, x, y], order) {
    let token = tokens.get(name);
    if (!token) {
      token = { group: document.createElementNS(SVG, "g"), look: -1 };
      token.group.dataset.name = film.names[name];
      tokens.set(name, token);
      $("tokens").append(token.group);
    }
    if (token.look !== look) {
      token.group.innerHTML = film.looks[look];
      for (const image of token.group.querySelectorAll("[data-picture]")) image.setAttribute("href", film.pictures[image.dataset.picture] || "");
      token.look = look;
    }
    token.spot = [x, y];
    token.group.style.transform = `translate(${x}px,${y}px)`;
    token.order = order;
  }
  function fill(id, pieces, which) {
    const group = $(id);
    if (group.dataset.which !== String(which)) { group.innerHTML = pieces[which]; group.dataset.which = which; }
  }
  function show(to, moving) {
    to = Math.max(0, Math.min(frames.length - 1, to));
    if (!frames.length || to === at) return;
    root.classList.toggle("still", !moving || still.matches);
    const frame = frames[to];
    frame.who.forEach(place);
    const here = new Set(frame.who.map(([name]) => name));
    for (const [name, token] of tokens) if (!here.has(name)) { token.group.remove(); tokens.delete(name); }
    const drawn = [...tokens.values()].sort((one, other) => one.order - other.order).map((one) => one.group);
    drawn.forEach((group, place) => { const there = $("tokens").children[place]; if (there !== group) $("tokens").insertBefore(group, there || null); });
    fill("zones", film.zones, frame.zone);
    fill("veil", film.veils, frame.veil);
    at = to;
    marks(frame);
    story(to);
    $("scrub").value = to;
    $("scrub").setAttribute("aria-valuetext", `round ${frame.round}, moment ${to + 1} of ${frames.length}`);
    $("when").textContent = `round ${frame.round}${frame.turn ? ` · ${frame.turn}` : ""} · ${to + 1} of ${frames.length}`;
  }
  function add(kind, attributes, text) {
    const one = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    if (text) one.textContent = text;
    $("marks").append(one);
  }
  // Arrows from whom to whom, losses over those who had them, and the dice.
  function marks(frame) {
    $("marks").textContent = "";
    $("dice").textContent = "";
    const lost = new Map();
    for (const step of frame.steps.split(" ").filter(Boolean)) {
      let found;
      if ((found = step.match(/^(\d+)>(\d+)$/))) arrow(tokens.get(Number(found[1])), tokens.get(Number(found[2])));
      else if ((found = step.match(/^d(\d+):(.+)$/))) found[2].split(",").slice(0, 12).forEach((face) => die(face, found[1]));
      else if ((found = step.match(/^(\d+)-(\d+)$/))) lost.set(Number(found[1]), (lost.get(Number(found[1])) || 0) + Number(found[2]));
    }
    for (const [name, amount] of lost) {
      const token = tokens.get(name);
      if (token) add("text", { class: "loss", x: token.spot[0], y: token.spot[1] - film.unit * 0.55 }, `−${amount}`);
    }
  }
  function arrow(from, to) {
    if (!from || !to) return;
    const [x0, y0] = from.spot, [x1, y1] = to.spot, far = Math.hypot(x1 - x0, y1 - y0) || 1;
    const ux = (x1 - x0) / far, uy = (y1 - y0) / far, off = film.unit * 0.42, ex = x1 - ux * off, ey = y1 - uy * off, head = film.unit * 0.24;
    const d = `M${x0 + ux * off} ${y0 + uy * off}L${ex} ${ey}M${ex - ux * head - uy * head * 0.7} ${ey - uy * head + ux * head * 0.7}L${ex} ${ey}L${ex - ux * head + uy * head * 0.7} ${ey - uy * head - ux * head * 0.7}`;
    add("path", { class: "case", d });
    add("path", { class: "aimed", d });
  }
  function die(face, sides) {
    const one = document.createElement("b"), small = document.createElement("small");
    one.textContent = face;
    small.textContent = `d${sides}`;
    one.append(small);
    $("dice").append(one);
    if (!still.matches && !root.classList.contains("still")) one.animate([{ transform: "rotate(-40deg) scale(.4)" }, { transform: "none" }], { duration: 260 });
  }
  function story(to) {
    let now = null;
    for (const line of lines) {
      const later = Number(line.dataset.frame) > to;
      line.classList.toggle("later", later);
      line.classList.remove("now");
      line.removeAttribute("aria-current");
      if (!later) now = line;
    }
    if (!now) { $("said").textContent = ""; return; }
    now.classList.add("now");
    now.setAttribute("aria-current", "step");
    const list = now.closest("aside");
    list.scrollTo({ top: now.offsetTop - list.clientHeight / 2, behavior: root.classList.contains("still") ? "auto" : "smooth" });
    $("said").textContent = now.classList.contains("act") ? sentence(now) : now.textContent;
  }
  // The first sentence of a line, without what came of it.
  const sentence = (act) => [...act.querySelector(".says").childNodes].filter((one) => !one.classList?.contains("sub") && !one.classList?.contains("die")).map((one) => one.textContent).join("").trim();

  // ---- playing -----------------------------------------------------------------------------------------------
  function pause() { clearTimeout(timer); timer = 0; $("play").textContent = "▶ Play"; }
  function play() {
    if (at >= frames.length - 1) show(0, false);
    $("play").textContent = "❚❚ Pause";
    const step = () => {
      if (at >= frames.length - 1) { pause(); return; }
      show(at + 1, true);
      const busy = frames[at].steps ? 1300 : 650;
      timer = setTimeout(step, busy * Number($("speed").value));
    };
    timer = setTimeout(step, 60);
  }
  const toggle = () => (timer ? pause() : play());
  const go = (to) => { pause(); show(to, Math.abs(to - at) === 1); };
  $("play").addEventListener("click", toggle);
  $("first").addEventListener("click", () => go(0));
  $("last").addEventListener("click", () => go(frames.length - 1));
  $("back").addEventListener("click", () => go(at - 1));
  $("on").addEventListener("click", () => go(at + 1));
  $("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  $("acts").addEventListener("click", (event) => { const found = event.target.closest("[data-frame]"); if (found) go(Number(found.dataset.frame)); });
  const night = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = () => { root.dataset.theme = night() ? "light" : "dark"; };
  $("theme").addEventListener("click", theme);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    const own = event.target.matches("button");
    if (event.key === " " && !own) toggle();
    else if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(frames.length - 1);
    else if (event.key === "n") theme();
    else return;
    event.preventDefault();
  });

  // ---- the map under fingers: drag, wheel, two fingers; 0 shows all of it ---------------------------------------
  const whole = map.getAttribute("viewBox").split(/[ ,]+/).map(Number);
  let box = [...whole];
  const fingers = new Map();
  const set = () => map.setAttribute("viewBox", box.join(" "));
  const scale = () => Math.max(box[2] / map.clientWidth, box[3] / map.clientHeight);
  function zoom(by, x, y) {
    const wide = Math.min(whole[2] * 1.2, Math.max(film.unit * 3, box[2] * by)), real = wide / box[2];
    const rect = map.getBoundingClientRect(), mx = box[0] + box[2] * ((x - rect.left) / rect.width), my = box[1] + box[3] * ((y - rect.top) / rect.height);
    box = [mx - (mx - box[0]) * real, my - (my - box[1]) * real, box[2] * real, box[3] * real];
    set();
  }
  map.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.15 : 0.87, event.clientX, event.clientY); }, { passive: false });
  map.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, [event.clientX, event.clientY]); map.setPointerCapture(event.pointerId); });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    const now = [event.clientX, event.clientY];
    if (others.length) {
      const apart = (spot) => Math.hypot(spot[0] - others[0][0], spot[1] - others[0][1]) || 1;
      zoom(apart(before) / apart(now), (now[0] + others[0][0]) / 2, (now[1] + others[0][1]) / 2);
    } else { box[0] -= (now[0] - before[0]) * scale(); box[1] -= (now[1] - before[1]) * scale(); set(); }
    fingers.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, (event) => fingers.delete(event.pointerId));
  document.addEventListener("keydown", (event) => {
    if (event.key === "0" && !event.target.matches("select,input")) { box = [...whole]; set(); }
    if (event.key === "+" || event.key === "-") { const rect = map.getBoundingClientRect(); zoom(event.key === "+" ? 0.8 : 1.25, rect.left + rect.width / 2, rect.top + rect.height / 2); }
  });
  show(0, false);
})();
