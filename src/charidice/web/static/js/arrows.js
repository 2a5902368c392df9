// The board of a pad with the keyboard: one stop for the tab key, arrows from face to face.

const COLUMNS = 6;
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

/** @param {ParentNode} inside */
const cellsIn = (inside) =>
  /** @type {HTMLElement[]} */ ([...inside.querySelectorAll(".board [data-face]")]);

/**
 * Only one face is a stop of the tab key: the one that was there last, or else the first.
 * @param {ParentNode} inside where the board is
 * @param {string} [face]
 */
export function stopAt(inside, face) {
  const cells = cellsIn(inside);
  const stop = cells.find((cell) => cell.dataset.face === face) ?? cells[0];
  for (const cell of cells) cell.tabIndex = cell === stop ? 0 : -1;
  return stop;
}

/**
 * Let arrows move over the board.
 * @param {HTMLElement} table
 * @param {(face: string) => void} moved where the keyboard is now
 */
export function followArrows(table, moved) {
  table.addEventListener("keydown", (event) => {
    const cells = cellsIn(table);
    const place = cells.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = cells[place + (STEPS[event.key] ?? 0)];
    if (place < 0 || !(event.key in STEPS)) return;
    event.preventDefault();
    next?.focus();
  });
  table.addEventListener("focusin", ({ target }) => {
    const face = /** @type {HTMLElement} */ (target).dataset.face;
    if (face) moved(face);
  });
}
