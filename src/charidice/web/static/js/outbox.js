// What was entered at a pad is kept in the browser until the server has it: sent once when the
// network is back, and shown beside what somebody else wrote meanwhile.
import { blank, Pad } from "./pad.js";
import { fill, part } from "./parts.js";
import { selection } from "./scoring.js";
import { newId } from "./sender.js";

/** @typedef {import("./pad.js").Entry} Entry */
/** @typedef {import("./regions.js").Change} Change */

const PAD = "charidice-pad";
const AGAIN = 3000; // milliseconds until it is tried again
const LOST = 8000; // … before a request counts as lost

export class Outbox {
  #pad = new Pad(() => this.#keep());
  #table;
  #url;
  #notice;
  #page;
  #sending = false;
  /** @type {Entry | null} */
  #clash = null; // what was entered for a turn that somebody else wrote

  /**
   * @param {HTMLElement} table
   * @param {import("./notice.js").Notice} notice
   * @param {{ seen: () => string | null, apply: (change: Change) => void }} page
   */
  constructor(table, notice, page) {
    this.#table = table;
    this.#url = table.dataset.do ?? "";
    this.#notice = notice;
    this.#page = page;
  }

  /** Take over the forms of the pad; what was entered before the page was left is there again. */
  start() {
    this.#pad.start(this.#table);
    this.#table.addEventListener("submit", (event) => this.#submit(event), { capture: true });
    this.#table.addEventListener("click", ({ target }) => this.#decide(target));
    addEventListener("online", () => this.send());
    setInterval(() => this.send(), AGAIN);
    const kept = this.#kept();
    if (kept) this.#pad.entry = kept;
    this.follow();
  }

  /** The page shows something new. */
  follow() {
    const form = /** @type {HTMLFormElement | null} */ (
      this.#table.querySelector("form.pad[data-turn]")
    );
    const old = this.#pad.entry;
    this.#pad.follow(form);
    if (!form) {
      if (this.#table.querySelector(".result") && old.faces.length) this.#forget();
      return;
    }
    if (old.turn >= 0 && old.turn < this.#pad.turn && old.faces.length) this.#meet(old, form);
    this.#showClash(form);
    if (this.#pad.entry.id) this.send();
  }

  /**
   * Somebody wrote the turn that was entered here: the same, or something else.
   * @param {Entry} mine
   * @param {HTMLFormElement} form
   */
  #meet(mine, form) {
    const theirs = this.#pad.written[mine.turn];
    const scored = theirs.score.map((place) => theirs.faces[place]);
    const same = isSame(theirs.faces, mine.faces) && isSame(scored, mine.score);
    const full = mine.faces.length === 6 && mine.score.length > 0;
    if (!same && full) this.#clash = mine;
    else if (!same) this.#notice.show(fill(form.dataset.meanwhile, { name: theirs.by }), true);
    if (!this.#clash) this.#forget();
    if (form.contains(document.activeElement) || document.activeElement === document.body) {
      part(form, "[data-face]").focus({ preventScroll: true });
    }
  }

  /** @param {HTMLFormElement} form */
  #showClash(form) {
    const clash = part(form, ".clash");
    clash.hidden = !this.#clash;
    if (!this.#clash) return;
    const theirs = this.#pad.written[this.#clash.turn];
    part(clash, ".who").textContent = fill(form.dataset.meanwhile, { name: theirs.by });
    const { faces, score, columns } = theirs;
    const scored = numbers(score.map((place) => faces[place]));
    part(clash, ".theirs").textContent = faces.length ? `${scored} (${columns})` : columns;
    part(clash, ".mine").textContent = `${numbers(this.#clash.score)} (${this.#worth})`;
  }

  /** What the entry that met another one scores. */
  get #worth() {
    const { faces, score } = this.#clash ?? blank(0);
    const places = score.map((face) => faces.indexOf(face));
    const { points = 0, bonus = 0 } = selection(faces, places, this.#pad.rules) ?? {};
    return bonus ? `${points} + ${bonus}` : points;
  }

  /** @param {EventTarget | null} target */
  #decide(target) {
    const button = /** @type {HTMLElement} */ (target).closest(".clash button");
    const mine = this.#clash;
    if (!button || !mine) return;
    this.#clash = null;
    this.#forget();
    this.follow();
    if (!button.matches(".mine-button")) return;
    this.#post({ ...mine, id: newId() }, this.#pad.written[mine.turn].was);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.value !== "enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#pad.entry.id) return;
    this.#pad.entry = { ...this.#pad.entry, id: newId() };
    this.#keep();
    this.send();
  }

  /** Send what is waiting, if something is. */
  async send() {
    const { entry } = this.#pad;
    if (!entry.id || this.#sending || entry.turn !== this.#pad.turn) return;
    this.#sending = true;
    try { await this.#post(entry, ""); } finally { this.#sending = false; }
  }

  /**
   * @param {Entry} entry
   * @param {string} was how the turn stands, if it is corrected
   */
  async #post(entry, was) {
    const body = new URLSearchParams({
      do: "enter", turn: String(entry.turn), was, id: entry.id ?? "",
    });
    for (const face of entry.faces) body.append("face", face);
    for (const face of entry.score) body.append("die", String(entry.faces.indexOf(face)));
    const seen = this.#page.seen();
    if (seen !== null) body.set("seen", seen);
    try {
      const headers = { "X-Charidice": "1" };
      const signal = AbortSignal.timeout(LOST);
      const answer = await fetch(this.#url, { method: "POST", body, headers, signal });
      if (answer.status >= 500 || answer.status === 429) throw new Error("not now");
      const result = await answer.json();
      if (answer.ok) this.#page.apply({ regions: {}, ...result });
      else this.#refused(result, entry);
    } catch { this.#pad.show(); }
  }

  /**
   * @param {{ code?: string, message: string }} result
   * @param {Entry} entry
   */
  #refused({ code, message }, entry) {
    if (code === "table/stale-position" && entry === this.#pad.entry) return; // the page will know
    this.#notice.show(message);
    if (entry !== this.#pad.entry) return;
    this.#pad.entry = { ...entry, id: undefined };
    this.#keep();
    this.#pad.show();
  }

  get #key() {
    return `${PAD}-${this.#url.split("/")[2]}`;
  }

  #keep() {
    const entry = JSON.stringify(this.#pad.entry);
    try { localStorage.setItem(this.#key, entry); } catch { /* private windows */ }
  }

  #forget() {
    this.#pad.entry = blank(this.#pad.turn);
    try { localStorage.removeItem(this.#key); } catch { /* private windows */ }
    this.#pad.show();
  }

  /** @returns {Entry | null} */
  #kept() {
    try { return JSON.parse(localStorage.getItem(this.#key) ?? "null"); } catch { return null; }
  }
}

/** @param {string[]} faces */
const numbers = (faces) => faces.map((face) => face[0]).sort().join(" ");

/**
 * @param {string[]} one
 * @param {string[]} two
 */
const isSame = (one, two) => [...one].sort().join() === [...two].sort().join();
