// A review: shown as soon as the coach has looked at the whole game, then shared or printed.
import { shareOnClick, showShareButtons } from "./sharing.js";

const review = /** @type {HTMLElement} */ (document.getElementById("review"));

/** Show the buttons that need scripts. */
function showButtons() {
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
    showButtons();
  });
  source.addEventListener("failed", (event) => {
    source.close();
    fail(JSON.parse(event.data).text);
  });
}

shareOnClick(review);
review.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // On a page that came whole, page.js has given the button its work already.
  if (target.closest("[data-print]") && review.dataset.stream) print();
});
if (review.dataset.stream) follow(review.dataset.stream);
else showButtons();
