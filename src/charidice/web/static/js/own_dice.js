// One's own dice: every choice is checked at once, and what is complete is kept in this browser.
const KEPT = "charidice-dice";

const form = /** @type {HTMLFormElement} */ (document.getElementById("own-dice"));
const fields = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select")]);
let latest = 0;

/** Store the arrangement, if it is complete. */
function keep() {
  const text = document.getElementById("own-dice-state")?.dataset.dice;
  try { if (text) localStorage.setItem(KEPT, text); } catch { /* private windows */ }
}

/** Show what the server says of the choices; the fields stay, and with them the focus. */
async function check() {
  latest += 1;
  const mine = latest;
  const chosen = fields.map((field) => ["c", field.value]);
  try {
    const answer = await fetch(`/dice?${new URLSearchParams(chosen)}`);
    if (!answer.ok || mine !== latest) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== latest) return;
    const state = /** @type {HTMLElement} */ (document.getElementById("own-dice-state"));
    const found = /** @type {HTMLElement} */ (page.getElementById("own-dice-state"));
    state.dataset.dice = found.dataset.dice;
    state.replaceChildren(...found.childNodes);
    const sides = page.querySelectorAll("#own-dice .chosen-side");
    form.querySelectorAll(".chosen-side").forEach((side, place) => side.replaceWith(sides[place]));
    page.querySelectorAll("#own-dice select").forEach((field, place) => {
      fields[place].ariaInvalid = field.getAttribute("aria-invalid");
    });
    keep();
  } catch { /* no network: the next choice is checked again */ }
}

form.addEventListener("change", check);
form.querySelector("button")?.remove();
document.getElementById("other-dice")?.addEventListener("click", () => {
  try { localStorage.removeItem(KEPT); } catch { /* private windows */ }
});

keep();
try {
  const letters = (localStorage.getItem(KEPT) ?? "").replaceAll(" ", "");
  if (!location.search && letters.length === fields.length) {
    fields.forEach((field, place) => { field.value = letters[place]; });
    check();
  }
} catch { /* private windows */ }
