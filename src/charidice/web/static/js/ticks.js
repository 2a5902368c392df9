// Ticked dice outlast the page: phones close what is in the background, and load it anew.

const KEY = "charidice-ticks";

const boxes = () => /** @type {HTMLInputElement[]} */ (
  [...document.querySelectorAll("#tray [name=die]")]
);

/** Which table it is, and how far its game has come. */
function here() {
  const tray = /** @type {HTMLElement | null} */ (document.querySelector("#tray [data-position]"));
  return `${location.pathname} ${tray?.dataset.position}`;
}

/** @param {HTMLElement} table */
export function keepTicks(table) {
  try {
    const [where, ...ticked] = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (where === here()) for (const box of boxes()) box.checked = ticked.includes(box.value);
  } catch { /* private windows */ }
  table.addEventListener("change", () => {
    const ticked = boxes().filter((box) => box.checked).map((box) => box.value);
    try { localStorage.setItem(KEY, JSON.stringify([here(), ...ticked])); } catch { /* … */ }
  });
}
