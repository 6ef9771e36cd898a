// The pages beside the table: what is waited for comes by itself, and plots say what is pointed at.
const all = (query, from = document) => [...from.querySelectorAll(query)];

// ---- what is waited for ----------------------------------------------------------------------------------------
async function ask(id) {
  const old = document.getElementById(id);
  if (!old?.dataset.poll) return;
  try {
    const answer = await fetch(old.dataset.poll, { headers: { "x-quintain": "1" } });
    if (!answer.ok) throw new Error();
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
    if (fresh?.dataset.goto) { location.assign(fresh.dataset.goto); return; }
    // Nobody's place on the page is lost where nothing has changed.
    if (fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  } catch { /* it is asked again */ }
  setTimeout(() => ask(id), document.hidden ? 5000 : 700);
}
for (const one of all("[data-poll]")) ask(one.id);

// ---- plots -----------------------------------------------------------------------------------------------------
function point(event) {
  const mark = event.target.closest?.("[data-say]"), plot = mark?.closest("[data-plot]");
  if (!plot) return;
  for (const one of all(".on", plot)) one.classList.remove("on");
  mark.classList.add("on");
  const caption = plot.querySelector("figcaption");
  caption.textContent = mark.dataset.say;
}
for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, point);
document.addEventListener("keydown", (event) => {
  const mark = event.target.closest?.("[data-say]"), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!mark || !step) return;
  const marks = all("[data-say]", mark.closest("[data-plot]")), next = marks[marks.indexOf(mark) + step];
  if (next) { event.preventDefault(); next.focus(); }
});

// ---- the bench: fields of the question that is asked, a line to be copied ---------------------
const form = document.getElementById("ask");
if (form) {
  const sift = (event) => {
    // A choice from the list means that one, and a written text means the text.
    const from = event && { name: "ready", text: "text" }[event.target.name];
    if (from) form.elements.from.value = from;
    const kind = form.elements.kind.value;
    for (const one of all("[data-for]", form)) one.hidden = !one.dataset.for.split(" ").includes(kind);
  };
  form.addEventListener("change", sift);
  sift();
  // What can be turned is another fight's as soon as another is chosen.
  let asked = 0;
  async function turning() {
    const mine = ++asked;
    const answer = await fetch(`${form.getAttribute("action")}/turning`, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("turning");
    if (answer.ok && fresh && mine === asked) document.getElementById("turning").innerHTML = fresh.innerHTML;
  }
  if (document.getElementById("turning")) {
    form.addEventListener("change", (event) => {
      if (["from", "name", "text", "what", "side"].includes(event.target.name)) turning();
      const values = event.target.name === "turn" && event.target.selectedOptions[0].dataset.values;
      if (values) form.elements.to.placeholder = values;
    });
    form.addEventListener("click", (event) => {
      if (!event.target.closest("[data-turn]")) return;
      const { turn, to, knobs } = form.elements, values = to.value.trim() || to.placeholder;
      if (!turn.value) { turn.focus(); return; }
      knobs.value = [knobs.value.trimEnd(), `${turn.value}=${values}`].filter(Boolean).join("\n");
      turn.value = to.value = "";
    });
    if (form.elements.name?.value) turning();
  }
}
for (const button of all("[data-copy]")) {
  button.addEventListener("click", async () => {
    const from = document.getElementById(button.dataset.copy);
    try { await navigator.clipboard.writeText(from.textContent); button.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(from); }
  });
}

// ---- campaigns: what a form is refused for stands at it, and what was typed stays ------------------------------
function refuse(form, words) {
  let place = form.querySelector(":scope > .problem");
  if (!place) {
    place = Object.assign(document.createElement("pre"), { className: "problem", role: "alert" });
    form.prepend(place);
  }
  place.textContent = words;
  place.scrollIntoView({ block: "nearest" });
}
document.addEventListener("submit", async (event) => {
  const sent = event.target;
  // What is sent for again by itself would take the words away.
  if (!location.pathname.startsWith("/c/") || sent.method !== "post" || sent.closest("[data-poll]")) return;
  event.preventDefault();
  try {
    const body = new URLSearchParams([...new FormData(sent, event.submitter)]);
    const answer = await fetch(sent.getAttribute("action"), { method: "POST", body });
    if (answer.redirected) { location.assign(answer.url); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    refuse(sent, page.querySelector(".problem, main p")?.textContent ?? "That was not taken.");
  } catch { refuse(sent, "Quintain does not answer; what was typed is not saved."); }
});
