// The start page: dice to roll at once, and the names of those who share this device.
const NAMES = "charidice-players";

const tossed = /** @type {HTMLElement} */ (document.getElementById("tossed"));
const toss = /** @type {HTMLElement} */ (document.getElementById("toss"));
let rolling = false;

toss.addEventListener("click", async (event) => {
  event.preventDefault();
  if (rolling) return;
  rolling = true;
  try {
    const answer = await fetch("/toss");
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    tossed.replaceChildren(...page.body.childNodes);
    tossed.querySelectorAll(".die").forEach((die, place) => {
      die.classList.add("rolling", `wait-${place}`);
    });
  } catch { /* no network: the dice stay as they are */ } finally { rolling = false; }
});

// A form that opens is brought into sight; newcomers are guided, and then they begin.
for (const element of document.querySelectorAll("details.start")) {
  const tile = /** @type {HTMLDetailsElement} */ (element);
  tile.querySelector("summary")?.addEventListener("click", () => requestAnimationFrame(() => {
    const form = tile.open && tile.querySelector("form");
    if (form) form.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }));
}
for (const form of document.querySelectorAll("form[action='/play']")) {
  form.addEventListener("submit", () => {
    if (form.querySelector("[name=guide]") || isGuided()) return;
    const wish = document.createElement("input");
    Object.assign(wish, { type: "hidden", name: "guide", value: "along" });
    form.append(wish);
  });
}

/** Whether this browser has been guided through a first turn. */
function isGuided() {
  try { return !["on", null].includes(localStorage.getItem("charidice-guide")); } catch {
    return true;
  }
}

// Three opponents at most.
const bots = /** @type {HTMLElement | null} */ (document.querySelector("fieldset.bots"));
const limitBots = () => {
  const boxes = /** @type {HTMLInputElement[]} */ ([...bots?.querySelectorAll("input") ?? []]);
  const full = boxes.filter((box) => box.checked).length >= 3;
  for (const box of boxes) box.disabled = full && !box.checked;
};
bots?.addEventListener("change", limitBots);
limitBots();

const SHARED = ["#device form", "#real-dice form"]; // those who share a device are asked for there

/**
 * @param {string} form
 * @returns {HTMLInputElement[]}
 */
const fields = (form) => [...document.querySelectorAll(`${form} input[name=player]`)].map(
  (field) => /** @type {HTMLInputElement} */ (field),
);

function remembered() {
  try { return JSON.parse(localStorage.getItem(NAMES) ?? "[]"); } catch { return []; }
}

const names = remembered();
for (const form of SHARED) {
  if (Array.isArray(names) && !document.querySelector("[aria-invalid]")) {
    fields(form).forEach((field, place) => {
      if (typeof names[place] === "string") field.value = names[place];
    });
  }
  document.querySelector(form)?.addEventListener("submit", () => {
    const typed = fields(form).map((field) => field.value);
    try { localStorage.setItem(NAMES, JSON.stringify(typed)); } catch { /* private windows */ }
  });
}
/** @type {HTMLElement | null} */ (document.querySelector("[aria-invalid]"))?.focus();
