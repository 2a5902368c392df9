// Whether bots leave more time for the 2×: for whoever wants it, and for newcomers until the end of
// their first whole game.

const KEY = "charidice-calm";
const NEW = "new"; // nobody has chosen yet
const SECONDS = 8; // that bots wait then, unless somebody goes on

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

export class Pace {
  #wait;
  /** @type {string | undefined} */
  #position; // for which bots were asked to wait

  /** @param {(seconds: number) => void} wait lets bots wait at least so long */
  constructor(wait) {
    this.#wait = wait;
  }

  /** Take over the switch. */
  start() {
    document.getElementById("calm")?.addEventListener("click", () => {
      store(this.#isCalm ? "off" : "on");
      this.follow();
    });
    this.follow();
  }

  get #isCalm() {
    return ["on", NEW].includes(stored() ?? "");
  }

  /** The table has changed. */
  follow() {
    const isWhole = document.querySelector(".result:not(.guided)");
    if (isWhole && stored() === NEW) store("off");
    document.getElementById("calm")?.setAttribute("aria-pressed", String(this.#isCalm));
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form[data-hurry]"));
    if (!this.#isCalm || !tray?.querySelector(".ask")) return;
    tray.querySelector(".ring.countdown")?.classList.remove("countdown");
    if (tray.dataset.position === this.#position) return;
    this.#position = tray.dataset.position;
    this.#wait(SECONDS);
  }
}
