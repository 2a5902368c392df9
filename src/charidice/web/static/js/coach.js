// What the coach says: a card beside the dice, and marks on the dice that it means. The card takes
// the focus, by which a screen reader says it once, and gives it back.
import { boxOf } from "./parts.js";
import { hasMovedOn } from "./regions.js";
import { tick, ticked } from "./ticks.js";

const HEADERS = { "X-Charidice": "1" };
const CONFLICT = 409;

export class Coach {
  #place;
  #url;
  #complain;
  /** @type {HTMLElement | null} */
  #from = null; // where the keyboard was
  /** @type {string[]} */
  #own = []; // what was picked before it, if that was something else
  #decision = ""; // for which that was

  /**
   * @param {HTMLElement} place where the card goes
   * @param {string} url of the hint
   * @param {(text: string) => void} complain shows why there is no hint
   */
  constructor(place, url, complain) {
    this.#place = place;
    this.#url = url;
    this.#complain = complain;
  }

  /** Take over the buttons. */
  start() {
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#card) this.#close();
    });
    document.addEventListener("objection", (event) => {
      this.show(/** @type {CustomEvent<string>} */ (event).detail);
    }, { capture: true });
    document.addEventListener("toggle", ({ target }) => {
      if ((/** @type {HTMLElement} */ (target)).matches(".ask[open]")) this.#fold();
    }, { capture: true });
    this.follow();
  }

  /** The question that opens needs the place of what goes further. */
  #fold() {
    const more = /** @type {HTMLDetailsElement | null} */ (document.getElementById("coach-more"));
    if (more) more.open = false;
  }

  /** The table has changed, or a die was ticked: a hint is good for one decision. */
  follow() {
    const tray = trayOf();
    if (this.#card && this.#card.dataset.decision !== tray?.dataset.decision) this.#close("#say");
    const places = this.#places();
    const dice = diceOf(tray);
    for (const die of dice) die.classList.toggle("advised", places.includes(boxOf(die).value));
    const [other, own] = ["[data-coach-tick]", "[data-coach-back]"].map((name) =>
      /** @type {HTMLElement | null | undefined} */ (this.#card?.querySelector(name)));
    const wished = dice.every((die) => boxOf(die).checked === places.includes(boxOf(die).value));
    if (other) other.hidden = wished;
    if (own) own.hidden = !wished || !this.#own.length;
  }

  /** The dice that it means. */
  #places() {
    return this.#card?.dataset.dice?.split(" ") ?? [];
  }

  /**
   * Show a card.
   * @param {string} html
   */
  show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!this.#hasFocus()) this.#from = /** @type {HTMLElement} */ (document.activeElement);
    this.#place.replaceChildren(...page.body.children);
    const { top } = this.#place.getBoundingClientRect();
    this.#place.style.setProperty("--from-top", `${top}px`); // how much it can grow
    this.#complain(""); // what was said before lies in the way
    this.#remember(ticked());
    this.follow();
    if (this.#card?.dataset.dice) tick(this.#places(), CustomEvent); // it says itself which
    if (this.#card) seeDice(this.#card);
    this.#card?.focus({ preventScroll: true });
  }

  /**
   * Whoever takes a hint twice has not picked its dice by that.
   * @param {string[]} picked
   */
  #remember(picked) {
    const { decision = "" } = trayOf()?.dataset ?? {};
    const isOther = picked.join() !== [...this.#places()].sort().join();
    if (isOther) this.#own = picked;
    else if (decision !== this.#decision) this.#own = [];
    this.#decision = decision;
  }

  /** @returns {HTMLElement | null} */
  get #card() {
    return this.#place.querySelector("aside");
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const asked = target.closest("[value=hint], [data-hint]");
    if (asked) {
      event.preventDefault();
      this.#take(asked.getAttribute("href") ?? this.#url);
    } else if (target.closest("[data-coach-close]")) {
      event.preventDefault();
      this.#close();
    } else if (target.closest(".ask.here:not([open]) > summary")) this.#close(); // needs its place
    else if (target.closest("[data-coach-tick]")) this.#tickAndGoOn();
    else if (target.closest("[data-coach-back]")) this.#goBack();
  }

  /**
   * Where others play, they are told first. If the table moves on meanwhile, as a bot uses its 2×,
   * the hint is for what lies there then.
   * @param {string} url
   * @param {boolean} again
   */
  async #take(url, again = true) {
    const { position = "", decision, tellsHints } = trayOf()?.dataset ?? {};
    const address = new URL(url, location.href);
    address.searchParams.set("position", position);
    try {
      if (tellsHints !== undefined && !(await this.#tell(position))) return;
      const answer = await fetch(address, { headers: HEADERS });
      if (answer.status === CONFLICT && again && await hasMovedOn(position)) this.#take(url, false);
      else if (!answer.ok) this.#complain((await answer.json()).message);
      else if (trayOf()?.dataset.decision === decision) this.show(await answer.text());
    } catch { /* the stream says that the connection is lost */ }
  }

  /**
   * @param {string} position
   * @returns {Promise<boolean>} whether it was written down
   */
  async #tell(position) {
    const body = new URLSearchParams({ do: "hint", position });
    const url = this.#url.replace(/hint$/, "do");
    const answer = await fetch(url, { method: "POST", body, headers: HEADERS });
    if (!answer.ok) this.#complain((await answer.json()).message);
    return answer.ok;
  }

  #tickAndGoOn() {
    const places = this.#places();
    this.#close(places.join("") ? `input[name=die][value="${places[0]}"]` : "[value=reroll]");
    tick(places);
  }

  /** Whoever does not want the hint has the dice as before. */
  #goBack() {
    const own = this.#own;
    this.#close(`input[name=die][value="${own[0]}"]`);
    tick(own);
  }

  #hasFocus() {
    return this.#place.contains(document.activeElement);
  }

  /** @param {string} [next] where the keyboard goes on, if not where it was before */
  #close(next) {
    const had = this.#hasFocus();
    this.#place.replaceChildren();
    this.follow();
    if (!had) return;
    const before = this.#from?.isConnected && this.#from !== document.body ? this.#from : null;
    const target = next ? null : before;
    const found = target ?? trayOf()?.querySelector(next ?? "[value=hint]")
      ?? document.getElementById("result"); // the game is over
    /** @type {HTMLElement | null | undefined} */ (found)?.focus({ preventScroll: true });
  }
}

/**
 * Whoever pressed the button further down sees the dice that are meant.
 * @param {HTMLElement} card
 */
function seeDice(card) {
  const dice = trayOf()?.querySelector(".dice")?.getBoundingClientRect();
  const { top, bottom, right } = card.getBoundingClientRect();
  if (!dice) return;
  const covered = right > dice.left && top < dice.top && bottom > dice.top;
  if (dice.top < 0 || covered) scrollTo({ top: 0 });
}

const trayOf = () => /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));

/** @param {HTMLElement | null} tray */
function diceOf(tray) {
  return /** @type {HTMLElement[]} */ ([...(tray?.querySelectorAll("label.die") ?? [])]);
}
