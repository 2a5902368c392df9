// What every page needs: the sound switch, copying, and menus that close.
import { sounds } from "./sound.js";

document.querySelectorAll(".only-with-scripts").forEach((part) => { part.hidden = false; });

const button = document.getElementById("sound");
const show = () => button.setAttribute("aria-pressed", String(sounds.on));
button.addEventListener("click", () => { sounds.toggle(); show(); });
show();

const menu = document.getElementById("menu");
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});
