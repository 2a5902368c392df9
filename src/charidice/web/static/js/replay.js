// A game step by step, without leaving the page: by the slider, by turns, with arrow keys.
const PARTS = ["strip", "told", "dice", "step", "links", "sheets", "coach"];
const DRAG = 60; // milliseconds that a slider rests before its step is fetched
const KEPT = 60; // steps
const PACE = { roll: 1100, score: 2200 }; // milliseconds that a step is shown by itself

const replay = /** @type {HTMLElement} */ (document.getElementById("replay"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("slider"));
const turns = /** @type {HTMLSelectElement} */ (document.getElementById("turn"));
/** @type {Map<number, Promise<Document>>} */
const pages = new Map();
let wanted = Number(slider.value);
/** @type {number | undefined} */
let resting;

/** @param {number} step */
function page(step) {
  let found = pages.get(step);
  if (!found) {
    if (pages.size > KEPT) pages.clear();
    found = fetch(`${replay.dataset.path}?step=${step}`).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    pages.set(step, found);
    found.catch(() => pages.delete(step));
  }
  return found;
}

/** @param {Document} next */
function show(next) {
  const folded = [...document.querySelectorAll(".fold :checked")].map((box) => box.id);
  const rel = document.activeElement?.closest("#links a")?.getAttribute("rel");
  for (const id of PARTS) {
    const part = next.getElementById(id);
    const here = document.getElementById(id);
    if (!part || !here) continue;
    const copy = document.importNode(part, true);
    if (here.hasAttribute("aria-live")) here.replaceChildren(...copy.childNodes); // to be heard
    else here.replaceWith(copy);
  }
  focusLink(rel);
  for (const id of folded) {
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
    if (box) box.checked = true;
  }
  const scored = next.querySelector(".tray")?.classList.contains("scored") ?? false;
  document.querySelector(".tray")?.classList.toggle("scored", scored);
  document.title = next.title;
}

/**
 * The keyboard stays on the link that was pressed; on the last step, on the way out.
 * @param {string | null | undefined} rel
 */
function focusLink(rel) {
  if (rel === undefined) return;
  const link = document.querySelector(`#links a[rel="${rel}"]`)
    ?? document.querySelector("#links a.go");
  /** @type {HTMLElement | null} */ (link)?.focus({ preventScroll: true });
}

const playButton = /** @type {HTMLElement} */ (document.getElementById("by-itself"));
/** @type {number | undefined} */
let playing;

function stop() {
  clearTimeout(playing);
  playing = undefined;
  playButton.setAttribute("aria-pressed", "false");
}

/** The next step after a moment, until the game is over. */
function playOn() {
  const scored = document.querySelector(".tray.scored") !== null;
  playing = setTimeout(async () => {
    await go(wanted + 1);
    if (playing === undefined) return;
    if (wanted < Number(slider.max)) playOn();
    else stop();
  }, scored ? PACE.score : PACE.roll);
}

playButton.addEventListener("click", () => {
  if (playing !== undefined) {
    stop();
    return;
  }
  playButton.setAttribute("aria-pressed", "true");
  if (wanted >= Number(slider.max)) go(0).then(playOn);
  else go(wanted + 1).then(playOn);
});
playButton.hidden = false;

/**
 * Somebody steps by hand.
 * @param {number} step
 */
function jump(step) {
  stop();
  go(step);
}

/** @param {number} step */
async function go(step) {
  const last = Number(slider.max);
  wanted = Math.max(0, Math.min(last, step));
  slider.value = String(wanted);
  const asked = wanted;
  try {
    const next = await page(asked);
    if (asked !== wanted) return;
    show(next);
    markTurn();
    history.replaceState(null, "", `${replay.dataset.path}?step=${asked}`);
    if (asked < last) page(asked + 1);
  } catch {
    location.assign(`${replay.dataset.path}?step=${asked}`);
  }
}

/** The turn of the step that is shown. */
function markTurn() {
  const begun = [...turns.options].filter((turn) => Number(turn.value) <= wanted);
  turns.selectedIndex = begun.length - 1;
}

/** @param {number} by */
const turn = (by) => {
  const place = Math.max(0, Math.min(turns.length - 1, turns.selectedIndex + by));
  return Number(turns.options[place].value);
};

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  PageUp: () => turn(-1),
  PageDown: () => turn(1),
  Home: () => 0,
  End: () => Number(slider.max),
};

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (busy || !(event.key in KEYS) || target.closest("select")) return;
  event.preventDefault();
  jump(KEYS[event.key]());
});
replay.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[rel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(wanted + (link.getAttribute("rel") === "next" ? 1 : -1));
});
slider.addEventListener("input", () => {
  stop();
  wanted = Number(slider.value);
  clearTimeout(resting);
  resting = setTimeout(() => go(wanted), DRAG);
});
turns.addEventListener("change", () => jump(Number(turns.value)));
turns.hidden = false;
markTurn();
// Whoever comes to watch need not begin it; whoever wants no motion steps by hand.
const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (location.hash === "#play" && !isCalm) playButton.click();
