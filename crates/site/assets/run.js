// Runs simulations and examples beside the page, so that it stays quick.
"use strict";
const books = new Map();
function rules(book) {
  if (!books.has(book)) {
    const begun = (async () => {
      const rules = await import(`../wasm/${book}.js`);
      await rules.default({ module_or_path: new URL(`../wasm/${book}.wasm`, import.meta.url) });
      return rules;
    })();
    begun.catch(() => books.delete(book));
    books.set(book, begun);
  }
  return books.get(book);
}

// Pieces take about a fifth of a second, so that a new wish is heard soon.
const PIECE = 200;
let wish = 0;
async function simulate({ book, encounter, fights, seed }) {
  const mine = ++wish, run = new (await rules(book)).Run(encounter, fights, seed), began = performance.now();
  let done = 0, size = 1;
  while (done < fights) {
    const before = performance.now();
    done = run.more(size);
    const took = performance.now() - before;
    size = Math.max(1, Math.min(size * 4, Math.round(size * PIECE / Math.max(took, 0.01))));
    postMessage({ done, of: fights, seconds: (performance.now() - began) / 1000 });
    await new Promise((next) => setTimeout(next));
    if (mine !== wish) { run.free(); return; }
  }
  postMessage({ done, of: fights, seconds: (performance.now() - began) / 1000, page: run.page(), report: run.json() });
  run.free();
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.stop) wish += 1;
    else if (data.example !== undefined) postMessage({ example: (await rules(data.book)).example(data.example) });
    else await simulate(data);
  } catch (fault) {
    postMessage({ problem: fault.message || String(fault) });
  }
});
