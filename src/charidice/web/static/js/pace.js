// How long bots leave for the 2×: until there is an answer for whoever wants that; a little longer
// for newcomers until they want it faster, and for whoever plays without a pointer, by ear or from
// button to button. Time to take something back, too.

/** @typedef {import("./clock.js").Clock} Clock */

const KEY = "charidice-calm";
const NEW = "new"; // nobody has chosen yet
const FASTER = "off"; // chosen: also without a pointer there is no more time than others have
let isWithoutPointer = false; // the last press came from a screen reader, or from Enter and Space
// Seconds that bots leave, unless somebody goes on.
const SECONDS = { coin: 4, heard: 20, undo: 5, calm: 8, aim: 5 };

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
  return stored() === null ? isWithoutPointer : stored() !== FASTER;
}

/** Whether every gift is worth a question: for whoever plays by ear, or wants bots to wait. */
export function isAskedAlways() {
  return isPatient() || (hasTime() && isWithoutPointer);
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
  /** @type {string | undefined} */
  #aimed; // in which somebody was about to press a button that goes away
  #until = "";
  #isOffered = false; // also after the answer
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
    document.addEventListener("pointerdown", () => { isWithoutPointer = false; });
    document.addEventListener("click", ({ target, detail, isTrusted }) => {
      const isDie = (/** @type {HTMLElement} */ (target)).matches("[type=checkbox]"); // by a label
      if (!isTrusted || detail || isDie) return; // no key of the game
      isWithoutPointer = true;
      document.documentElement.classList.add("by-keys");
    }, { capture: true });
    document.addEventListener("click", ({ target }) => {
      const pressed = /** @type {HTMLElement | null} */ (
        /** @type {HTMLElement} */ (target).closest("[data-calm], [data-pace]")
      );
      if (!pressed) return;
      store(pressed.dataset.pace ?? (isPatient() ? FASTER : "on"));
      this.#position = undefined; // for the dice that lie there too
      this.follow();
    });
    document.addEventListener("focusin", ({ target }) => this.#aim(target));
    document.addEventListener("pointermove", ({ target, movementX, movementY }) => {
      if (movementX || movementY) this.#aim(target); // not where the button came to the pointer
    });
    this.follow();
  }

  /**
   * Somebody is about to take something back, or to ask: bots leave them the time for it, once.
   * @param {EventTarget | null} target
   */
  #aim(target) {
    const button = (/** @type {HTMLElement} */ (target))
      .closest?.("form[data-hurry] :is(.undo, .ask > summary)");
    const position = /** @type {HTMLElement | null | undefined} */ (
      button?.closest("form")
    )?.dataset.position;
    if (!position || position === this.#aimed) return;
    this.#aimed = position;
    this.#wait(SECONDS.aim);
  }

  /** From the end of the first whole game on somebody can let bots play faster. */
  #offer() {
    const isWhole = document.querySelector(".result[data-whole]");
    if (isWhole && stored() === NEW) this.#isOffered = true;
    const offer = document.getElementById("offer");
    if (offer && this.#isOffered) offer.hidden = false;
    for (const each of document.querySelectorAll("[data-pace]")) {
      const state = /** @type {HTMLElement} */ (each).dataset.pace;
      each.setAttribute("aria-pressed", String(state === stored()));
    }
  }

  /** The table has changed. */
  follow() {
    this.#offer();
    for (const each of document.querySelectorAll("[data-calm]")) {
      each.setAttribute("aria-pressed", String(isPatient()));
    }
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form[data-hurry]"));
    if (!tray || !hasTime()) return;
    const ring = /** @type {HTMLElement | null} */ (tray.querySelector(".ask .ring"));
    const coin = isWithoutPointer ? SECONDS.heard : SECONDS.coin;
    const undo = isPatient() || isWithoutPointer ? SECONDS.calm : SECONDS.undo;
    const seconds = ring ? coin : tray.querySelector(".undo") ? undo : 0;
    if (tray.dataset.position !== this.#position) {
      this.#position = tray.dataset.position;
      this.#until = String(this.#clock.now() + seconds);
      if (seconds) this.#wait(seconds);
    }
    if (!ring) return;
    ring.closest(".asking")?.classList.add("timed"); // a wait is seen
    for (const each of tray.querySelectorAll(".ask .ring, .wait-left")) {
      const { dataset } = /** @type {HTMLElement} */ (each);
      dataset.until = this.#until;
      dataset.whole = String(coin);
    }
  }
}
