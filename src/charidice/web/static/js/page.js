// What every page needs: the sound switch, and a menu that closes.
import { sounds } from "./sound.js";

for (const part of document.querySelectorAll(".only-with-scripts")) {
  /** @type {HTMLElement} */ (part).hidden = false;
}

const button = /** @type {HTMLButtonElement} */ (document.getElementById("sound"));
const show = () => button.setAttribute("aria-pressed", String(sounds.on));
button.addEventListener("click", () => { sounds.toggle(); show(); });
show();

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
