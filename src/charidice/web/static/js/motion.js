// What moves: a tap ends every motion, and with reduced motion there is none.

const COUNT = 400; // milliseconds
const GLIDE = "cubic-bezier(.2, .8, .2, 1)";
const MOVING = ["pops", "unrolls", "rolling", "tossed", "fresh-result"];

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {Set<Animation>} */
const running = new Set();

/** End all motion at once, and take away what lies over the dice for a moment. */
export function finishMotion() {
  for (const animation of running) animation.finish();
  for (const ribbon of document.querySelectorAll(".banner.asks")) ribbon.remove();
  for (const name of MOVING) {
    for (const element of document.querySelectorAll(`.${name}`)) element.classList.remove(name);
  }
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} how
 */
export function animate(element, frames, how) {
  const animation = element.animate(frames, { easing: GLIDE, ...how });
  running.add(animation);
  const done = () => running.delete(animation);
  animation.finished.then(done, done);
  return animation;
}

/**
 * A number counts up; what is received counts when the gift has landed.
 * @param {HTMLElement} cell
 * @param {number} start
 * @param {number} delay milliseconds
 */
export function count(cell, start, delay) {
  const end = Number(cell.textContent);
  if (end === start) return;
  cell.dataset.end = String(end); // for whoever reads it meanwhile
  const timing = { duration: COUNT + delay };
  const began = performance.now();
  const text = cell.textContent;
  const clock = animate(cell, [{}, {}], timing);
  const step = () => {
    if (clock.playState !== "running" || !cell.isConnected) {
      cell.textContent = text;
      return;
    }
    const part = Math.min(1, Math.max(0, (performance.now() - began - delay) / COUNT));
    cell.textContent = String(Math.round(start + (end - start) * part));
    requestAnimationFrame(step);
  };
  step();
}
