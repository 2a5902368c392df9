// The last score of a game is seen on its dice before the result takes their place.
import { showScore, sums } from "./moments.js";
import { calm, count } from "./motion.js";
import { boxOf } from "./parts.js";

/** @typedef {import("./regions.js").Change} Change */

const SEEN = 2800; // milliseconds; a tap goes on at once
const GAP = 14; // pixels between the words that they are counted and the sums
const TOTALS = 1400; // … until the totals are counted, after all that they add up

/**
 * Sums that lie below what is seen stand in the place of the podium while they count, below the
 * words that say so.
 * @param {HTMLElement} result
 */
function liftSums(result) {
  const [ending, adds, acts, words] = [".ending", ".adds", ".acts", ".counting"].map((part) =>
    /** @type {HTMLElement | null} */ (result.querySelector(part)));
  if (!ending || !adds || !acts || !words) return;
  const isFixed = getComputedStyle(acts).position === "fixed";
  const end = isFixed ? acts.getBoundingClientRect().top : innerHeight;
  const { top, bottom } = adds.getBoundingClientRect();
  if (bottom <= end) return;
  const start = ending.getBoundingClientRect().top;
  const above = words.offsetHeight + GAP;
  const free = Math.max(0, (end - start - above - (bottom - top)) / 3);
  const lift = top - start - above - free;
  result.style.setProperty("--lift", `${-lift}px`);
  result.style.setProperty("--words", `${free}px`);
  result.classList.toggle("lifted", lift > 0);
}

/**
 * The totals count up; who has won is told after that.
 * @param {HTMLElement} result
 */
export function countTotals(result) {
  if (calm()) return;
  liftSums(result);
  for (const total of result.querySelectorAll("tfoot td")) {
    count(/** @type {HTMLElement} */ (total), 0, TOTALS);
  }
}

export class Ending {
  /** @type {Change | null} */
  #held = null;
  #apply;

  /** @param {(change: Change) => void} apply */
  constructor(apply) {
    this.#apply = apply;
  }

  /**
   * Hold back a change that ends the game. Returns whether it was held.
   * @param {Change} change
   */
  hold(change) {
    this.goOn();
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
    const page = new DOMParser().parseFromString(change.regions.tray ?? "", "text/html");
    const last = /** @type {HTMLElement | null} */ (page.querySelector(".result .last-score"));
    if (!tray || !last || calm() || tray.querySelector(".dice .blank")) return false;
    this.#held = change;
    setTimeout(() => this.goOn(change), SEEN);
    scored(tray, last, page);
    return true;
  }

  /**
   * Show the result now, if it is held back.
   * @param {Change | null} change only this one
   */
  goOn(change = this.#held) {
    if (!change || change !== this.#held) return;
    this.#held = null;
    this.#apply(change);
  }
}

/**
 * Let the dice on the table be scored as the result says.
 * @param {HTMLElement} tray
 * @param {HTMLElement} last
 * @param {Document} page
 */
function scored(tray, last, page) {
  const names = [...(last.querySelector(".line")?.querySelectorAll(".die") ?? [])].map(
    (die) => die.getAttribute("aria-label") ?? "",
  );
  for (const element of tray.querySelectorAll(".dice .die")) {
    const die = /** @type {HTMLElement} */ (element);
    const name = (die.querySelector("input") ?? die).getAttribute("aria-label") ?? "";
    const kept = names.some((each) => name.startsWith(each));
    if (die.querySelector("input")) boxOf(die).checked = false;
    die.classList.remove("kept", "lay", "rolling");
    die.classList.add(kept ? "kept" : "given");
  }
  tray.classList.add("scored");
  const told = [...last.children].slice(1).map((each) => document.importNode(each, true));
  tray.querySelector(".say")?.replaceChildren(...told);
  tray.dataset.gets = last.dataset.gets;
  for (const part of tray.querySelectorAll(".acts, .banner")) part.toggleAttribute("inert", true);
  for (const button of tray.querySelectorAll(".acts > *")) button.classList.add("gone");
  const banners = page.querySelector("#last-banners");
  if (banners instanceof HTMLTemplateElement) {
    tray.querySelector(".dice")?.after(document.importNode(banners.content, true));
  }
  showScore(tray, sums());
}
