// The bonus cards: they count the ticked dice, and say when a bonus is reached or one die away.
import { faceOf } from "./parts.js";

/** @typedef {{ number: number, colour: string }} Face */
/** @typedef {{ kind: string, count: number, worth: number }} Near */

/**
 * How many dice are missing for a bonus of so many dice; Infinity if these cannot lead to it.
 * @param {string} kind
 * @param {number} count
 * @param {Face[]} faces
 */
export function missing(kind, count, faces) {
  const numbers = faces.map((face) => face.number);
  const colours = new Set(faces.map((face) => face.colour));
  const span = Math.max(...numbers) - Math.min(...numbers) + 1;
  const fits = {
    same: new Set(numbers).size === 1 && colours.size === faces.length,
    colour: colours.size === 1,
    run: colours.size === 1 && span <= count,
  }[kind];
  return faces.length && fits && faces.length <= count ? count - faces.length : Infinity;
}

/**
 * How many of these numbers follow one another.
 * @param {number[]} numbers
 */
function longestRun(numbers) {
  const all = new Set(numbers);
  const lengths = numbers.filter((number) => !all.has(number - 1)).map((first) => {
    let length = 1;
    while (all.has(first + length)) length += 1;
    return length;
  });
  return Math.max(0, ...lengths);
}

/**
 * How many of these dice go together for a bonus, whatever else is among them.
 * @param {string} kind
 * @param {Face[]} faces
 */
function going(kind, faces) {
  return Math.max(0, ...faces.map(({ number, colour }) => {
    if (kind === "same") {
      const ofIt = faces.filter((face) => face.number === number);
      return new Set(ofIt.map((face) => face.colour)).size;
    }
    const ofOne = faces.filter((face) => face.colour === colour).map((face) => face.number);
    return kind === "run" ? longestRun(ofOne) : ofOne.length;
  }));
}

/**
 * Light the cards for what is ticked. Returns the bonuses that are one die away.
 * @param {HTMLElement} tray
 * @param {Face[]} faces
 * @param {string} reached the step that the ticked dice reach, like "run4"
 * @param {boolean} more whether dice can still be rolled
 */
export function light(tray, faces, reached, more) {
  /** @type {Near[]} */
  const near = [];
  for (const element of tray.querySelectorAll(".bonus")) {
    const card = /** @type {HTMLElement} */ (element);
    const kind = card.dataset.kind ?? "";
    for (const item of card.querySelectorAll(".step")) {
      const step = /** @type {HTMLElement} */ (item);
      const count = Number(step.dataset.count);
      const away = more ? missing(kind, count, faces) : Infinity;
      const got = reached === `${kind}${count}`;
      step.classList.toggle("got", got);
      step.classList.toggle("near", away === 1);
      if (away === 1) near.push({ kind, count, worth: Number(step.dataset.worth) });
    }
    const most = going(kind, faces);
    const least = Number(/** @type {HTMLElement} */ (card.querySelector(".step")).dataset.count);
    card.classList.toggle("spoilt", most >= least && !reached);
    card.querySelectorAll(".way i").forEach((pip, place) => {
      pip.classList.toggle("on", place < most);
    });
  }
  return near;
}

/**
 * Light the step that a die on the table completes.
 * @param {HTMLElement} tray
 * @param {string} step like "run4"
 */
export function offer(tray, step) {
  const [kind, count] = [step.slice(0, -1), step.slice(-1)];
  tray.querySelector(`[data-kind=${kind}] [data-count="${count}"]`)?.classList.add("near");
}

/**
 * The step that these dice reach, like "run4"; empty if they bring no bonus.
 * @param {HTMLElement} tray
 * @param {Face[]} faces
 */
function reachedBy(tray, faces) {
  const inARow = longestRun(faces.map((face) => face.number)) === faces.length;
  const kind = ["same", inARow ? "run" : "colour"].find(
    (each) => missing(each, faces.length, faces) === 0,
  );
  const step = `.bonus[data-kind=${kind}] .step[data-count="${faces.length}"]`;
  return kind && tray.querySelector(step) ? `${kind}${faces.length}` : "";
}

/**
 * Light the cards for what somebody else has kept.
 * @param {HTMLElement} tray
 */
export function lightKept(tray) {
  const kept = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll(".dice .kept")]);
  if (!kept.length || tray.classList.contains("scored")) return;
  const faces = kept.map(faceOf);
  light(tray, faces, reachedBy(tray, faces), tray.querySelector(".pips i:not(.on)") !== null);
}

/**
 * The numbers that would complete a run of so many dice.
 * @param {Face[]} faces
 * @param {number} count
 */
export function missingNumbers(faces, count) {
  const numbers = faces.map((face) => face.number);
  return [1, 2, 3, 4, 5, 6].filter((number) =>
    !numbers.includes(number) && longestRun([...numbers, number]) === count);
}
