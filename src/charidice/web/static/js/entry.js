// A turn as it is being entered at a pad: the faces that lie there, which are scored, and the rolls
// before. Values only: nothing here knows the page.

/** @typedef {import("./scoring.js").Face} Face */
/** What a form sends, in order. @typedef {[string, string][]} Fields */
/** A roll before the last one. @typedef {{ faces: Face[], kept: Face[] }} EarlierRoll */
/**
 * What was entered of a turn; `isWritten` once it was to be written down.
 * @typedef {object} Entry
 * @property {number} turn
 * @property {Face[]} faces
 * @property {Face[]} score
 * @property {EarlierRoll[]} earlier
 * @property {boolean} isWritten
 */
/**
 * A turn as it stands on the pad: `was` is how it is known to the server, `by` who wrote it.
 * @typedef {object} Written
 * @property {string} title
 * @property {Face[]} faces
 * @property {Face[]} score
 * @property {string[]} earlier
 * @property {boolean} asked
 * @property {[number, number, number]} numbers
 * @property {string} columns
 * @property {string} was
 * @property {string} by
 */

export const DICE = 6;
const ORDER = "RYGBPK";

/** @param {Face} face */
const rank = (face) => 10 * ORDER.indexOf(face[1]) + Number(face[0]);

/** @param {Face[]} faces */
const sorted = (faces) => [...faces].sort((one, two) => rank(one) - rank(two));

/** @param {number} turn @returns {Entry} */
export const blank = (turn) => ({ turn, faces: [], score: [], earlier: [], isWritten: false });

/** @param {Entry} entry */
export const isFull = ({ faces }) => faces.length === DICE;

/** @param {Entry} entry @returns {Face[]} what was kept of the roll before */
export const keptIn = ({ earlier }) => earlier.at(-1)?.kept ?? [];

/** @param {Entry} entry @returns {Face[]} dice that were kept and do not lie there */
export const missingIn = (entry) => keptIn(entry).filter((face) => !entry.faces.includes(face));

/** @param {Entry} entry @returns {number[]} the places of the dice that are scored */
export const placesIn = ({ faces, score }) => score.map((face) => faces.indexOf(face));

/**
 * The entry after a face was tapped: it lies there now, or no longer.
 * @param {Entry} entry
 * @param {Face} face
 * @returns {Entry}
 */
export function withFace(entry, face) {
  const there = entry.faces.includes(face);
  const faces = there ? entry.faces.filter((each) => each !== face) : [...entry.faces, face];
  return { ...entry, faces: sorted(faces), score: [] };
}

/**
 * The dice that are ticked were kept: they lie there, and the others were rolled again.
 * @param {Entry} entry
 * @returns {Entry}
 */
export function withNextRoll({ turn, faces, score, earlier, isWritten }) {
  const kept = sorted(score);
  return { turn, faces: kept, score: [], earlier: [...earlier, { faces, kept }], isWritten };
}

/**
 * The roll before is the one that lies there again.
 * @param {Entry} entry
 * @returns {Entry}
 */
export function takenBack(entry) {
  const { faces, kept } = entry.earlier.at(-1) ?? { faces: [], kept: [] };
  return { ...entry, faces, score: kept, earlier: entry.earlier.slice(0, -1) };
}

/** @param {EarlierRoll} roll */
export const rollText = ({ faces, kept }) => [...faces, "/", ...kept].join(" ");

/** @param {string} text @returns {EarlierRoll} */
function rollOf(text) {
  const [faces = [], kept = []] = text.split("/").map((part) => part.split(" ").filter(Boolean));
  return { faces: sorted(faces), kept: sorted(kept) };
}

/**
 * What the form of the board would send.
 * @param {Entry} entry
 * @returns {Fields}
 */
export function fieldsOf(entry) {
  return [
    .../** @type {Fields} */ (entry.earlier.map((roll) => ["earlier", rollText(roll)])),
    .../** @type {Fields} */ (entry.faces.map((face) => ["face", face])),
    .../** @type {Fields} */ (placesIn(entry).map((place) => ["die", String(place)])),
  ];
}

/**
 * The entry that a form sent.
 * @param {Fields} fields
 * @returns {Entry}
 */
export function entryOf(fields) {
  const all = new URLSearchParams(fields);
  const faces = all.getAll("face");
  const score = all.getAll("die").map((place) => faces[Number(place)]);
  const earlier = all.getAll("earlier").map(rollOf);
  return { turn: Number(all.get("turn")), faces, score, earlier, isWritten: false };
}

/**
 * A turn that is written down, to be changed.
 * @param {number} turn
 * @param {Written} written
 * @returns {Entry}
 */
export function entryFrom(turn, { faces, score, earlier }) {
  return { turn, faces: sorted(faces), score, earlier: earlier.map(rollOf), isWritten: false };
}

/**
 * Whether two rolls or selections have the same dice, in whatever order.
 * @param {Face[]} one
 * @param {Face[]} two
 */
export const isSame = (one, two) => sorted(one).join() === sorted(two).join();
