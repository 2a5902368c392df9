// A review: shown as soon as the coach has looked at the whole game, then shared or printed.
import { shareOnClick, showShareButtons } from "./sharing.js";

const review = /** @type {HTMLElement} */ (document.getElementById("review"));

const wide = matchMedia("(min-width: 56.25em)"); // as in review.css
/** @type {HTMLDetailsElement[]} those that are open only to be printed */
let printed = [];

const folded = () => /** @type {HTMLDetailsElement[]} */ (
  [...review.querySelectorAll("details.part, details.reason")]
);

/** A desk shows all parts: they are open for screen readers too, and nothing is to be pressed. */
function unfoldOnDesk() {
  for (const part of folded()) {
    part.open = wide.matches;
    part.querySelector("summary")?.setAttribute("tabindex", wide.matches ? "-1" : "0");
  }
}

/** Show the buttons that need scripts, and what has its place. */
function prepare() {
  unfoldOnDesk();
  showShareButtons(review);
  for (const element of review.querySelectorAll("[data-print]")) {
    /** @type {HTMLElement} */ (element).hidden = false;
  }
}

/** @param {string} text why there is no review */
function fail(text) {
  const failure = /** @type {HTMLElement | null} */ (review.querySelector(".failure"));
  if (!failure) return;
  failure.textContent = text;
  failure.hidden = false;
}

/** @param {string} url the stream that brings the review */
function follow(url) {
  const source = new EventSource(url);
  source.addEventListener("progress", (event) => {
    const { done, total } = JSON.parse(event.data);
    const bar = review.querySelector("progress");
    if (!bar) return;
    bar.max = total;
    bar.value = done;
  });
  source.addEventListener("review", (event) => {
    source.close();
    const { html } = JSON.parse(event.data);
    const parsed = new DOMParser().parseFromString(html, "text/html");
    review.replaceChildren(...document.adoptNode(parsed.body).childNodes);
    prepare();
  });
  source.addEventListener("failed", (event) => {
    source.close();
    fail(JSON.parse(event.data).text);
  });
}

shareOnClick(review);
wide.addEventListener("change", unfoldOnDesk);
addEventListener("beforeprint", () => {
  printed = folded().filter((part) => !part.open);
  for (const part of printed) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of printed) part.open = false;
});
review.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // On a page that came whole, page.js has given the button its work already.
  if (target.closest("[data-print]") && review.dataset.stream) print();
});
if (review.dataset.stream) follow(review.dataset.stream);
else prepare();
