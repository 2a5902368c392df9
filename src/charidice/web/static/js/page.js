// What every page needs: menus that close, a button to print, and to forget what was stored here.
const menus = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.menu")]);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus.filter((each) => each.open)) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});
// Tab leaves an open menu.
document.addEventListener("keyup", ({ key }) => {
  if (key !== "Tab") return;
  for (const menu of menus) menu.open &&= menu.contains(document.activeElement);
});
// A tap beside an open menu closes it, and presses nothing that lies there.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const left = menus.filter((menu) => menu.open && !menu.contains(target));
  for (const menu of left) menu.open = false;
  if (!left.length || !event.detail || target.closest(".bar")) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

if (document.querySelector("[data-forget]")) {
  try { localStorage.clear(); } catch { /* private windows */ }
}

for (const element of document.querySelectorAll("[data-print]")) {
  const button = /** @type {HTMLButtonElement} */ (element);
  button.hidden = false;
  button.addEventListener("click", () => print());
}
// What the service worker keeps must not hold up the page itself. Without it nothing is missing.
addEventListener("load", () => {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => { /* not allowed here */ });
});
