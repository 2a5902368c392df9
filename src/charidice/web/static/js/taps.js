// Taps that were not meant.
const SAME_PLACE = 24; // pixels
const DOUBLE_TAP = 450; // milliseconds
const AFTER_THE_END = 1200; // … in which a tap was meant for the game

/**
 * No tap leads away from an end that nobody has seen.
 * @param {HTMLElement} table
 */
export function guardTheEnd(table) {
  if (table.querySelector(".result")) return; // it is looked at again
  new MutationObserver((_changes, observer) => {
    if (!table.querySelector(".result")) return;
    observer.disconnect();
    table.classList.add("just-over");
    setTimeout(() => table.classList.remove("just-over"), AFTER_THE_END);
  }).observe(table, { childList: true, subtree: true });
}

/**
 * The second tap of a double tap must not press what has just come up in the same place.
 * @param {HTMLElement} table
 */
export function ignoreSecondTaps(table) {
  let tap = { x: 0, y: 0, at: 0 };
  table.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (
      target.closest("form.tray button, .coin-button")
    );
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const near = Math.hypot(x - tap.x, y - tap.y) < SAME_PLACE;
    // Who taps on and on is heard again after a moment: only taps that counted are measured from.
    if (button && near && at - tap.at < DOUBLE_TAP && event.detail) event.preventDefault();
    else tap = { x, y, at };
  }, { capture: true });
}
