// How long bots leave for the 2×: until there is an answer for whoever wants that, and a little
// longer for newcomers until the end of their first whole game.

/** @typedef {import("./clock.js").Clock} Clock */

const KEY = "charidice-calm";
const NEW = "new"; // nobody has chosen yet
const SECONDS = 8; // that bots leave to newcomers, unless they go on

function stored() {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

/** @param {string} state */
function store(state) {
  try { localStorage.setItem(KEY, state); } catch { /* private windows */ }
}

/** Somebody learns the game. */
export function takeTime() {
  if (stored() === null) store(NEW);
}

/** Whether there is more time for the 2× than others have. */
export function hasTime() {
  return ["on", NEW].includes(stored() ?? "");
}

/** Whether bots wait until there is an answer. */
export function isPatient() {
  return stored() === "on";
}

export class Pace {
  #wait;
  #clock;
  /** @type {string | undefined} */
  #position; // for which bots were asked to wait
  #until = "";
  #hasEnded = false; // the first whole game

  /**
   * @param {(seconds: number) => void} wait lets bots wait at least so long
   * @param {Clock} clock
   */
  constructor(wait, clock) {
    this.#wait = wait;
    this.#clock = clock;
  }

  /** Take over the switch. */
  start() {
    document.addEventListener("click", ({ target }) => {
      if (!(/** @type {HTMLElement} */ (target)).closest("[data-calm]")) return;
      store(isPatient() ? "off" : "on");
      this.#position = undefined; // for the dice that lie there too
      this.follow();
    });
    this.follow();
  }

  /** Whoever has had more time learns that it is over, and can keep it. */
  #offer() {
    if (stored() === NEW) store("off");
    const offer = document.getElementById("offer");
    if (offer) offer.hidden = false;
  }

  /** The table has changed. */
  follow() {
    const isWhole = document.querySelector(".result[data-whole]");
    if (isWhole && stored() === NEW) this.#hasEnded = true;
    if (this.#hasEnded) this.#offer();
    for (const each of document.querySelectorAll("[data-calm]")) {
      each.setAttribute("aria-pressed", String(isPatient()));
    }
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form[data-hurry]"));
    const ring = /** @type {HTMLElement | null | undefined} */ (tray?.querySelector(".ask .ring"));
    if (!tray || !ring || !hasTime()) return;
    if (tray.dataset.position !== this.#position) {
      this.#position = tray.dataset.position;
      this.#until = String(this.#clock.now() + SECONDS);
      this.#wait(SECONDS);
    }
    ring.dataset.until = this.#until;
    ring.dataset.whole = String(SECONDS);
  }
}
