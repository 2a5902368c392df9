// The question for the biggest gift while somebody reads it, or is told what it is: bots wait, and
// what happens meanwhile is said in it. They wait too for whoever reads the rules, or is in the
// menu.
import { hasTime, isAskedAlways, isPatient } from "./pace.js";

/** @typedef {import("./notice.js").Notice} Notice */

const WAITS = 6000; // milliseconds after which bots are asked again to wait
const UNMEANT = 700; // … after a roll in which an answer was meant for the dice before

/** @param {string} selector */
const inTray = (selector) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`#tray ${selector}`));

const question = () => inTray(".ask[open]:not(.here)");
const roll = () => inTray("[data-roll]")?.dataset.roll;
const isAdvised = () => inTray(".ask:not(.here)") && document.querySelector(".hint-card");
const isTaught = () => document.querySelector(
  ".guide:not([hidden]) .now:is([data-step=coin], [data-step=unused])",
);
const isElsewhere = () => document.querySelector("dialog.over[open], .bar .menu[open]");
const isOffered = () => inTray("[data-hurry] .ask:not(.here)");
// By the keyboard; whoever has time may rest on "Not now" too.
const isReached = () => inTray(".ask:not(.here) :focus-visible")
  || (hasTime() && inTray(".asking:has(.ask:not(.here)) :focus-visible"));

export class Asking {
  #table;
  #notice;
  /** @type {HTMLElement | null} */
  #before = null; // the question before a change
  /** @type {string | undefined} */
  #roll;
  /** @type {string | undefined} */
  #newRoll; // that came while the question was read
  #cameAt = -UNMEANT;
  #isOffered = false;
  #offeredAt = -UNMEANT;
  /** @type {string | undefined} */
  #declined; // the roll on which somebody said "Not now"
  #goneAt = -UNMEANT; // a question that was open, so that a finger may be on its way
  #wait = () => {};
  #now;

  /**
   * @param {HTMLElement} table with its texts
   * @param {Notice} notice
   * @param {() => number} now the time at the server, in seconds
   */
  constructor(table, notice, now) {
    this.#table = table;
    this.#notice = notice;
    this.#now = now;
  }

  /**
   * Listen for what is pressed.
   * @param {() => void} wait asks bots to wait
   */
  start(wait) {
    this.#wait = wait;
    document.addEventListener("toggle", () => {
      this.#giveTime();
      this.#hold();
    }, { capture: true });
    document.addEventListener("reading", () => this.#hold()); // the rules
    this.#table.addEventListener("focusin", () => this.#hold());
    setInterval(() => this.#hold(), WAITS);
    this.#hold();
    this.#table.addEventListener("click", (event) => this.#click(event), { capture: true });
    this.#table.addEventListener("click", ({ target }) => {
      const isHint = /** @type {HTMLElement} */ (target).closest("[value=hint]");
      if (isHint && inTray(".ask:not(.here)")) wait();
    });
  }

  /** The table is about to change. */
  look() {
    this.#before = question();
    this.#roll = roll();
  }

  /** The table has changed: whoever still reads the question is told what became of it. */
  follow() {
    const now = question();
    const isAnswered = this.#before?.querySelector("[aria-busy]") || inTray("[data-asked]")
      || this.#declined === this.#roll;
    if (this.#before && !isAnswered && !now) this.#goneAt = performance.now();
    if (this.#before && !isAnswered && !inTray(".ask")) {
      this.#notice.explain(this.#table.dataset.tooLate ?? "");
    }
    if (now && this.#before && roll() !== this.#roll) {
      this.#newRoll = roll();
      this.#cameAt = performance.now();
    }
    const told = /** @type {HTMLElement | null | undefined} */ (now?.querySelector(".rolled-on"));
    if (told) told.hidden = this.#newRoll !== roll();
    const isNew = Boolean(isOffered()) && (!this.#isOffered || roll() !== this.#roll);
    this.#isOffered = Boolean(isOffered());
    if (isNew) this.#offeredAt = performance.now();
    this.#hold();
  }

  /** Whoever plays by ear, or wants it, or is taught it, is asked about every gift. */
  #ask() {
    const isLast = hasTime() && inTray(".asking[data-last]");
    if (!isAskedAlways() && !isTaught() && !isLast) return;
    inTray(".asking.unasked")?.classList.remove("unasked");
  }

  /** Among people whoever opens the question has time to read it, once a roll. */
  #giveTime() {
    const box = inTray(".ask[open][data-reading]");
    if (!box) return;
    const until = this.#now() + Number(box.dataset.reading);
    delete box.dataset.reading;
    for (const each of box.querySelectorAll("[data-until]")) {
      const { dataset } = /** @type {HTMLElement} */ (each);
      dataset.until = String(Math.max(Number(dataset.until), until));
      delete dataset.whole;
    }
  }

  /** Bots wait while somebody reads, and as long as it takes where that is wanted or new. */
  #hold() {
    this.#ask();
    // For the last gift there is no other time, and for a large one no clock hurries newcomers.
    const isWorthIt = hasTime() && inTray(".asking:is([data-last], [data-invites])");
    const asLongAsItTakes = isOffered() && (isPatient() || isTaught() || isWorthIt);
    if (asLongAsItTakes) inTray(".ring.countdown")?.classList.remove("countdown");
    inTray(".asking")?.classList.toggle("unhurried", Boolean(asLongAsItTakes));
    const isRead = question() || isAdvised() || isReached()
      || (inTray("[data-hurry]") && isElsewhere());
    if (isRead || asLongAsItTakes) this.#wait();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const box = /** @type {HTMLDetailsElement | null | undefined} */ (
      target.closest("[data-fold]")?.closest("details")
    );
    if (box) box.open = false;
    if (target.closest(".asking :is([value=pass], [value=hurry])")) this.#declined = roll();
    const isUnmeant = (/** @type {number} */ since) => performance.now() - since < UNMEANT;
    const ask = target.closest(".ask [value=ask]");
    const notNow = target.closest(".asking > [value=hurry]"); // where "Skip the wait" was
    const other = target.closest("#tray .acts button");
    if ((ask && isUnmeant(this.#cameAt)) || (notNow && isUnmeant(this.#offeredAt))
      || (other && isUnmeant(this.#goneAt))) {
      event.preventDefault();
    }
  }
}
