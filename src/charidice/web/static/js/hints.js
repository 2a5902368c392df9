// The hint below the headline: what a bonus is for, which die would bring one, which one spoils it.
import { ALL, bitOf, onTheTable, twoMore } from "./additions.js";
import { light, missingNumbers } from "./bonuses.js";
import { boxOf, buttonFor, capital, faceOf, fill, part, sayHowToPoint } from "./parts.js";
import { betterWithFewer, clashing, isAdvised } from "./spoilers.js";

/** @typedef {import("./bonuses.js").Face} Face */
/** @typedef {[points: number, bonus: number, gift: number, card: string]} Worth */
/**
 * What is ticked among the dice.
 * @typedef {object} Choice
 * @property {HTMLElement[]} dice all of them
 * @property {Record<string, Worth>} all what every selection is worth
 * @property {number} mask the ticked ones
 * @property {Face[]} faces the faces of the ticked ones
 */

/**
 * The hint says what a bonus is for, which die would bring one, and which one spoils it. Scoring
 * stands out when it brings a bonus and no die on the table more, or when no roll is left.
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
  const choice = { dice, all, mask, faces };
  const follows = more && isAdvised(dice); // the coach keeps them, and rolls for something else
  const fewer = follows ? 0 : betterWithFewer(all, mask);
  const better = fewer || follows ? "" : onTheTable(tray, hint, choice, bonus);
  if (follows || better) {
    for (const each of tray.querySelectorAll(".spoilt")) each.classList.remove("spoilt");
  }
  buttonFor(tray, "score")?.classList.toggle(
    "calm", Boolean(fewer) || better !== "" || (more && !bonus),
  );
  mark(dice, fewer ? mask ^ fewer : more ? 0 : clashing(choice));
  if (fewer && all[mask] && !bonus) tellLoss(tray, all[mask]);
  const text = fewer ? spoiled(hint, choice, fewer)
    : better || (bonus ? fill(hint.dataset[card.slice(0, -1)], { bonus })
      : wished(hint, faces, near) || (more ? twoAway(tray, hint, faces) : "")
        || refused(hint, choice) || others(tray, hint, mask));
  hint.toggleAttribute("data-better", better !== "");
  hint.classList.toggle("asked", !text && "asked" in tray.dataset);
  if (text) hint.textContent = text;
  else sayHowToPoint(/** @type {HTMLElement} */ (hint.parentElement));
}

/**
 * @param {HTMLElement[]} dice
 * @param {number} mask the ones to leave out
 */
function mark(dice, mask) {
  for (const die of dice) die.classList.toggle("spoils", Boolean(mask & bitOf(die)));
}

/**
 * The button says that a bonus is given up.
 * @param {HTMLElement} tray
 * @param {Worth} worth
 */
function tellLoss(tray, [points]) {
  const score = buttonFor(tray, "score");
  if (score) part(score, ".title").textContent = fill(score.dataset.lost, { points });
}

/**
 * What there would be without some of the ticked dice.
 * @param {HTMLElement} hint
 * @param {Choice} choice
 * @param {number} fewer the dice that bring more
 */
function spoiled({ dataset }, { dice, all, mask }, fewer) {
  const [, bonus] = all[fewer];
  const [die, another] = dice.filter((each) => (mask ^ fewer) & bitOf(each));
  if (another) return fill(dataset.without, { bonus });
  const { number, colour } = faceOf(die);
  return fill(dataset[`without${capital(colour)}`], { number, bonus });
}

/**
 * Why dice cannot be scored together.
 * @param {HTMLElement} hint
 * @param {Choice} choice
 */
function refused({ dataset }, { dice, all, mask, faces }) {
  if (!mask || all[mask]) return "";
  const colours = faces.map((face) => face.colour);
  const times = colours.map((colour) => colours.filter((each) => each === colour).length);
  const twice = colours[times.indexOf(2)];
  const isOnePair = Math.max(...times) === 2 && times.filter((each) => each === 2).length === 2;
  if (isAdvised(dice)) return dataset.keep ?? "";
  return (isOnePair ? dataset[`only${capital(twice)}`] : dataset.why) ?? "";
}

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

/**
 * What two more dice from the next rolls would bring to a pair.
 * @param {HTMLElement} tray
 * @param {HTMLElement} hint
 * @param {Face[]} faces
 */
function twoAway(tray, { dataset }, faces) {
  if (faces.length !== 2) return "";
  const [{ number, colour }, other] = faces;
  const isOneColour = colour === other.colour;
  if (!isOneColour && number !== other.number) return "";
  const step = tray.querySelector(`[data-kind=${isOneColour ? "colour" : "same"}] .step`);
  const bonus = /** @type {HTMLElement} */ (step).dataset.worth;
  return twoMore(dataset, "two", faces[0], !isOneColour, bonus);
}

/**
 * What becomes of the dice that are not ticked; who was asked for the biggest gift reads that.
 * @param {HTMLElement} tray
 * @param {HTMLElement} hint
 * @param {number} mask
 */
const others = (tray, { dataset }, mask) =>
  (mask && mask !== ALL && !("asked" in tray.dataset) ? dataset.others ?? "" : "");
