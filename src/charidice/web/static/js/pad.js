// The board of a pad: the faces that lie on the table are tapped, then those that are scored.
import { followArrows, stopAt } from "./arrows.js";
import { showButton, showDice, showMisfit, showNudge, showRolls } from "./board.js";
import {
  blank, DICE, isFull, keptIn, missingIn, placesIn, takenBack, withFace, withNextRoll,
} from "./entry.js";
import { fill, part } from "./parts.js";
import { best, selection } from "./scoring.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./scoring.js").Face} Face */
/** @typedef {import("./scoring.js").Rules} Rules */

export class Pad {
  /** @type {HTMLFormElement | null} */
  #form = null;
  #changed;
  #hint = "";
  #stop = ""; // the face where the keyboard was last
  entry = blank(-1);
  /** Whether nothing can be changed now, as it waits to be sent. */
  isLocked = false;
  /** Whether people are told that it waits. */
  isLate = false;

  /** @param {(entry: Entry) => void} changed what to do when something was entered */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {HTMLElement} table where the board is */
  start(table) {
    table.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const cell = /** @type {HTMLElement | null} */ (target.closest("[data-face]"));
      if (cell) this.#tap(cell.dataset.face ?? "");
      if (target.closest(".take")) this.#score(this.best.dice);
      if (target.closest(".next-roll")) this.#goTo(withNextRoll(this.entry));
      if (target.closest(".take-back")) this.#goTo(takenBack(this.entry));
      if (target.closest(".drop-earlier")) this.#goTo({ ...this.entry, earlier: [] });
    });
    table.addEventListener("change", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.matches("[name=asked]")) this.show();
      if (!target.closest(".six")) return;
      const boxes = /** @type {HTMLInputElement[]} */ (
        [...this.#form?.querySelectorAll(".six [name=die]") ?? []]
      );
      this.#score(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
    });
    followArrows(table, (face) => {
      this.#stop = face;
      stopAt(table, face);
    });
  }

  /**
   * The form of the page now; what was entered for the same turn stays.
   * @param {HTMLFormElement | null} form
   */
  follow(form) {
    this.#form = form;
    form?.querySelector("noscript")?.remove();
    if (form && this.turn !== this.entry.turn) {
      this.entry = blank(this.turn);
      this.#stop = "";
    }
    if (form) stopAt(form, this.#stop);
    this.show();
  }

  get turn() {
    return Number(this.#form?.dataset.turn ?? -1);
  }

  /** @returns {Rules} */
  get rules() {
    return JSON.parse(this.#form?.querySelector("[data-rules]")?.getAttribute("data-rules") ?? "");
  }

  get best() {
    return best(this.entry.faces, this.rules);
  }

  /** Whether the turn stands on the pad already. */
  get #isCorrection() {
    return Boolean(this.#form?.querySelector("[value=correct]"));
  }

  /** @param {Face} face */
  #tap(face) {
    const { entry } = this;
    if (this.isLocked) return;
    const there = entry.faces.includes(face);
    const { sameDie = "", enough = "", stays = "" } = this.#texts();
    this.#hint = "";
    if (there && keptIn(entry).includes(face) && !this.#isCorrection) this.#hint = stays;
    else if (!there && this.#lies(face)) this.#hint = sameDie;
    else if (!there && isFull(entry)) this.#hint = enough;
    else {
      this.entry = withFace(entry, face);
      const { faces } = this.entry;
      if (isFull(this.entry)) this.entry.score = this.best.dice.map((place) => faces[place]);
      this.#changed(this.entry);
    }
    this.show();
  }

  /**
   * Whether another face of the same die lies there, as far as the dice are known.
   * @param {Face} face
   */
  #lies(face) {
    const dice = (this.#form?.dataset.arrangement ?? "").split(" ");
    /** @param {Face} each */
    const dieOf = (each) => dice.findIndex((die) => die[Number(each[0]) - 1] === each[1]);
    return dice.length === DICE && this.entry.faces.some((each) => dieOf(each) === dieOf(face));
  }

  /** @param {number[]} places */
  #score(places) {
    if (this.isLocked) return;
    this.#hint = "";
    this.entry = { ...this.entry, score: places.map((place) => this.entry.faces[place]) };
    this.#changed(this.entry);
    this.show();
  }

  /**
   * Another roll lies there, or the same one with other rolls before it.
   * @param {Entry} entry
   */
  #goTo(entry) {
    if (this.isLocked || !this.#form) return;
    this.#hint = "";
    this.entry = entry;
    this.#changed(entry);
    this.show();
    stopAt(this.#form, this.#stop).focus({ preventScroll: true }); // what was pressed is gone
  }

  #texts() {
    return part(/** @type {HTMLElement} */ (this.#form), ".hint").dataset;
  }

  /** Show what was entered, and what writing it will do. */
  show() {
    const form = this.#form;
    if (!form) return;
    const { entry, rules } = this;
    const { faces, score, earlier } = entry;
    const [full, open] = [isFull(entry), !this.isLocked];
    for (const each of form.querySelectorAll("[data-face]")) {
      const cell = /** @type {HTMLElement} */ (each);
      const there = faces.includes(cell.dataset.face ?? "");
      cell.setAttribute("aria-pressed", String(there));
      if (!there && this.#lies(cell.dataset.face ?? "")) cell.setAttribute("aria-disabled", "true");
      else cell.removeAttribute("aria-disabled");
    }
    showDice(form, entry, full && open);
    showRolls(form, entry, open);
    const fits = full && !missingIn(entry).length;
    const worth = fits ? selection(faces, placesIn(entry), rules) : null;
    const asks = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=asked]"));
    const coin = form.querySelector(".coin-button[aria-pressed=true]");
    const doubled = asks ? asks.checked : coin !== null;
    const factor = doubled ? rules.factor : 1;
    showButton(form, worth, { factor, isFull: full, isOpen: open });
    showNudge(form, fits && open ? this.best : null, worth, { factor, faces });
    showMisfit(form, entry, full && open);
    const again = earlier.length < rules.rolls - 1 && score.length < DICE;
    part(form, ".next-roll").hidden = !fits || !open || !again;
    this.#showHint(worth !== null || !fits);
  }

  /** @param {boolean} goes whether the chosen dice go together */
  #showHint(goes) {
    const { faces, score, earlier } = this.entry;
    const { count, again, full, why, none } = this.#texts();
    const hint = part(/** @type {HTMLElement} */ (this.#form), ".hint");
    const values = { count: faces.length, number: earlier.length + 1 };
    const chosen = score.length ? why : none;
    const said = isFull(this.entry) ? (goes ? full : chosen)
      : fill(earlier.length ? again : count, values);
    hint.textContent = (this.isLate ? this.#form?.dataset.late : this.#hint || said) ?? "";
    hint.classList.toggle("late", this.isLate);
  }
}
