// What every page needs: a menu that closes.
const menu = /** @type {HTMLDetailsElement} */ (document.getElementById("menu"));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
document.addEventListener("click", (event) => {
  if (menu.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});
