// What is written at a pad: the dice on the board, columns, the 2x and corrections. All of it is
// kept in the browser until the server has it, and shown beside what somebody else wrote meanwhile.
import { Clash } from "./clash.js";
import { blank, entryFrom, entryOf, fieldsOf, isFull, missingIn } from "./entry.js";
import { Kept } from "./kept.js";
import { markAsk, markColumns, markTurns } from "./marks.js";
import { Outbox } from "./outbox.js";
import { Pad } from "./pad.js";
import { fill, part } from "./parts.js";
import { isAsk, isFulfilled, isNew, KINDS, wishOf } from "./wishes.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./kept.js").Request} Request */
/** @typedef {import("./outbox.js").Problem} Problem */
/** @typedef {import("./regions.js").Change} Change */
/**
 * What the page can do; `corrects` where it is there to correct one turn.
 * @typedef {object} Page
 * @property {() => string | null} seen
 * @property {(change: Change) => void} apply
 * @property {boolean} [corrects]
 */

export class Writing {
  #pad = new Pad((entry) => this.#keep(entry));
  #table;
  #notice;
  #page;
  #kept;
  #outbox;
  #clash;

  /**
   * @param {HTMLElement} table
   * @param {import("./notice.js").Notice} notice
   * @param {Page} page
   */
  constructor(table, notice, page) {
    const url = table.dataset.do ?? "";
    this.#table = table;
    this.#notice = notice;
    this.#page = page;
    this.#kept = new Kept(url);
    this.#outbox = new Outbox(url, this.#kept, {
      seen: page.seen,
      sent: (request, result) => this.#sent(request, result),
      refused: (request, problem) => this.#refused(request, problem),
      changed: () => this.#show(),
    });
    this.#clash = new Clash(table, this.#outbox);
  }

  /** Take over the forms of the pad; what was entered before the page was left is there again. */
  start() {
    this.#pad.start(this.#table);
    this.#table.addEventListener("submit", (event) => this.#submit(event), { capture: true });
    this.#table.addEventListener("click", ({ target }) => this.#clash.decide(target));
    if (!this.#page.corrects) this.#pad.entry = this.#kept.contents.entry ?? blank(-1);
    this.follow();
    if (this.#page.corrects) this.#takeUp();
    this.#outbox.start();
  }

  /** Try again to send what waits. */
  send() {
    this.#outbox.send();
  }

  /** The page shows something new. */
  follow() {
    const old = this.#pad.entry;
    this.#pad.follow(this.#table.querySelector("form.pad[data-turn]"));
    const { written } = this.#clash;
    for (const request of this.#outbox.waiting) { // whose answer may have got lost
      const wish = wishOf(request);
      const isDone = isFulfilled(request, written[wish.turn]) && this.#clash.isChanged(request);
      if ((isNew(wish) || isAsk(wish)) && isDone) this.#outbox.drop(request);
    }
    if (!this.#page.corrects && old.turn < written.length && old.faces.length) this.#meet(old);
    this.#show();
    this.send();
  }

  /**
   * Somebody wrote the turn that is on the board: the same, or something else.
   * @param {Entry} mine
   */
  #meet(mine) {
    const theirs = this.#clash.written[mine.turn];
    /** @type {import("./entry.js").Fields} */
    const fields = [["do", "enter"], ["turn", String(mine.turn)], ["was", ""], ...fieldsOf(mine)];
    const isReady = isFull(mine) && mine.score.length > 0 && !missingIn(mine).length;
    const differs = !mine.isWritten && !isFulfilled({ id: "", fields }, theirs);
    this.#pad.entry = blank(this.#pad.turn);
    this.#kept.keep({ entry: null });
    if (differs && isReady) this.#outbox.add({ fields, clashes: true });
    else if (differs) {
      const text = this.#clash.part?.dataset.meanwhile;
      this.#notice.show(fill(text, { name: theirs.by }), true);
    }
    const board = this.#table.querySelector(".board");
    const { activeElement } = document;
    if (board && (activeElement === document.body || activeElement?.closest("form.pad"))) {
      part(this.#table, ".board [tabindex='0']").focus({ preventScroll: true });
    }
  }

  /** The turn that is corrected lies on the board, as it is written or as it waits to be sent. */
  #takeUp() {
    const { turn } = this.#pad;
    const waits = this.#writes;
    const isBoard = waits && wishOf(waits).kind === "correct" && !wishOf(waits).numbers;
    this.#pad.entry = isBoard ? entryOf(waits.fields) : entryFrom(turn, this.#clash.written[turn]);
    const asks = this.#table.querySelector("[name=asked][type=checkbox]");
    if (isBoard && asks instanceof HTMLInputElement) asks.checked = wishOf(waits).asked;
    this.#show();
  }

  /** The request that writes the turn of this page, if one waits. */
  get #writes() {
    return this.#outbox.waiting.find((request) => {
      const wish = wishOf(request);
      return !request.clashes && !isAsk(wish) && wish.turn === this.#pad.turn;
    });
  }

  /** @param {Entry} entry */
  #keep(entry) {
    if (!this.#page.corrects) this.#kept.keep({ entry: entry.faces.length ? entry : null });
  }

  #show() {
    const { waiting, isLate } = this.#outbox;
    const { turn } = this.#pad;
    const open = waiting.filter(({ clashes }) => !clashes);
    markColumns(this.#table, this.#writes);
    markAsk(this.#table, open, isLate);
    const titles = this.#clash.written.map(({ title }) => title);
    const isBusy = Boolean(this.#writes);
    markTurns(this.#clash.part, open, { turn, isLate, isBusy, titles });
    this.#pad.isLocked = isBusy || this.#pad.entry.isWritten;
    this.#pad.isLate = isLate && isBusy;
    this.#pad.show();
    this.#clash.show();
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!button || !KINDS.includes(button.value)) return;
    event.preventDefault();
    event.stopPropagation();
    const { value, dataset } = button;
    const asks = button.matches(".coin-button");
    if (!asks && (this.#writes || this.#pad.isLocked)) return;
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const sent = /** @type {[string, string][]} */ ([...form]);
    const words = value === "pad-ask" ? dataset.on : dataset.not;
    const label = value === "restore" ? button.textContent?.trim() : asks ? words : undefined;
    if (value === "enter") this.#pad.entry = { ...this.#pad.entry, isWritten: true };
    this.#keep(this.#pad.entry);
    this.#outbox.add({ fields: [...sent, ["do", value]], label });
    this.send();
  }

  /**
   * @param {Request} request
   * @param {Change & { go?: string }} result
   */
  #sent(request, result) {
    if (result.go && this.#page.corrects && !isAsk(wishOf(request))) location.assign(result.go);
    else if (!result.go) this.#page.apply({ ...result, regions: result.regions ?? {} });
    this.#show();
  }

  /**
   * Whoever wrote the same turn meanwhile is named as soon as the page knows what they wrote.
   * @param {Request} request
   * @param {Problem} problem
   */
  #refused(request, { code, message }) {
    const isStale = code === "table/stale-position";
    const { path } = this.#clash.part?.dataset ?? {};
    if (isStale && this.#page.corrects) location.assign(path ?? "/");
    if (isStale && path && (this.#page.corrects || !this.#clash.isChanged(request))) return false;
    if (isStale && path) this.#outbox.hold(request);
    else {
      this.#outbox.drop(request);
      this.#notice.show(message);
      this.#pad.entry = { ...this.#pad.entry, isWritten: false };
      this.#keep(this.#pad.entry);
    }
    this.#show();
    return true;
  }
}
