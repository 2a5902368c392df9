// Dice that lie on the table and would bring a bonus, or a larger one, if they were ticked too.
import { offer } from "./bonuses.js";
import { boxOf, capital, faceOf, fill } from "./parts.js";

/** @typedef {import("./bonuses.js").Face} Face */
/** @typedef {import("./hints.js").Choice} Choice */
/** @typedef {import("./hints.js").Worth} Worth */

export const ALL = 0b111111; // the six dice, as bits

/** @param {HTMLElement} die */
export const bitOf = (die) => 1 << Number(boxOf(die).value);

/**
 * Dice that lie there and would bring a bonus, or a larger one; the card of a single one lights up.
 * @param {HTMLElement} tray
 * @param {HTMLElement} hint
 * @param {Choice} choice
 * @param {number} reached what is reached already
 */
export function onTheTable(tray, { dataset }, { dice, all, mask, faces }, reached) {
  const others = dice.filter((die) => !boxOf(die).checked);
  const found = others.map((die) => {
    const [, bonus = 0, , step = ""] = all[mask | bitOf(die)] ?? [];
    return { ...faceOf(die), bonus, step };
  }).sort((one, two) => two.bonus - one.bonus)[0];
  const [, whole = 0] = (mask && others.length > 2 && all[ALL]) || [];
  if (whole > reached) return fill(dataset.all, { bonus: whole });
  const [, most = 0, , card = ""] = mask ? bestPair(others, all, mask) : [];
  if (most > Math.max(found?.bonus ?? 0, reached)) {
    return twoMore(dataset, "addTwo", faces[0], card.startsWith("same"), most);
  }
  if (!found || found.bonus <= reached) return "";
  offer(tray, found.step); // also where nothing more is rolled
  const { number, colour, bonus } = found;
  return fill(dataset[`add${capital(colour)}`], { number, bonus });
}

/**
 * What two more of the dice on the table bring at best.
 * @param {HTMLElement[]} others
 * @param {Record<string, Worth>} all
 * @param {number} mask
 * @returns {Worth | []}
 */
function bestPair(others, all, mask) {
  const found = pairs(others).map(([one, two]) => all[mask | one | two]).filter(Boolean);
  return found.sort((one, two) => two[1] - one[1])[0] ?? [];
}

/**
 * @param {DOMStringMap} texts
 * @param {string} way whether they lie there or have to be rolled
 * @param {Face} face one of those that are ticked
 * @param {boolean} isNumber whether equal numbers are meant, and not a colour
 * @param {number | string | undefined} bonus
 */
export const twoMore = (texts, way, { number, colour }, isNumber, bonus) =>
  fill(texts[`${way}${isNumber ? "Number" : capital(colour)}`], { number, bonus });

/**
 * @param {HTMLElement[]} dice
 * @returns {[number, number][]} as bits
 */
function pairs(dice) {
  const bits = dice.map(bitOf);
  return bits.flatMap((one, place) => bits.slice(place + 1).map(
    (two) => /** @type {[number, number]} */ ([one, two]),
  ));
}
