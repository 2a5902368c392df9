// Taps that were not meant.
const SAME_PLACE = 24; // pixels
const DOUBLE_TAP = 450; // milliseconds

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
