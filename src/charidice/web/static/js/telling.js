// What somebody tells the bots and the others at a table; nothing is lost if it does not arrive.
import { finishMotion } from "./motion.js";

/** @param {string} selector */
const inTray = (selector) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`#tray ${selector}`));

export class Teller {
  #table;
  #url;
  #explain;
  #hurries = false; // whoever does not want to wait is brought to the next thing to decide

  /**
   * @param {HTMLElement} table
   * @param {string} url where it is told
   * @param {(text: string) => void} explain says why something was not said
   */
  constructor(table, url, explain) {
    this.#table = table;
    this.#url = url;
    this.#explain = explain;
  }

  /** A tap on the dice of a bot lets it go on at once, for whoever plays with nobody else. */
  start() {
    this.#table.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const button = target.closest("[value=hurry]");
      if (button) finishMotion();
      // Who answers the question goes on, and still sees what the bot does then.
      if (button && !button.closest(".asking")?.querySelector(".ask")) this.#hurries = true;
      const dice = target.closest("form[data-hurry]") && !target.closest("button, a, summary");
      if (dice) this.bots("hurry");
    });
  }

  /** The table has changed. */
  follow() {
    const isOver = inTray(".ask, [data-mine]") !== null || inTray("[data-hurry]") === null;
    this.#hurries &&= !isOver;
    if (this.#hurries) this.bots("hurry");
  }

  /**
   * It is said for what the page shows: what comes after that is nobody's haste.
   * @param {"wait" | "hurry"} wish of somebody who plays with nobody else
   * @param {number} [seconds] for which they wait at least; without it, as long as they can
   */
  bots(wish, seconds) {
    const time = seconds === undefined ? {} : { seconds: String(seconds) };
    this.#tell({ do: wish, position: inTray("form.tray")?.dataset.position ?? "", ...time });
  }

  /**
   * Call something out at the table.
   * @param {string} reaction
   * @returns {Promise<boolean>} whether it was said
   */
  async say(reaction) {
    const answer = await this.#tell({ do: "react", reaction });
    if (answer && !answer.ok) this.#explain((await answer.json()).message);
    return answer?.ok ?? false;
  }

  /** @param {Record<string, string>} wish */
  #tell(wish) {
    const body = new URLSearchParams(wish);
    const headers = { "X-Charidice": "1" };
    return fetch(this.#url, { method: "POST", body, headers }).catch(() => null);
  }
}
