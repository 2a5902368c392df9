// Arrow keys step through a game.
/** @type {Record<string, string>} */
const LINKS = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rel = LINKS[event.key];
  if (!rel) return;
  /** @type {HTMLElement | null} */ (document.querySelector(`a[rel=${rel}]`))?.click();
});
