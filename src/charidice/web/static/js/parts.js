// The parts of the tray, for the scripts that preview a choice.

/** @typedef {import("./bonuses.js").Face} Face */

/**
 * @param {string | undefined} text
 * @param {Record<string, unknown>} values
 */
export const fill = (text, values) =>
  (text ?? "").replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

/**
 * @param {HTMLElement} tray
 * @param {string} wish
 */
export const buttonFor = (tray, wish) =>
  /** @type {HTMLButtonElement | null} */ (tray.querySelector(`[value=${wish}]`));

/**
 * @param {HTMLElement} inside
 * @param {string} selector
 */
export const part = (inside, selector) =>
  /** @type {HTMLElement} */ (inside.querySelector(selector));

/**
 * Say the words that fit how somebody points: with a finger, with a mouse, or with keys.
 * @param {HTMLElement} inside
 */
export function sayHowToPoint(inside) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const way = document.documentElement.matches(".by-keys") ? "pick" : touch ? "tap" : "click";
  for (const element of inside.querySelectorAll("[data-tap]")) {
    element.textContent = /** @type {HTMLElement} */ (element).dataset[way] ?? "";
  }
}

/**
 * Whoever has played before need not type their name again to take a seat.
 * @param {HTMLElement} table
 */
export function introduce(table) {
  const field = /** @type {HTMLInputElement | null} */ (table.querySelector("#sit-name"));
  if (field) field.defaultValue = table.dataset.name ?? "";
}

/** @param {HTMLElement} die */
export const boxOf = (die) => /** @type {HTMLInputElement} */ (die.querySelector("input"));

/**
 * @param {HTMLElement} die
 * @returns {Face}
 */
export const faceOf = ({ dataset: { number, colourOf } }) =>
  ({ number: Number(number), colour: colourOf ?? "" });

/** @param {string} word */
export const capital = (word) => word[0].toUpperCase() + word.slice(1);
