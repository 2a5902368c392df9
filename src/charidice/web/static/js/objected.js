// A choice that the coach has objected to, and that is pressed again.

/**
 * Whether the coach objects to just this: whoever presses it again stands by it.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
export function isObjectedTo(form, body) {
  const stay = document.querySelector("#coach form:has([name=stand]) button:not(.go)");
  const card = /** @type {HTMLFormElement | null | undefined} */ (stay?.closest("form"));
  if (!stay || !card || !form.matches(".tray")) return false;
  const dice = (/** @type {URLSearchParams | FormData} */ of) => of.getAll("die").sort().join();
  const isSame = dice(body) === dice(new FormData(card));
  return isSame && body.get("do") === stay.getAttribute("value");
}
