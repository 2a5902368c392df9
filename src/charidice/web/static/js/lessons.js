// What the guide can say, and when: by what lies on the table.

/** How far somebody is who hears it. */
export const PLACES = {
  watch: 0, roll: 1, turn: 1, asked: 2, keep: 2, keeping: 2, spoilt: 2, bad: 2,
  score: 3, last: 3, gift: 4, coin: 5,
};

/** What is said while dice are chosen. */
export const CHOOSING = ["asked", "keep", "keeping", "spoilt", "bad", "score", "last"];

/**
 * What to say to somebody who picks dice for the first time.
 * @param {HTMLElement} tray
 * @returns {keyof PLACES}
 */
export function choosing(tray) {
  const last = !tray.querySelector("[value=reroll]");
  if (tray.querySelector(".bonus.spoilt")) return "spoilt";
  const isAll = !tray.querySelector("input[name=die]:not(:checked)"); // nothing is rerolled
  if (doNotGoTogether(tray)) return last || isAll ? "bad" : "keeping";
  const isTicked = tray.querySelector("input[name=die]:checked");
  if ("asked" in tray.dataset && !isTicked) return "asked";
  if (last) return "last";
  if (!isTicked) return "keep";
  return scoreOf(tray)?.disabled ? "keeping" : "score";
}

/** @param {HTMLElement} tray */
const scoreOf = (tray) =>
  /** @type {HTMLButtonElement | null} */ (tray.querySelector("[value=score]"));

/**
 * Whether the ticked dice can neither be scored nor lead to a bonus with one more.
 * @param {HTMLElement} tray
 */
function doNotGoTogether(tray) {
  const ticked = tray.querySelector("input[name=die]:checked");
  const leads = tray.querySelector(".step.near, #hint[data-better]");
  return Boolean(ticked && scoreOf(tray)?.disabled && !leads);
}

/**
 * What happens on the table and may be new, the most important first.
 * @param {HTMLElement} tray
 * @returns {string[]}
 */
export function newIn(tray) {
  const last = document.querySelector(".rounds i:last-child.now");
  if (tray.querySelector(".ask:not(.here)")) return ["coin", ...(last ? ["unused"] : [])];
  if (tray.dataset.mine !== "turn") return [];
  if (tray.querySelector("[value=roll]")) {
    return [last ? "charity" : "", "given" in tray.dataset ? "given" : ""].filter(Boolean);
  }
  if ("asked" in tray.dataset) return ["asked"];
  if (tray.querySelector(".bonus.spoilt")) return ["spoilt"];
  if (doNotGoTogether(tray) && !tray.querySelector("[value=reroll]")) return ["bad"];
  const isReached = tray.querySelector(".step.got"); // then the line says what is reached
  return tray.querySelector(".step.near") && !isReached ? ["near"] : [];
}

/** Whoever has reloaded the page was greeted before. */
export function isReloaded() {
  const [visit] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (visit)?.type === "reload";
}

/** The page may be new, but not the game. */
export function hasNobodyScored() {
  const totals = [...document.querySelectorAll("[data-sum$=':total']")];
  return totals.every((total) => total.textContent?.trim() === "0");
}
