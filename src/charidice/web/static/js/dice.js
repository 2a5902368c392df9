// The dice of the tray: previews of what is ticked, and the roll that is seen.

/** @typedef {[points: number, bonus: number, gift: number]} Worth */

/**
 * @param {string | undefined} text
 * @param {Record<string, unknown>} values
 */
const fill = (text, values) =>
  (text ?? "").replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

/**
 * @param {HTMLElement} tray
 * @param {string} wish
 */
const buttonFor = (tray, wish) =>
  /** @type {HTMLButtonElement | null} */ (tray.querySelector(`[value=${wish}]`));

/**
 * @param {HTMLButtonElement} button
 * @param {string} title
 * @param {string | null} note null leaves it as it is
 * @param {boolean} enabled
 */
function say(button, title, note, enabled) {
  /** @type {HTMLElement} */ (button.querySelector("b")).textContent = title;
  const small = button.querySelector("small");
  if (small && note !== null) small.textContent = note;
  button.disabled = !enabled;
}

/**
 * Both buttons say beforehand what they will do; the row of the sheet shows it in a lighter ink.
 * @param {HTMLElement} tray
 */
export function preview(tray) {
  if (!tray.dataset.worth) return;
  const boxes = /** @type {HTMLInputElement[]} */ ([...tray.querySelectorAll("input[name=die]")]);
  const ticked = boxes.filter((box) => box.checked);
  const mask = ticked.reduce((sum, box) => sum + (1 << Number(box.value)), 0);
  /** @type {Worth | undefined} */
  const worth = JSON.parse(tray.dataset.worth)[mask];
  previewReroll(tray, boxes.length - ticked.length);
  previewScore(tray, worth, ticked.length > 0);
  previewRow(worth);
}

/**
 * @param {HTMLElement} tray
 * @param {number} count how many dice are not ticked
 */
function previewReroll(tray, count) {
  const reroll = buttonFor(tray, "reroll");
  if (!reroll) return;
  const { labels = "", none = "" } = reroll.dataset;
  say(reroll, count ? labels.split("|")[count - 1] : none, null, count > 0);
}

/**
 * @param {HTMLElement} tray
 * @param {Worth | undefined} worth
 * @param {boolean} some whether any die is ticked
 */
function previewScore(tray, worth, some) {
  const score = buttonFor(tray, "score");
  if (!score) return;
  const { label, note, none = "", bad = "", why = "" } = score.dataset;
  if (worth) {
    const [points, bonus, gift] = worth;
    const values = { points, bonus, gift, name: tray.dataset.receiver };
    say(score, fill(label, values), fill(note, values), true);
  } else {
    say(score, some ? bad : none, some ? why : "", false);
  }
}

/** @param {Worth | undefined} worth */
function previewRow(worth) {
  const row = document.querySelector("tr[data-preview]");
  if (!row) return;
  const [points, bonus, gift] = worth ?? [];
  for (const [column, value] of Object.entries({ c1: points, c2: bonus, c4: gift })) {
    const cell = /** @type {HTMLElement} */ (row.querySelector(`.${column}`));
    cell.replaceChildren();
    if (value === undefined) continue;
    cell.appendChild(document.createElement("em")).textContent = String(value);
  }
}

/**
 * Previews follow the ticks. Enter on a die ticks it, like the space bar: it must not press the
 * first button.
 * @param {HTMLElement} table
 */
export function followTicks(table) {
  table.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.name === "die" && box.form) preview(box.form);
  });
  table.addEventListener("keydown", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (event.key !== "Enter" || box.name !== "die") return;
    event.preventDefault();
    box.click();
  });
}

/**
 * Dice that were thrown tumble; those that were kept lie still. Returns how many were thrown.
 * @param {HTMLElement} tray
 */
export function tumble(tray) {
  const thrown = /** @type {HTMLElement[]} */ (
    [...tray.querySelectorAll(".dice .die:not(.blank):not(.kept)")]
  );
  thrown.forEach((die, place) => {
    die.classList.remove("rolling");
    void die.offsetWidth;
    die.classList.add("rolling", `wait-${place}`);
  });
  return thrown.length;
}
