// What a request of a pad wishes, read from the fields of its form.
import { entryOf, isSame } from "./entry.js";

/** @typedef {import("./entry.js").Written} Written */
/** @typedef {import("./kept.js").Request} Request */
/**
 * `numbers` are columns without dice.
 * @typedef {object} Wish
 * @property {"enter" | "columns" | "pad-ask" | "pad-unask" | "correct" | "restore"} kind
 * @property {number} turn
 * @property {string} was
 * @property {boolean} asked
 * @property {number[] | null} numbers
 */

/** The buttons of a pad whose requests are kept until the server has them. */
export const KINDS = ["enter", "columns", "pad-ask", "pad-unask", "correct", "restore"];

/** @param {Request} request @returns {Wish} */
export function wishOf({ fields }) {
  const all = new URLSearchParams(fields);
  const columns = ["points", "bonus", "gift"].map((name) => Number(all.get(name) || 0));
  return {
    kind: /** @type {Wish["kind"]} */ (all.get("do")),
    turn: Number(all.get("turn")),
    was: all.get("was") ?? "",
    asked: all.has("asked"),
    numbers: all.has("points") ? columns : null,
  };
}

/** @param {Wish} wish whether it is for the biggest gift */
export const isAsk = ({ kind }) => kind === "pad-ask" || kind === "pad-unask";

/** @param {Wish} wish whether it writes down a turn that nobody wrote before */
export const isNew = ({ kind }) => kind === "enter" || kind === "columns";

/**
 * Whether a turn stands on the pad just as a request wants it.
 * @param {Request} request
 * @param {Written | undefined} written
 */
export function isFulfilled(request, written) {
  const wish = wishOf(request);
  if (!written || wish.kind === "restore") return false;
  if (isAsk(wish)) return written.asked === (wish.kind === "pad-ask");
  if (wish.kind === "correct" && wish.asked !== written.asked) return false;
  if (wish.numbers) return wish.numbers.join() === written.numbers.join();
  const { faces, score, earlier } = entryOf(request.fields);
  const theirs = entryOf(written.earlier.map((roll) => ["earlier", roll])).earlier;
  const sameRolls = earlier.every((roll, place) => isSame(roll.faces, theirs[place]?.faces ?? [])
    && isSame(roll.kept, theirs[place]?.kept ?? []));
  return isSame(faces, written.faces) && isSame(score, written.score) && sameRolls;
}
