// Which of the ticked dice stand in the way: of a bonus, or of being scored at all.
import { boxOf, faceOf } from "./parts.js";

/** @typedef {import("./hints.js").Worth} Worth */
/** @typedef {import("./hints.js").Choice} Choice */

/**
 * Those of the ticked dice that would bring a larger bonus without the others; 0 if there are none,
 * or if others on the table added to them bring as much. Of equal bonuses the one with more points.
 * @param {Record<string, Worth>} all what every selection is worth
 * @param {number} mask the ticked dice
 */
export function betterWithFewer(all, mask) {
  let best = 0;
  const more = Object.entries(all).filter(([key]) => (Number(key) & mask) === mask);
  let [most, bonus] = [0, Math.max(0, ...more.map(([, worth]) => worth[1]))];
  for (let some = (mask - 1) & mask; some; some = (some - 1) & mask) {
    const [points, found] = all[some] ?? [0, 0];
    if (found > bonus || (best && found === bonus && points > most)) {
      [best, most, bonus] = [some, points, found];
    }
  }
  return best;
}

/**
 * The ticked dice that keep the others from being scored: those of a colour that is there twice, or
 * those beside three of one colour.
 * @param {Choice} choice
 */
export function clashing({ dice, all, mask, faces }) {
  if (!mask || all[mask]) return 0;
  const colours = faces.map((face) => face.colour);
  const often = (/** @type {string} */ colour) => colours.filter((each) => each === colour).length;
  const most = Math.max(...colours.map(often));
  if (most === faces.length) return 0; // dice of one colour, too few of them yet
  const wrong = dice.filter((die) => boxOf(die).checked).filter((die) => {
    const times = often(faceOf(die).colour);
    return most === 2 ? times === 2 : times < most;
  });
  return wrong.reduce((sum, die) => sum | (1 << Number(boxOf(die).value)), 0);
}

/**
 * Whether exactly those dice are ticked that a hint means.
 * @param {HTMLElement[]} dice
 */
export const isAdvised = (dice) => dice.some((die) => boxOf(die).checked)
  && dice.every((die) => boxOf(die).checked === die.classList.contains("advised"));
