// Forms go to the server without leaving the page: tried again when the network is away, never
// done twice.
import { newId } from "./ids.js";
import { guardTheEnd, ignoreSecondTaps } from "./taps.js";

/** @typedef {import("./notice.js").Notice} Notice */

/** @typedef {import("./regions.js").Change} Change */
/**
 * Where forms are sent, and what is said meanwhile.
 * @typedef {{ url: string, slow: string, offline: string, failed: string, held: string }} Texts
 */

const TRIES = 6;
const TRIES_OF_A_FAILING_SERVER = 4;
const FIRST_PAUSE = 400; // milliseconds; each later one is twice as long
const SLOW = 2500; // … without an answer before people are told
const LOST = 8000; // … before a request counts as lost

export class Sender {
  #sending = false;
  #table;
  #texts;
  #notice;
  #seen;
  #apply;

  /**
   * @param {HTMLElement} table where the forms are
   * @param {Texts} texts where they are sent, and what is said when that fails
   * @param {Notice} notice
   * @param {() => string | null} seen what the page shows, unless a stream brings what is new
   * @param {(change: Change) => void} apply what to do with what is new
   */
  constructor(table, texts, notice, seen, apply) {
    this.#table = table;
    this.#texts = texts;
    this.#notice = notice;
    this.#seen = seen;
    this.#apply = apply;
  }

  /** Take over the forms of the table. */
  start() {
    this.#table.addEventListener("submit", (event) => this.#submit(event));
    ignoreSecondTaps(this.#table);
    guardTheEnd(this.#table);
    this.#table.addEventListener("click", (event) => this.#hurry(event));
  }

  /**
   * A tap on the dice of a bot lets it go on at once, for whoever plays with nobody else.
   * @param {MouseEvent} event
   */
  #hurry(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!target.closest("form[data-hurry]") || target.closest("button, a, summary")) return;
    this.tellBots("hurry");
  }

  /**
   * It is said for what the page shows: what comes after that is nobody's haste.
   * @param {"wait" | "hurry"} wish of somebody who plays with nobody else
   * @param {number} [seconds] for which they wait at least; without it, as long as they can
   */
  tellBots(wish, seconds) {
    const tray = /** @type {HTMLElement | null} */ (this.#table.querySelector("form.tray"));
    const time = seconds === undefined ? {} : { seconds: String(seconds) };
    this.#tell({ do: wish, position: tray?.dataset.position ?? "", ...time });
  }

  /**
   * Call something out at the table.
   * @param {string} reaction
   * @returns {Promise<boolean>} whether it was said
   */
  async say(reaction) {
    const answer = await this.#tell({ do: "react", reaction });
    if (answer && !answer.ok) this.#notice.explain((await answer.json()).message);
    return answer?.ok ?? false;
  }

  /**
   * Send what need not arrive.
   * @param {Record<string, string>} wish
   */
  #tell(wish) {
    const body = new URLSearchParams(wish);
    const headers = { "X-Charidice": "1" };
    return fetch(this.#texts.url, { method: "POST", body, headers }).catch(() => null);
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const form = /** @type {HTMLFormElement | null} */ (target.closest("[data-table-form]"));
    if (!form) return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (
      event.submitter ?? form.querySelector("button[name=do]")
    );
    if (!button || this.#sending) return;
    this.#sending = true;
    button.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => this.#notice.show(this.#texts.slow, true), SLOW);
    try { await this.#send(form, button); } finally {
      this.#sending = false;
      clearTimeout(slow);
      this.#notice.end(this.#texts.slow);
      button.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   */
  async #send(form, button) {
    const body = this.#body(form, button);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const answer = await fetch(this.#texts.url, {
          method: "POST", body, headers: { "X-Charidice": "1" }, signal: AbortSignal.timeout(LOST),
        });
        if (answer.status < 500 && answer.status !== 429) {
          const result = await answer.json();
          if (result.held) {
            await this.#hold(button, result.held);
            attempt = -1; // nothing has failed
            continue;
          }
          this.#answered(answer.ok, result, button, body.has("seen"));
          return;
        }
        this.#notice.show(this.#texts.failed);
        if (attempt >= TRIES_OF_A_FAILING_SERVER - 1) return;
      } catch {
        this.#notice.show(this.#texts.offline, true);
      }
      await pause(FIRST_PAUSE * 2 ** attempt);
    }
    this.#notice.show(this.#texts.failed);
  }

  /**
   * The choice waits until the receiver has had a moment to ask; the button shows that.
   * @param {HTMLButtonElement} button
   * @param {number} seconds
   */
  async #hold(button, seconds) {
    const receiver = button.closest("form")?.dataset.receiver ?? "";
    this.#notice.show(this.#texts.held.replace("{name}", receiver), true);
    await pause(1000 * seconds);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   */
  #body(form, button) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    body.set(button.name, button.value);
    body.set("id", newId()); // the same id on every try: nothing is done twice
    const seen = this.#seen();
    if (seen !== null) body.set("seen", seen);
    return body;
  }

  /**
   * @param {boolean} done
   * @param {Change & { go?: string, message: string, objection?: string }} result
   * @param {HTMLButtonElement} button
   * @param {boolean} asked whether the answer brings what is new
   */
  #answered(done, result, button, asked) {
    if (result.go) {
      location.assign(result.go);
      return;
    }
    if (result.objection) {
      const detail = result.objection;
      this.#table.dispatchEvent(new CustomEvent("objection", { detail }));
      return;
    }
    this.#notice.show(done ? button.dataset.done ?? "" : result.message, done);
    if (asked) this.#apply(result);
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
