// What was entered at a pad and waits to be sent is marked where it was entered.
import { fill, part } from "./parts.js";
import { isAsk, isNew, wishOf } from "./wishes.js";

/** @typedef {import("./kept.js").Request} Request */

/**
 * The columns that were typed stand there, and cannot be changed meanwhile.
 * @param {HTMLElement} table
 * @param {Request | undefined} request that writes the turn of this page
 */
export function markColumns(table, request) {
  const form = /** @type {HTMLFormElement | null} */ (table.querySelector(".quick form"));
  if (!form) return;
  const sent = new URLSearchParams(request?.fields);
  for (const element of form.querySelectorAll("[inputmode]")) {
    const input = /** @type {HTMLInputElement} */ (element);
    if (sent.has("points")) input.value = sent.get(input.name) ?? "";
    input.readOnly = Boolean(request);
  }
  /** @type {HTMLButtonElement} */ (part(form, "button")).disabled = Boolean(request);
  const box = /** @type {HTMLDetailsElement | null} */ (form.closest("details"));
  if (box && sent.has("points")) box.open = true;
}

/**
 * The 2x shows what was wished last, and wishes the opposite when it is pressed again.
 * @param {HTMLElement} table
 * @param {Request[]} waiting
 * @param {boolean} isLate
 */
export function markAsk(table, waiting, isLate) {
  const coin = /** @type {HTMLButtonElement | null} */ (table.querySelector(".coin-button"));
  const turn = Number(coin?.closest("form")?.dataset.turn);
  const wish = waiting.map(wishOf).filter((each) => isAsk(each) && each.turn === turn).at(-1);
  if (!coin) return;
  const asked = wish ? wish.kind === "pad-ask" : "doubled" in (coin.closest("form")?.dataset ?? {});
  coin.value = asked ? "pad-unask" : "pad-ask";
  coin.setAttribute("aria-pressed", String(asked));
  part(coin, "b").textContent = (asked ? coin.dataset.on : coin.dataset.off) ?? "";
  coin.classList.toggle("late", isLate && Boolean(wish));
}

/**
 * A line names the turns that wait, where they are not on the board.
 * @param {HTMLElement | null} inside
 * @param {Request[]} waiting
 * @param {{ turn: number, isLate: boolean, isBusy: boolean, titles: string[] }} page
 *   `isBusy`: the board says already that it waits
 */
export function markTurns(inside, waiting, { turn, isLate, isBusy, titles }) {
  const line = inside?.querySelector(".unsent-line");
  if (!(line instanceof HTMLElement)) return;
  const names = waiting.flatMap((request) => {
    const wish = wishOf(request);
    if (isAsk(wish)) return isBusy ? [] : [request.label];
    return isNew(wish) || wish.turn === turn ? [] : [titles[wish.turn]];
  });
  line.hidden = !isLate || !names.length;
  line.textContent = fill(line.dataset.text, { what: names.join("; ") });
}
