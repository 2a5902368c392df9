// The board of a pad: the faces that lie on the table are tapped, then those that are scored.
import { showButton, showDice, showNudge } from "./board.js";
import { fill, part } from "./parts.js";
import { best, selection } from "./scoring.js";

/** @typedef {import("./scoring.js").Face} Face */
/** @typedef {import("./scoring.js").Rules} Rules */
/**
 * What was entered of a turn. `chosen` says that somebody chose what is scored; `id` is that of the
 * command, once it was to be written.
 * @typedef {object} Entry
 * @property {number} turn
 * @property {Face[]} faces
 * @property {Face[]} score
 * @property {boolean} chosen
 * @property {string} [id]
 */
/**
 * A turn as it stands on the pad.
 * @typedef {object} Written
 * @property {Face[]} faces
 * @property {number[]} score
 * @property {string} columns
 * @property {string} was
 * @property {string} by
 */

const DICE = 6;
const ORDER = "RYGBPK";

/** @param {Face} face */
const rank = (face) => 10 * ORDER.indexOf(face[1]) + Number(face[0]);

/** @param {number} turn @returns {Entry} */
export const blank = (turn) => ({ turn, faces: [], score: [], chosen: false });

export class Pad {
  /** @type {HTMLFormElement | null} */
  #form = null;
  #changed;
  #hint = "";
  entry = blank(-1);

  /** @param {() => void} changed what to do when something was entered */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {HTMLElement} table where the board is */
  start(table) {
    table.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const cell = /** @type {HTMLElement | null} */ (target.closest("[data-face]"));
      if (cell) this.#tap(cell.dataset.face ?? "");
      if (target.closest(".take")) this.#score(this.best.dice, false);
    });
    table.addEventListener("change", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.matches("[name=asked]")) this.show();
      if (!target.closest(".six")) return;
      const boxes = /** @type {HTMLInputElement[]} */ (
        [...this.#form?.querySelectorAll(".six [name=die]") ?? []]
      );
      this.#score(boxes.filter((box) => box.checked).map((box) => Number(box.value)), true);
    });
  }

  /**
   * The form of the page now; what was entered for the same turn stays.
   * @param {HTMLFormElement | null} form
   */
  follow(form) {
    this.#form = form;
    form?.querySelector("noscript")?.remove();
    if (form && this.turn !== this.entry.turn) this.entry = blank(this.turn);
    this.show();
  }

  get turn() {
    return Number(this.#form?.dataset.turn ?? -1);
  }

  get isFull() {
    return this.entry.faces.length === DICE;
  }

  /** @returns {Rules} */
  get rules() {
    return JSON.parse(this.#form?.dataset.rules ?? "");
  }

  /** @returns {Written[]} */
  get written() {
    return JSON.parse(this.#form?.dataset.written || "[]");
  }

  get best() {
    return best(this.entry.faces, this.rules);
  }

  /** @returns {number[]} the places of the dice that are scored */
  get places() {
    return this.entry.score.map((face) => this.entry.faces.indexOf(face));
  }

  /** @param {Face} face */
  #tap(face) {
    const { entry } = this;
    if (entry.id) return;
    const there = entry.faces.includes(face);
    const { sameDie = "", enough = "" } = this.#texts();
    this.#hint = "";
    if (!there && this.#lies(face)) this.#hint = sameDie;
    else if (!there && this.isFull) this.#hint = enough;
    else {
      const faces = there ? entry.faces.filter((each) => each !== face) : [...entry.faces, face];
      faces.sort((one, two) => rank(one) - rank(two));
      this.entry = { ...entry, faces, score: [], chosen: false };
      if (this.isFull) this.entry.score = this.best.dice.map((place) => faces[place]);
      this.#changed();
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

  /**
   * @param {number[]} places
   * @param {boolean} chosen
   */
  #score(places, chosen) {
    if (this.entry.id) return;
    this.#hint = "";
    this.entry = { ...this.entry, score: places.map((place) => this.entry.faces[place]), chosen };
    this.#changed();
    this.show();
  }

  #texts() {
    return part(/** @type {HTMLElement} */ (this.#form), ".hint").dataset;
  }

  /** Show what was entered, and what writing it will do. */
  show() {
    const form = this.#form;
    if (!form) return;
    const { faces, id } = this.entry;
    for (const each of form.querySelectorAll("[data-face]")) {
      const cell = /** @type {HTMLElement} */ (each);
      const there = faces.includes(cell.dataset.face ?? "");
      cell.setAttribute("aria-pressed", String(there));
      if (!there && this.#lies(cell.dataset.face ?? "")) cell.setAttribute("aria-disabled", "true");
      else cell.removeAttribute("aria-disabled");
    }
    showDice(form, this.entry, this.isFull && !id);
    const worth = this.isFull ? selection(faces, this.places, this.rules) : null;
    const asks = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=asked]"));
    const doubled = asks ? asks.checked : "doubled" in form.dataset;
    const factor = doubled ? this.rules.factor : 1;
    const top = this.isFull ? this.best : null;
    showButton(form, worth, { factor, isFull: this.isFull, isOpen: !id });
    showNudge(form, id ? null : top, worth, { factor, faces });
    this.#showHint(worth !== null);
  }

  /** @param {boolean} fits whether the chosen dice go together */
  #showHint(fits) {
    const { entry } = this;
    const { count, full, why, none } = this.#texts();
    const hint = part(/** @type {HTMLElement} */ (this.#form), ".hint");
    const chosen = entry.score.length ? why : none;
    const said = this.isFull ? (fits ? full : chosen) : fill(count, { count: entry.faces.length });
    hint.textContent = (entry.id ? this.#form?.dataset.unsent : this.#hint || said) ?? "";
    hint.classList.toggle("unsent", Boolean(entry.id));
  }
}
