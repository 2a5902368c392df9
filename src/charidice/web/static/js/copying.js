// Buttons that copy a link.

/**
 * Show them: without scripts they would do nothing.
 * @param {HTMLElement} table
 */
export function showCopyButtons(table) {
  for (const button of table.querySelectorAll("[data-copy]")) {
    /** @type {HTMLElement} */ (button).hidden = false;
  }
}

/**
 * Copy when they are pressed.
 * @param {HTMLElement} table
 * @param {() => void} copied
 */
export function copyOnClick(table, copied) {
  table.addEventListener("click", async (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-copy]"));
    if (!button) return;
    const id = button.dataset.copy ?? "";
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    copied();
  });
}
