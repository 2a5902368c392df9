// What a pad keeps in the browser: the turn that is being entered, and what waits to be sent.

/** @typedef {import("./entry.js").Entry} Entry */
/**
 * A request that the server does not have yet. It `clashes` when somebody else wrote the same turn
 * meanwhile; `label` is what was wished, in words, where the fields do not tell.
 * @typedef {object} Request
 * @property {string} id
 * @property {import("./entry.js").Fields} fields
 * @property {string} [label]
 * @property {boolean} [clashes]
 */
/** @typedef {{ entry: Entry | null, waiting: Request[] }} Contents */

const PAD = "charidice-pad";

export class Kept {
  #key;
  /** @type {Contents | null} */
  #instead = null; // where nothing can be stored, as in some private windows

  /** @param {string} url of the table */
  constructor(url) {
    this.#key = `${PAD}-${url.split("/")[2]}`;
  }

  /** @returns {Contents} */
  get contents() {
    if (this.#instead) return this.#instead;
    /** @type {Contents} */
    const nothing = { entry: null, waiting: [] };
    try { return { ...nothing, ...JSON.parse(localStorage.getItem(this.#key) ?? "{}") }; } catch {
      return nothing;
    }
  }

  /** @param {Partial<Contents>} change what is different now: another page may keep the rest */
  keep(change) {
    const { entry, waiting } = { ...this.contents, ...change };
    try {
      if (entry || waiting.length) {
        localStorage.setItem(this.#key, JSON.stringify({ entry, waiting }));
      } else localStorage.removeItem(this.#key);
    } catch { this.#instead = { entry, waiting }; }
  }
}
