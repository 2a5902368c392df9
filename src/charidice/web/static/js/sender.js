// Forms go to the server without leaving the page: tried again when the network is away, never
// done twice.
import { refuseField } from "./field_errors.js";
import { newId } from "./ids.js";
import { isObjectedTo } from "./objected.js";
import { Settings } from "./settings.js";
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
  #settings;
  #waiting = new URLSearchParams(); // what was pressed last
  /** @type {number | undefined} */
  #slow;
  #goOn = () => {}; // what waits for the receiver's moment is tried at once
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
    this.#settings = new Settings(table);
    this.#texts = texts;
    this.#notice = notice;
    this.#seen = seen;
    this.#apply = apply;
  }

  /** Take over the forms of the table. */
  start() {
    this.#table.addEventListener("submit", (event) => this.#submit(event));
    this.#settings.start();
    ignoreSecondTaps(this.#table);
    guardTheEnd(this.#table);
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
    if (!button) return;
    const body = this.#body(form, button); // the form may be drawn anew while it waits
    if (this.#settings.own(form)) {
      this.#settings.add(() => this.#deliver(form, button, body));
      return;
    }
    if (this.#sending) return;
    this.#sending = true;
    this.#waiting = body;
    button.setAttribute("aria-busy", "true");
    try {
      await this.#settings.inForce();
      await this.#deliver(form, button, body);
    } finally {
      this.#sending = false;
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   * @param {URLSearchParams} body
   */
  async #deliver(form, button, body) {
    button.setAttribute("aria-busy", "true");
    this.#expectAnswer();
    try { await this.#send(form, button, body); } finally {
      clearTimeout(this.#slow);
      this.#notice.end(this.#texts.slow);
      button.removeAttribute("aria-busy");
    }
  }

  /** People are told when none comes for a while. */
  #expectAnswer() {
    clearTimeout(this.#slow);
    this.#slow = setTimeout(() => this.#notice.show(this.#texts.slow, true), SLOW);
  }

  /** The table has changed: a choice that waits is no longer what it was, and is told so now. */
  follow() {
    this.#goOn();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   * @param {URLSearchParams} body
   */
  async #send(form, button, body) {
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
          this.#answered(answer.ok, result, form, button, body.has("seen"));
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
    clearTimeout(this.#slow);
    const receiver = button.closest("form")?.dataset.receiver ?? "";
    const text = this.#texts.held.replace("{name}", receiver);
    this.#notice.show(text, true);
    const changed = new Promise((done) => { this.#goOn = () => done(null); });
    await Promise.race([pause(1000 * seconds), changed]);
    this.#notice.end(text);
    this.#expectAnswer();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   */
  #body(form, button) {
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    body.set(button.name, button.value);
    body.set("id", newId()); // the same id on every try: nothing is done twice
    if (isObjectedTo(form, body)) body.set("stand", "1");
    const seen = this.#seen();
    if (seen !== null) body.set("seen", seen);
    return body;
  }

  /**
   * @param {boolean} done
   * @param {Change & { go?: string, message: string, objection?: string }} result
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} button
   * @param {boolean} asked whether the answer brings what is new
   */
  #answered(done, result, form, button, asked) {
    if (result.go) {
      location.assign(result.go);
      return;
    }
    if (result.objection) {
      const detail = result.objection;
      this.#table.dispatchEvent(new CustomEvent("objection", { detail }));
      return;
    }
    if (asked) this.#apply(result);
    if (this.#settings.own(form)) this.#settings.answered(done, result.version, this.#waiting);
    const isSaid = !done && refuseField(form, result.message);
    const text = done ? button.dataset.done ?? "" : result.message;
    this.#notice.show(isSaid ? "" : text, done);
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
