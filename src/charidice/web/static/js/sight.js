// Where the page is scrolled to: what happens is seen, also by whoever has read further down.

const JUST_IN_SIGHT = 120; // pixels of the tray

/** The game begins; the host may have read the settings below. */
export function beginAtTheTop() {
  const room = /** @type {HTMLDetailsElement | null} */ (document.getElementById("room-menu"));
  if (room) room.open = false;
  window.scrollTo(0, 0);
}

/**
 * Whoever reads a sheet further down is brought to the dice when it is their turn.
 * @param {HTMLElement} tray
 */
export function bringToDice(tray) {
  const { bottom } = tray.getBoundingClientRect();
  if (bottom < JUST_IN_SIGHT) tray.scrollIntoView({ block: "start" });
}

/**
 * The bar is in sight wherever somebody reads: who rolls there sees the dice.
 * @param {HTMLElement} tray
 */
export function seeTheDice(tray) {
  const dice = tray.querySelector(".dice")?.getBoundingClientRect();
  if (tray.dataset.mine && dice && dice.top < 0) tray.scrollIntoView({ block: "start" });
}

/**
 * The settings of the table are seen whole when they are opened, there or from the menu.
 * @param {HTMLElement} table
 */
export function showSettings(table) {
  const room = () =>
    /** @type {HTMLDetailsElement | null} */ (document.getElementById("room-menu"));
  document.getElementById("to-room")?.addEventListener("click", ({ target }) => {
    const settings = room();
    if (settings) settings.open = true;
    const menu = /** @type {HTMLElement} */ (target).closest("details");
    if (menu) menu.open = false; // it would lie over them
  });
  table.addEventListener("click", ({ target }) => {
    const isOpened = /** @type {HTMLElement} */ (target).closest("#room-menu > summary");
    if (isOpened) setTimeout(() => room()?.scrollIntoView({ block: "nearest" }));
  });
}
