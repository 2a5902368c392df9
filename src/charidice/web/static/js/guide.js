// The guide through a first turn, on the real table: it looks on, says what comes next, and can be
// sent away at any time.
const KEY = "charidice-guide";
const PLACES = { watch: 0, roll: 1, keep: 2, score: 3, last: 3, gift: 4, coin: 5 };

function known() {
  try { return localStorage.getItem(KEY); } catch { return "done"; }
}

/** @param {string} state */
function note(state) {
  try { localStorage.setItem(KEY, state); } catch { /* private windows */ }
}

export class Guide {
  /** @type {HTMLElement | null} */
  #card = null;
  #shown = "";
  #hasScored = false;
  #wait;

  /** @param {() => void} wait lets bots wait while somebody reads */
  constructor(wait) {
    this.#wait = wait;
  }

  /** Begin, if somebody wants it or plays for the first time. */
  start() {
    const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("guide"));
    const wanted = location.hash === "#guide";
    const first = template !== null && "first" in template.dataset && known() !== "done";
    if (!template || !(wanted || first)) return;
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    this.#card = /** @type {HTMLElement} */ (copy.firstElementChild);
    document.getElementById("main")?.append(this.#card);
    this.#card.querySelector("button")?.addEventListener("click", () => this.#end());
    note("on");
    this.follow();
  }

  #end() {
    this.#card?.remove();
    this.#card = null;
    note("done");
    if (location.hash === "#guide") history.replaceState(null, "", location.pathname);
  }

  /** The table has changed, or a die was ticked. */
  follow() {
    if (!this.#card) return;
    const step = this.#step();
    if (step === null) this.#end();
    else if (step !== this.#shown) this.#show(step);
  }

  /**
   * The step that fits what is on the table; null when the guide has done its work.
   * @returns {keyof PLACES | null}
   */
  #step() {
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
    if (!tray) return null;
    const mine = tray.dataset.mine === "turn";
    if (mine && tray.querySelector("[value=roll]")) return this.#hasScored ? null : "roll";
    if (mine && tray.dataset.worth) {
      if (!tray.querySelector("[value=reroll]")) return "last";
      return tray.querySelector("input[name=die]:checked") ? "score" : "keep";
    }
    if (["keep", "score", "last"].includes(this.#shown)) this.#hasScored = true;
    if (!this.#hasScored) return "watch";
    return tray.querySelector("details.ask") || this.#shown === "coin" ? "coin" : "gift";
  }

  /** @param {keyof PLACES} step */
  #show(step) {
    this.#shown = step;
    if (step === "coin") this.#wait();
    this.#card?.querySelectorAll("[data-step]").forEach((text) => {
      text.classList.toggle("now", text.getAttribute("data-step") === step);
    });
    this.#card?.querySelectorAll(".way i").forEach((pip, number) => {
      pip.classList.toggle("on", number < PLACES[step]);
    });
  }
}
