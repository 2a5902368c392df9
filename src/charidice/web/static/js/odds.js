// What comes of keeping the dice that are ticked: how likely each bonus is if you go for it alone,
// and what the turn brings if the coach plays on.
import { boxOf, fill } from "./parts.js";

/**
 * @typedef {{ position: number, bonuses: string[], keeps: Record<string, string[]>,
 *   outcomes: ([string, string] | null)[] }} Chances
 */

const KEY = "charidice-odds";

function wanted() {
  try { return localStorage.getItem(KEY) === "on"; } catch { return false; }
}

/** On a small phone the cards may lie below the bar of the buttons. */
function seeCards() {
  const bar = document.querySelector("#tray .acts");
  if (!bar || getComputedStyle(bar).position !== "fixed") return;
  const cards = [...document.querySelectorAll("#tray .bonus")];
  const end = Math.max(...cards.map((card) => card.getBoundingClientRect().bottom));
  scrollBy(0, Math.max(0, end + 4 - bar.getBoundingClientRect().top));
}

export class Odds {
  #on = wanted();
  /** @type {Chances | null} */
  #chances = null;
  #asked = "";
  #say;
  #explain;

  /**
   * @param {(text: string) => void} say for those who listen
   * @param {(text: string) => void} explain shows for a moment what has no room to stand there
   */
  constructor(say, explain) {
    this.#say = say;
    this.#explain = explain;
  }

  /** Take over the switch. */
  start() {
    document.addEventListener("click", async (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!target.closest("[data-odds] [data-chances]")) return; // else it says why there are none
      this.#on = !this.#on;
      try { localStorage.setItem(KEY, this.#on ? "on" : "off"); } catch { /* private windows */ }
      await this.follow();
      if (!this.#on) return;
      const [note, brings] = ["small", "[data-brings]"].map((part) =>
        document.querySelector(`[data-odds] .brings ${part}`));
      const cards = [...document.querySelectorAll("#tray .bonus")];
      this.#say([brings?.textContent, ...cards.map(heard)].filter(Boolean).join(". "));
      seeCards();
      const isFree = !document.querySelector(".hint-card"); // its dice would be covered
      if (note && isFree && !note.checkVisibility()) this.#explain(note.textContent ?? "");
    });
  }

  /** The table has changed, or a die was ticked. */
  async follow() {
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
    document.documentElement.classList.toggle("with-chances", this.#on);
    const { odds: url, position = "" } = tray?.dataset ?? {};
    const isShown = this.#on && Boolean(url);
    tray?.querySelector("[data-chances]")?.setAttribute("aria-pressed", String(isShown));
    if (tray && !this.#on) tellChances(tray, false);
    if (!tray || !url || !this.#on) return;
    if (this.#asked !== position) {
      this.#asked = position;
      this.#chances = null;
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) this.#chances = await answer.json();
    }
    if (String(this.#chances?.position) === position) this.#show(tray);
  }

  /** @param {HTMLElement} tray */
  #show(tray) {
    const dice = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll("label.die")]);
    const mask = dice.filter((die) => boxOf(die).checked)
      .reduce((sum, die) => sum + (1 << Number(boxOf(die).value)), 0);
    const { bonuses, keeps, outcomes } = /** @type {Chances} */ (this.#chances);
    const brings = /** @type {HTMLElement | null} */ (tray.querySelector("[data-brings]"));
    const [points, gift] = outcomes[mask] ?? [];
    const text = mask ? brings?.dataset.brings : brings?.dataset.bringsAll;
    if (brings) brings.textContent = points ? fill(text, { points, gift }) : "";
    bonuses.forEach((bonus, place) => {
      const [kind, count] = [bonus.slice(0, -1), bonus.slice(-1)];
      const chance = tray.querySelector(
        `.bonus[data-kind=${kind}] .step[data-count="${count}"] .chance`,
      );
      if (chance) chance.textContent = keeps[mask][place];
    });
    tellChances(tray, true);
  }
}

/**
 * Which bonus it is, and how likely.
 * @param {Element} card
 */
const heard = (card) =>
  `${card.querySelector("h2")?.textContent}${card.querySelector(".likely")?.textContent}`;

/**
 * The bonus cards say to those who hear them which chance belongs to what.
 * @param {HTMLElement} tray
 * @param {boolean} isOn
 */
function tellChances(tray, isOn) {
  for (const card of tray.querySelectorAll(".bonus")) {
    const told = /** @type {HTMLElement | null} */ (card.querySelector(".likely"));
    const chances = [...card.querySelectorAll(".step")].map((step) =>
      `${step.querySelector(".full")?.textContent}: ${step.querySelector(".chance")?.textContent}`);
    const text = isOn ? fill(told?.dataset.likely, { chances: chances.join(", ") }) : "";
    if (told) told.textContent = text;
  }
}
