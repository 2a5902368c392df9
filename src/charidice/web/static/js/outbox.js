// Requests are kept in the browser until the server has them, and sent in order, each with one id:
// nothing is lost when the network goes away, and nothing is done twice.
import { newId } from "./ids.js";

/** @typedef {import("./entry.js").Fields} Fields */
/** @typedef {import("./kept.js").Request} Request */
/** @typedef {{ code?: string, message: string }} Problem */
/**
 * What a page does with what happens: `refused` says whether there may be more to send.
 * @typedef {object} Page
 * @property {() => string | null} seen
 * @property {(request: Request, result: any) => void} sent
 * @property {(request: Request, problem: Problem) => boolean} refused
 * @property {() => void} changed
 */

const AGAIN = 3000; // milliseconds until it is tried again
const SLOW = 2500; // … without an answer before people are told
const LOST = 8000; // … before a request counts as lost

export class Outbox {
  /** Whether what waits could not be sent so far. */
  isLate = false;
  #sending = false;
  #url;
  #kept;
  #page;

  /**
   * @param {string} url where requests are sent
   * @param {import("./kept.js").Kept} kept
   * @param {Page} page
   */
  constructor(url, kept, page) {
    this.#url = url;
    this.#kept = kept;
    this.#page = page;
  }

  /** Send what waits since before, and go on trying. */
  start() {
    addEventListener("online", () => this.send());
    setInterval(() => this.send(), AGAIN);
    this.send();
  }

  /** @returns {Request[]} what the server does not have yet, the oldest first */
  get waiting() {
    return this.#kept.contents.waiting;
  }

  /** @param {Omit<Request, "id">} request */
  add(request) {
    this.#kept.keep({ waiting: [...this.waiting, { id: newId(), ...request }] });
    this.#page.changed();
  }

  /** @param {Request} request that is done, or that nobody wants any more */
  drop({ id }) {
    this.#kept.keep({ waiting: this.waiting.filter((each) => each.id !== id) });
  }

  /** @param {Request} request that somebody has to decide about */
  hold({ id }) {
    const { waiting } = this;
    const held = waiting.map((each) => (each.id === id ? { ...each, clashes: true } : each));
    this.#kept.keep({ waiting: held });
  }

  /** Send what waits, one after the other, as long as that works. */
  async send() {
    if (this.#sending) return;
    this.#sending = true;
    try { while (await this.#sendNext()); } finally { this.#sending = false; }
  }

  /** @returns {Promise<boolean>} whether there may be more to send */
  async #sendNext() {
    const request = this.waiting.find(({ clashes }) => !clashes);
    if (!request) return false;
    const answer = await this.#post(request);
    this.#late(!answer);
    if (!answer) return false;
    if (!answer.ok) return this.#page.refused(request, answer.result);
    this.drop(request);
    this.#page.sent(request, answer.result);
    return true;
  }

  /**
   * The answer to a request; nothing if there is none now.
   * @param {Request} request
   */
  async #post({ id, fields }) {
    const seen = this.#page.seen();
    const body = new URLSearchParams([...fields, ["id", id]]);
    if (seen !== null) body.set("seen", seen);
    const slow = setTimeout(() => this.#late(true), SLOW);
    try {
      const answer = await fetch(this.#url, {
        method: "POST", body, headers: { "X-Charidice": "1" }, signal: AbortSignal.timeout(LOST),
      });
      const isBusy = answer.status >= 500 || answer.status === 429;
      return isBusy ? null : { ok: answer.ok, result: await answer.json() };
    } catch { return null; } finally { clearTimeout(slow); }
  }

  /** @param {boolean} isLate */
  #late(isLate) {
    if (isLate === this.isLate) return;
    this.isLate = isLate;
    this.#page.changed();
  }
}
