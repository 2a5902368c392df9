// Which dice are ticked. That outlasts the page: phones close what is in the background, and load
// it anew.

const KEY = "charidice-ticks";

const boxes = () => /** @type {HTMLInputElement[]} */ (
  [...document.querySelectorAll("#tray [name=die]")]
);

/** The places of the ticked dice. */
export const ticked = () => boxes().filter((box) => box.checked).map((box) => box.value).sort();

/**
 * Tick exactly these dice; the buttons say then what that means.
 * @param {string[]} places
 * @param {typeof Event} Kind of what is said about it to the others
 */
export function tick(places, Kind = Event) {
  const all = boxes();
  for (const box of all) box.checked = places.includes(box.value);
  all[0]?.dispatchEvent(new Kind("change", { bubbles: true }));
}

/** Which table it is, and how far its game has come. */
function here() {
  const tray = /** @type {HTMLElement | null} */ (document.querySelector("#tray [data-position]"));
  return `${location.pathname} ${tray?.dataset.position}`;
}

/** @param {HTMLElement} table */
export function keepTicks(table) {
  try {
    const [where, ...places] = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (where === here()) for (const box of boxes()) box.checked = places.includes(box.value);
  } catch { /* private windows */ }
  table.addEventListener("change", () => {
    try { localStorage.setItem(KEY, JSON.stringify([here(), ...ticked()])); } catch { /* … */ }
  });
}
