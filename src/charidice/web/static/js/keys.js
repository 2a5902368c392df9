// Keys for those at a desk: 1 to 6 tick dice, R rolls, S scores, G asks for the biggest gift,
// H takes a hint, C shows chances, U takes a score back, T thanks, W skips the wait, Escape closes
// what the question for the biggest gift explains, ? opens the rules.

const KEY = "charidice-keys";

/** @type {Record<string, string>} */
const BUTTONS = {
  r: "[value=roll], [value=reroll]",
  s: "[value=score]",
  h: "[value=hint]",
  c: "[data-chances]",
  u: "[value=take-back]:not(.gone)",
  t: "[data-react=thanks]",
  w: "[value=hurry], [data-hurry] .ask [value=pass]",
};

// What is said where there is nothing to press.
/** @type {Record<string, string>} */
const REASONS = { u: "data-nothing-to-undo", h: "data-no-hints" };

/** @param {KeyboardEvent} event */
function isForTheGame(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const written = "input:not([type=checkbox], [type=radio]), select, textarea, dialog";
  const writing = target.closest(written);
  return !writing && !event.altKey && !event.ctrlKey && !event.metaKey && !event.repeat;
}

/** @param {HTMLElement} tray */
function ask(tray) {
  const box = /** @type {HTMLDetailsElement | null} */ (tray.querySelector("details.ask"));
  if (box?.open) /** @type {HTMLElement} */ (box.querySelector("[value=ask]")).click();
  else if (box) box.open = true;
}

/**
 * Nothing is answered by that: the question is where it was.
 * @param {HTMLElement} tray
 */
function closeQuestion(tray) {
  const box = /** @type {HTMLDetailsElement | null} */ (tray.querySelector("details.ask[open]"));
  if (!box) return;
  box.open = false;
  /** @type {HTMLElement} */ (box.querySelector("summary")).focus({ preventScroll: true });
}

/**
 * Dice that cannot be scored: the line above them says why, and is pointed to.
 * @param {HTMLElement} tray
 */
function tellWhy(tray) {
  const hint = /** @type {HTMLElement} */ (tray.querySelector("#hint"));
  if (tray.querySelector("[name=die]:checked")) hint.textContent = hint.dataset.why ?? "";
  hint.classList.remove("shakes");
  void hint.offsetWidth; // again, if it was just pointed to
  hint.classList.add("shakes");
  return hint.textContent ?? "";
}

/**
 * The question that opens takes the place of what was pressed, so it takes the focus too: not a
 * button of it, which a second press of the same key would press.
 * @param {Event} event
 */
function focusQuestion({ target }) {
  const box = /** @type {HTMLDetailsElement} */ (target);
  if (!box.matches("details.ask[open]")) return;
  /** @type {HTMLElement} */ (box.querySelector(".ask-box")).focus({ preventScroll: true });
}

function areOff() {
  try { return localStorage.getItem(KEY) === "off"; } catch { return false; }
}

/** Whoever speaks to their device, or types by mistake, can do without them. */
function listenForSwitch() {
  const button = document.getElementById("keys");
  const show = () => {
    document.documentElement.classList.toggle("without-keys", areOff());
    button?.setAttribute("aria-pressed", String(!areOff()));
  };
  button?.addEventListener("click", () => {
    try { localStorage.setItem(KEY, areOff() ? "on" : "off"); } catch { /* private windows */ }
    show();
  });
  show();
}

/** Words and focus follow whoever plays with keys, until they point at something again. */
function followTheHand() {
  const { classList } = document.documentElement;
  document.addEventListener("keydown", () => classList.add("by-keys"), { capture: true });
  document.addEventListener("pointerdown", () => classList.remove("by-keys"), { capture: true });
}

let isAwaited = false; // what a key of the game brings

/** What a key has brought is new: Tab goes on from there, and not from the top of the page. */
export function goOnFromTheDice() {
  const say = document.getElementById("say");
  if (!isAwaited || !say) return;
  isAwaited = false;
  if (document.activeElement !== document.body) return;
  say.focus({ preventScroll: true }); // browsers remember where the focus was lost
  say.blur();
}

/**
 * Listen for them.
 * @param {(text: string) => void} say why dice cannot be scored, for those who listen
 * @param {(text: string) => void} explain why a key does nothing, for everybody
 */
export function listenForKeys(say, explain) {
  listenForSwitch();
  followTheHand();
  document.addEventListener("toggle", focusQuestion, { capture: true });
  document.addEventListener("keydown", (event) => {
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
    const key = event.key.toLowerCase();
    if (!tray || !isForTheGame(event) || (areOff() && key !== "escape")) return;
    const die = /** @type {HTMLElement | null} */ (
      /^[1-6]$/.test(key) ? tray.querySelector(`input[name=die][value="${Number(key) - 1}"]`) : null
    );
    const buttons = /** @type {HTMLButtonElement[]} */ (
      key in BUTTONS ? [...tray.querySelectorAll(BUTTONS[key])] : []
    );
    const button = buttons.find((each) => each.checkVisibility());
    die?.click();
    if (button && !button.disabled) {
      isAwaited = true;
      button.click();
    } else if (button && key === "s") say(tellWhy(tray));
    else if (key in REASONS && !buttons.length) {
      explain(document.getElementById("table")?.getAttribute(REASONS[key]) ?? "");
    }
    if (key === "g") ask(tray);
    if (key === "escape") closeQuestion(tray);
    const rules = /** @type {HTMLElement | null} */ (document.querySelector("[data-over]"));
    if (key === "?") rules?.click();
  });
}
