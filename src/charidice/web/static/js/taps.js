// Taps that were not meant.
const SAME_PLACE = 24; // pixels
const DOUBLE_TAP = 450; // milliseconds
const AFTER_THE_END = 1200; // … in which a tap was meant for the game

/**
 * The second tap of a double tap must not press what has just come up in the same place, and no
 * tap leads away from an end that nobody has seen.
 * @param {HTMLElement} table
 */
export function ignoreSecondTaps(table) {
  let tap = { x: 0, y: 0, at: 0 };
  let endedAt = table.querySelector(".result") ? -AFTER_THE_END : Infinity;
  new MutationObserver(() => {
    if (endedAt === Infinity && table.querySelector(".result")) endedAt = performance.now();
  }).observe(table, { childList: true, subtree: true });
  table.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (
      target.closest("form.tray button, .coin-button")
    );
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const near = Math.hypot(x - tap.x, y - tap.y) < SAME_PLACE;
    // Who taps on and on is heard again after a moment: only taps that counted are measured from.
    const isSecond = button && near && at - tap.at < DOUBLE_TAP;
    const isLate = target.closest(".result .acts") && at - endedAt < AFTER_THE_END;
    if (event.detail && (isSecond || isLate)) event.preventDefault();
    else tap = { x, y, at };
  }, { capture: true });
}
