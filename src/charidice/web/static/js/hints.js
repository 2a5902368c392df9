// The hint below the headline: what a bonus is for, which die would bring one, which one spoils it.
import { light, missingNumbers } from "./bonuses.js";
import { boxOf, buttonFor, faceOf, fill, sayHowToPoint } from "./parts.js";

/** @typedef {import("./bonuses.js").Face} Face */
/** @typedef {[points: number, bonus: number, gift: number, card: string]} Worth */

/**
 * The hint says what a bonus is for, which die would bring one, and which one spoils it.
 * @param {HTMLElement} tray
 * @param {HTMLElement[]} dice
 * @param {Record<string, Worth>} all what every selection is worth
 * @param {number} mask the selection
 */
export function previewBonus(tray, dice, all, mask) {
  const faces = dice.filter((die) => boxOf(die).checked).map(faceOf);
  const [, bonus = 0, , card = ""] = all[mask] ?? [];
  const more = buttonFor(tray, "reroll") !== null;
  const near = light(tray, faces, card, more);
  const hint = /** @type {HTMLElement | null} */ (tray.querySelector("#hint"));
  if (!hint) return;
  const bits = dice.map((die) => 1 << Number(boxOf(die).value));
  const without = Math.max(0, ...bits.filter((bit) => mask & bit).map(
    (bit) => all[mask ^ bit]?.[1] ?? 0,
  ));
  const text = bonus && bonus >= without
    ? fill(hint.dataset[card.slice(0, -1)], { bonus })
    : spoiled(hint, without) || onTheTable(hint, dice, all, mask) || wished(hint, faces, near)
      || refused(hint, mask !== 0 && !all[mask]);
  hint.classList.toggle("asked", !text && "asked" in tray.dataset);
  if (text) hint.textContent = text;
  else sayHowToPoint(/** @type {HTMLElement} */ (hint.parentElement));
}

/**
 * @param {HTMLElement} hint
 * @param {number} bonus what there would be with one die less
 */
const spoiled = ({ dataset }, bonus) => (bonus ? fill(dataset.less, { bonus }) : "");

/**
 * A die that lies there and would bring a bonus.
 * @param {HTMLElement} hint
 * @param {HTMLElement[]} dice
 * @param {Record<string, Worth>} all
 * @param {number} mask
 */
function onTheTable({ dataset }, dice, all, mask) {
  const others = dice.filter((die) => !boxOf(die).checked);
  const found = others.map((die) => {
    const [, bonus = 0] = all[mask | (1 << Number(boxOf(die).value))] ?? [];
    return { ...faceOf(die), bonus };
  }).sort((one, two) => two.bonus - one.bonus)[0];
  const both = pairs(others).map(([one, two]) => all[mask | one | two]?.[1] ?? 0);
  const best = mask ? Math.max(0, ...both) : 0;
  if (best > (found?.bonus ?? 0)) return fill(dataset.several, { count: 2, bonus: best });
  if (!found?.bonus) return "";
  const { number, colour, bonus } = found;
  return fill(dataset[`add${capital(colour)}`], { number, bonus });
}

/**
 * All pairs of dice, as bits.
 * @param {HTMLElement[]} dice
 * @returns {[number, number][]}
 */
function pairs(dice) {
  const bits = dice.map((die) => 1 << Number(boxOf(die).value));
  return bits.flatMap((one, place) => bits.slice(place + 1).map(
    (two) => /** @type {[number, number]} */ ([one, two]),
  ));
}

/**
 * Why dice cannot be scored together.
 * @param {HTMLElement} hint
 * @param {boolean} bad
 */
const refused = ({ dataset }, bad) => (bad ? dataset.why ?? "" : "");

/**
 * A die that the next roll may bring.
 * @param {HTMLElement} hint
 * @param {Face[]} faces
 * @param {import("./bonuses.js").Near[]} near
 */
function wished({ dataset }, faces, near) {
  const best = [...near].sort((one, two) => two.worth - one.worth)[0];
  if (!best) return "";
  if (best.kind === "same") {
    return fill(dataset.nearNumber, { number: faces[0].number, bonus: best.worth });
  }
  const colour = capital(faces[0].colour);
  if (best.kind !== "run") return fill(dataset[`near${colour}`], { bonus: best.worth });
  const [one, other] = missingNumbers(faces, best.count);
  const numbers = other ? fill(dataset.or, { one, other }) : one;
  return fill(dataset[`roll${colour}`], { numbers, bonus: best.worth });
}

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);
