// What people should see happen: a score lifts, a gift travels, a bonus is announced.
import { animate, calm, count } from "./motion.js";
import { sounds } from "./sound.js";

const LIFT = 300; // milliseconds
const FLIGHT = { begin: 500, length: 600, apart: 60 };
const ARRIVAL = FLIGHT.begin + FLIGHT.length;
const BANNER = 2600; // how long a banner stays
const NEXT_BANNER = 1800;
const PIECES = 36; // of confetti
const COLOURS = ["red", "yellow", "green", "blue", "purple"];

/** @typedef {Map<string, number>} Sums what every sum on the page was */

const allSums = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-sum]")]);

/**
 * The sums that the page shows, by what they are.
 * @returns {Sums}
 */
export const sums = () => new Map(allSums().map(
  ({ dataset, textContent }) => [dataset.sum ?? "", Number(dataset.end ?? textContent)],
));

/**
 * Somebody has scored: show what went where.
 * @param {HTMLElement} tray
 * @param {Sums} before the sums before it
 */
export function showScore(tray, before) {
  const banners = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll(".banner")]);
  sounds.score();
  if (banners.length) sounds.bonus();
  const seat = document.getElementById(tray.dataset.gets ?? "");
  const given = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll(".dice .given")]);
  if (given.length) sounds.gift();
  banners.forEach((banner, place) => setTimeout(() => announce(banner), place * NEXT_BANNER));
  if (calm()) return;
  for (const die of tray.querySelectorAll(".dice .kept")) {
    animate(die, [{ transform: "none" }, {}], { duration: LIFT });
  }
  if (seat) given.forEach((die, place) => fly(die, seat, place));
  seat?.querySelector(".plus")?.classList.add("pops");
  for (const element of document.querySelectorAll("td.fresh")) {
    const cell = /** @type {HTMLElement} */ (element);
    count(cell, 0, cell.classList.contains("c3") ? ARRIVAL : LIFT);
  }
  const receiver = `${tray.dataset.gets?.slice("seat-".length)}:`;
  for (const sum of allSums()) {
    const key = sum.dataset.sum ?? "";
    count(sum, before.get(key) ?? 0, key.startsWith(receiver) ? ARRIVAL : LIFT);
  }
}

/**
 * A banner unrolls, and goes again when it was read.
 * @param {HTMLElement} banner
 */
function announce(banner) {
  if (!banner.isConnected) return; // the next roll came first
  for (const other of document.querySelectorAll(".banner.shown")) other.classList.remove("shown");
  banner.classList.add("shown", "unrolls");
  const place = banner.closest(".tray") ?? banner.parentElement;
  if ("confetti" in banner.dataset) confetti(/** @type {HTMLElement} */ (place));
  setTimeout(() => banner.classList.remove("shown"), BANNER);
}

/**
 * Somebody asked for the biggest gift: an event for all.
 * @param {HTMLElement} tray
 */
export function showAsking(tray) {
  sounds.bonus();
  tray.querySelector(".say .coin")?.classList.add("tossed");
  const text = tray.querySelector(".asked")?.textContent;
  if (!text) return;
  const banner = document.createElement("p");
  banner.className = "banner red-ribbon asks";
  banner.setAttribute("aria-hidden", "true");
  banner.textContent = text;
  tray.querySelector(".dice")?.after(banner);
  announce(banner);
  setTimeout(() => banner.remove(), BANNER);
}

/**
 * A die travels to whoever gets it.
 * @param {HTMLElement} die
 * @param {HTMLElement} seat
 * @param {number} place
 */
function fly(die, seat, place) {
  const from = die.getBoundingClientRect();
  const to = seat.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (die.cloneNode(true));
  ghost.className = die.className.replace("given", "flight");
  ghost.removeAttribute("role");
  ghost.removeAttribute("aria-label");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(ghost);
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const turn = place % 2 ? -12 : 14;
  const there = `translate(${x}px, ${y}px) rotate(${turn}deg) scale(.3)`;
  const halfway = `translate(${x * 0.6 + 20}px, ${y * 0.5}px) rotate(${turn}deg) scale(.62)`;
  const travel = animate(
    ghost,
    [{ transform: "none" }, { transform: halfway }, { transform: there, opacity: 0.6 }],
    { delay: FLIGHT.begin + place * FLIGHT.apart, duration: FLIGHT.length, fill: "backwards" },
  );
  const gone = () => ghost.remove();
  travel.finished.then(gone, gone);
}

/** @param {HTMLElement} place */
export function confetti(place) {
  if (calm()) return;
  const shower = document.createElement("div");
  shower.className = "confetti";
  shower.setAttribute("aria-hidden", "true");
  for (let n = 0; n < PIECES; n += 1) {
    const piece = document.createElement("i");
    piece.className = COLOURS[n % COLOURS.length];
    piece.style.left = `${Math.random() * 100}%`;
    shower.append(piece);
    const turn = Math.random() * 720 - 360;
    const fall = 260 + Math.random() * 420;
    const drift = Math.random() * 80 - 40;
    animate(
      piece,
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${drift}px, ${fall}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: 1400, delay: Math.random() * 300, fill: "both", easing: "ease-in" },
    );
  }
  place.append(shower);
  setTimeout(() => shower.remove(), 1800);
}
