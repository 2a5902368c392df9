// Parts of the tray that outlast its change: dice that still move, and words that hold the focus.

/**
 * Two parts of the tray outlast its change: dice that stay the same, as they may still be moving,
 * and what is said there while the keyboard is at it, as a screen reader would tell a new one from
 * the start. Only what is around them is replaced. Returns whether that was done.
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
export function keepParts(old, next) {
  const [form, newForm] = [old, next].map((each) => each.querySelector("form.tray"));
  if (!form || !newForm) return false;
  /** @type {Map<Node, Element>} */
  const kept = new Map(); // by what they are in the next form
  for (const [selector, stays] of /** @type {const} */ ([["#say", isAt], ["div.dice", isMoving]])) {
    const [part, same] = [form, newForm].map((each) => each.querySelector(`:scope > ${selector}`));
    if (part && same && stays(part, same)) kept.set(same, part);
  }
  if (!kept.size) return false;
  /** @type {Set<Node>} */
  const stay = new Set(kept.values());
  for (const child of [...form.childNodes]) if (!stay.has(child)) child.remove();
  let place = form.firstChild;
  for (const child of [...newForm.childNodes]) {
    const part = kept.get(child);
    if (part) place = part.nextSibling;
    else form.insertBefore(child, place);
  }
  takeAttributes(form, newForm);
  old.dataset.mark = next.dataset.mark;
  kept.forEach((part, same) => (part.id === "say" ? renewWords : renewTags)(part, same));
  return true;
}

/** @param {Element} part */
const isAt = (part) => part === document.activeElement;

/**
 * @param {Element} dice
 * @param {Element} next
 */
const isMoving = (dice, next) =>
  dice.querySelector(".rolling") !== null && faces(dice) === faces(next);

/**
 * @param {Element} element
 * @param {Element} next
 */
function takeAttributes(element, next) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const { name, value } of next.attributes) element.setAttribute(name, value);
}

/**
 * @param {Element} words
 * @param {Node} next
 */
function renewWords(words, next) {
  takeAttributes(words, /** @type {Element} */ (next));
  words.replaceChildren(...next.childNodes);
}

/**
 * What a die gives may have changed meanwhile: doubled, as somebody asked for it.
 * @param {Element} dice
 * @param {Element} next
 */
function renewTags(dice, next) {
  const tags = next.querySelectorAll(".tag");
  dice.querySelectorAll(".tag").forEach((tag, place) => {
    if (!tags[place]) return;
    const [before, after] = [tag, tags[place]].map((each) => each.closest("label"));
    const gives = after?.querySelector("input")?.getAttribute("aria-description") ?? "";
    before?.querySelector("input")?.setAttribute("data-gives", gives);
    tag.replaceChildren(...tags[place].childNodes);
  });
}

/**
 * What dice show, without how they move.
 * @param {Element} dice
 */
function faces(dice) {
  return [...dice.children].map((die) => {
    const name = (die.querySelector("input") ?? die).getAttribute("aria-label");
    const classes = die.className.replace(/ (rolling|wait-\d)/g, "");
    return `${die.tagName} ${classes} ${name}`;
  }).join("|");
}
