// What dice are worth: the rules of scoring, where the server cannot know which dice lie there.

/** A face as text: its number and the letter of its colour, like 3R. @typedef {string} Face */
/**
 * What bonuses bring by the number of dice, and what a die gives by its number.
 * @typedef {object} Rules
 * @property {number[]} same
 * @property {number[]} run
 * @property {number[]} colour
 * @property {number[]} gifts
 * @property {number} least how many dice of one colour can be scored
 * @property {number} factor of the biggest gift
 * @property {number} rolls how often dice may be rolled in a turn
 */
/**
 * Dice that may be scored together, by their places.
 * @typedef {{ dice: number[], points: number, bonus: number, gift: number }} Selection
 */

/** @param {Face} face */
const numberOf = (face) => Number(face[0]);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/**
 * What these places of six faces score and give; null if they do not go together.
 * @param {Face[]} faces
 * @param {number[]} dice
 * @param {Rules} rules
 * @returns {Selection | null}
 */
export function selection(faces, dice, rules) {
  const scored = dice.map((place) => numberOf(faces[place]));
  const colours = new Set(dice.map((place) => faces[place][1]));
  const size = dice.length;
  const different = colours.size === size;
  if (!size || (!different && (colours.size > 1 || size < rules.least))) return null;
  const span = Math.max(...scored) - Math.min(...scored);
  const ofOne = span === size - 1 ? rules.run[size] : rules.colour[size];
  const bonus = different ? (span === 0 ? rules.same[size] : 0) : ofOne;
  const given = faces.filter((_face, place) => !dice.includes(place));
  const gift = sum(given.map((face) => rules.gifts[numberOf(face)]));
  return { dice, points: sum(scored), bonus, gift };
}

/**
 * The selection that scores most; of equal ones the smaller gift, then the fewer dice.
 * @param {Face[]} faces
 * @param {Rules} rules
 * @returns {Selection}
 */
export function best(faces, rules) {
  /** @type {Selection[]} */
  const found = [];
  for (let mask = 1; mask < 1 << faces.length; mask += 1) {
    const dice = faces.map((_face, place) => place).filter((place) => mask & (1 << place));
    const worth = selection(faces, dice, rules);
    if (worth) found.push(worth);
  }
  return found.sort((one, two) => two.points + two.bonus - one.points - one.bonus
    || one.gift - two.gift || one.dice.length - two.dice.length)[0];
}
