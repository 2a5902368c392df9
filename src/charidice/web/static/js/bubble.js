// Where something said is shown: as near to whoever says it as possible, over nothing that is
// read or pressed.

const KEEP_FREE = [
  "button, a, summary, input, .die, .tag, .worth, .say > *, .recaps li, .bonus, .seat, .acts",
  ".seat .coin, .seat .next, .hinted, .points, .gave, .plus, .sum, .charity-line, .guide",
  ".banner.shown, .sheet td, .sheet header",
  ".podium li, .ending :is(h2, p), .counting, .resting, .offer, .farewell, .tally td",
].join();
const RATHER_FREE = ".rounds"; // where the screen allows it
// For each pixel of them that is covered; the bubble says itself whose name is below it.
const COSTS = { never: 100, rather: 1, name: 0.05 };
const STEP = 6; // pixels between the places that are tried
const EDGE = 6; // … to the edge of the window
const MARGIN = 2; // … around what is kept free

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** @type {WeakMap<HTMLElement, string>} the seats of those who say it */
const speakers = new WeakMap();

/**
 * How much of two boxes lies over one another.
 * @param {Box} one
 * @param {Box} two
 */
const overlap = (one, two) =>
  Math.max(0, Math.min(one.right, two.right) - Math.max(one.left, two.left))
  * Math.max(0, Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top));

/**
 * The boxes of what should not be covered.
 * @param {string} selector
 * @param {string} [but] the id of something that may be
 * @returns {Box[]}
 */
function boxesOf(selector, but) {
  const seen = [...document.querySelectorAll(selector)]
    .filter((each) => each.id !== but && each.checkVisibility());
  return seen.map((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return {
      left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN,
    };
  }).filter((box) => box.right > box.left + 2 * MARGIN && box.bottom > 0 && box.top < innerHeight);
}

/**
 * @param {Box} box
 * @param {Box[]} others
 */
const covered = (box, others) => others.reduce((sum, each) => sum + overlap(box, each), 0);

/**
 * Whether a bubble lies over what is read or pressed.
 * @param {HTMLElement} bubble
 */
export const isInTheWay = (bubble) =>
  covered(bubble.getBoundingClientRect(), boxesOf(KEEP_FREE, speakers.get(bubble))) > 0;

/**
 * Put a bubble beside a seat, or over the name in it: without its face, if it fits only so.
 * @param {HTMLElement} bubble
 * @param {HTMLElement} seat
 */
export function placeBubble(bubble, seat) {
  if (seat.id) speakers.set(bubble, seat.id); // a step of the podium has none
  const at = seat.getBoundingClientRect();
  for (const isBare of [false, true, false]) {
    bubble.classList.toggle("bare", isBare);
    const { x, y } = bestPlace(bubble, seat);
    bubble.style.left = `${x}px`;
    bubble.style.top = `${y}px`;
    const middle = x + bubble.offsetWidth / 2;
    const isBeside = y > at.top - bubble.offsetHeight && y < at.bottom + 2 * STEP;
    const isBelow = at.left <= middle && middle <= at.right;
    if (!seat.id || (isBelow && (isBeside || !isBare))) return;
  }
}

/**
 * @param {HTMLElement} bubble
 * @param {HTMLElement} seat
 */
function bestPlace(bubble, seat) {
  const { left, top, width, height } = seat.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const [taken, read] = [boxesOf(KEEP_FREE, speakers.get(bubble)), boxesOf(RATHER_FREE)];
  const own = seat.id ? boxesOf(`#${seat.id}`) : [];
  const best = { x: EDGE, y: EDGE, cost: Infinity };
  for (let y = EDGE; y <= innerHeight - high - EDGE; y += STEP) {
    for (let x = EDGE; x <= document.documentElement.clientWidth - wide - EDGE; x += STEP) {
      const far = Math.abs(x + wide / 2 - left - width / 2) + Math.abs(y + high / 2 - top - height);
      if (far >= best.cost) continue;
      const box = { left: x, top: y, right: x + wide, bottom: y + high };
      const cost = far + COSTS.never * covered(box, taken) + COSTS.rather * covered(box, read)
        + COSTS.name * covered(box, own);
      if (cost < best.cost) Object.assign(best, { x, y, cost });
    }
  }
  return best;
}
