// Both versions of a turn that two people wrote at once, to choose from.
import { entryFrom, entryOf, fieldsOf, placesIn } from "./entry.js";
import { fill, part } from "./parts.js";
import { selection } from "./scoring.js";
import { isAsk, isFulfilled, wishOf } from "./wishes.js";

/** @typedef {import("./entry.js").Fields} Fields */
/** @typedef {import("./entry.js").Written} Written */
/** @typedef {import("./kept.js").Request} Request */
/** @typedef {import("./scoring.js").Rules} Rules */

export class Clash {
  #table;
  #outbox;

  /**
   * @param {HTMLElement} table
   * @param {import("./outbox.js").Outbox} outbox
   */
  constructor(table, outbox) {
    this.#table = table;
    this.#outbox = outbox;
  }

  /** The part of the page that knows all turns; none for those who do not write. */
  get part() {
    return /** @type {HTMLElement | null} */ (this.#table.querySelector(".unsent"));
  }

  /** @returns {Written[]} all turns as they stand on the pad */
  get written() {
    return JSON.parse(this.part?.dataset.written ?? "[]");
  }

  /** @returns {Rules} */
  get #rules() {
    return JSON.parse(this.part?.dataset.rules ?? "");
  }

  /**
   * Whether the turn of a request stands there differently from how it was then.
   * @param {Request} request
   */
  isChanged(request) {
    const { turn, was } = wishOf(request);
    return (this.written[turn]?.was ?? "") !== was;
  }

  /** Show the first request that somebody has to decide about, if there is one. */
  show() {
    const { part: inside, written } = this;
    if (!inside) return;
    for (const request of this.#outbox.waiting.filter(({ clashes }) => clashes)) {
      if (isFulfilled(request, written[wishOf(request).turn])) this.#outbox.drop(request);
    }
    const card = part(inside, ".clash");
    const mine = this.#mine;
    const theirs = mine && written[wishOf(mine).turn];
    card.hidden = !theirs;
    if (!mine || !theirs) return;
    part(card, ".which").textContent = `${theirs.title}:`;
    part(card, ".who").textContent = fill(inside.dataset.meanwhile, { name: theirs.by });
    part(card, ".theirs").textContent = describeWritten(theirs, inside.dataset);
    part(card, ".mine").textContent = describe(mine, inside.dataset, this.#rules);
  }

  get #mine() {
    return this.#outbox.waiting.find(({ clashes }) => clashes);
  }

  /**
   * One of the two versions was chosen.
   * @param {EventTarget | null} target
   */
  decide(target) {
    const button = /** @type {HTMLElement} */ (target).closest(".clash button");
    const mine = this.#mine;
    if (!button || !mine) return;
    const theirs = this.written[wishOf(mine).turn];
    this.#outbox.drop(mine);
    if (button.matches(".mine-button")) {
      const { label } = mine;
      this.#outbox.add({ fields: instead(mine, theirs, this.#rules.factor), label });
      this.#outbox.send();
    }
    this.show();
  }
}

/**
 * A request that changes the turn as it stands now into what was wished.
 * @param {Request} mine
 * @param {Written} theirs
 * @param {number} factor of the biggest gift
 * @returns {Fields}
 */
function instead(mine, theirs, factor) {
  const wish = wishOf(mine);
  const asked = isAsk(wish) ? wish.kind === "pad-ask"
    : wish.kind === "correct" ? wish.asked : theirs.asked;
  const kind = wish.kind === "restore" ? "restore" : "correct";
  /** @type {Fields} */
  const head = [["do", kind], ["turn", String(wish.turn)], ["was", theirs.was]];
  const rest = isAsk(wish) ? asWritten(wish.turn, theirs, asked ? factor : 1 / factor)
    : mine.fields.filter(([name]) => !["do", "turn", "was", "asked"].includes(name));
  return [...head, .../** @type {Fields} */ (asked ? [["asked", "on"]] : []), ...rest];
}

/**
 * A turn as it stands there, but with another gift where only its columns are known.
 * @param {number} turn
 * @param {Written} written
 * @param {number} factor
 * @returns {Fields}
 */
function asWritten(turn, written, factor) {
  if (written.faces.length) return fieldsOf(entryFrom(turn, written));
  const [points, bonus, gift] = written.numbers;
  return [["points", `${points}`], ["bonus", `${bonus}`], ["gift", `${gift * factor}`]];
}

/** @param {string[]} faces */
const numbers = (faces) => faces.map((face) => face[0]).sort().join(" ");

/**
 * How many rolls are known, if it is more than the last one.
 * @param {unknown[]} earlier
 * @param {DOMStringMap} texts
 */
const rollsOf = (earlier, { rolls }) =>
  (earlier.length ? `, ${fill(rolls, { count: earlier.length + 1 })}` : "");

/**
 * @param {Written} written
 * @param {DOMStringMap} texts
 */
function describeWritten({ faces, score, columns, earlier }, texts) {
  return faces.length ? `${numbers(score)} (${columns})${rollsOf(earlier, texts)}` : columns;
}

/**
 * What a request wants, in words.
 * @param {Request} request
 * @param {DOMStringMap} texts
 * @param {Rules} rules
 */
function describe(request, texts, rules) {
  if (request.label) return request.label;
  const { numbers: columns, asked } = wishOf(request);
  const entry = entryOf(request.fields);
  const worth = selection(entry.faces, placesIn(entry), rules);
  const gift = (worth?.gift ?? 0) * (asked ? rules.factor : 1);
  const [points, bonus, given] = columns ?? [worth?.points ?? 0, worth?.bonus ?? 0, gift];
  const sum = bonus ? `${points} + ${bonus}` : points;
  const said = fill(texts.columns, { points: sum, gift: given });
  return columns ? said : `${numbers(entry.score)} (${said})${rollsOf(entry.earlier, texts)}`;
}
