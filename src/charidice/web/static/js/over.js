// The rules lie over the table, so that nobody has to leave it; “back” in the browser closes them.

/**
 * @param {string} href
 * @param {string} close what the button says
 */
async function opened(href, close) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const article = /** @type {HTMLElement} */ (page.querySelector("main article"));
  for (const each of article.querySelectorAll(".page-only")) each.remove(); // they lead elsewhere
  const dialog = document.createElement("dialog");
  dialog.className = "over paper";
  const foot = document.createElement("form");
  foot.method = "dialog";
  foot.className = "closing paper";
  const button = document.createElement("button");
  button.className = "go";
  button.textContent = close;
  foot.append(button);
  if (document.querySelector("dialog[open]")) return; // a second tap has been quicker
  dialog.append(article, foot);
  for (const named of [dialog, article]) { // what scrolls can have the focus
    named.setAttribute("aria-label", article.querySelector("h1")?.textContent ?? "");
  }
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener("close", () => {
    if (history.state?.isOver) history.back();
    dialog.remove();
    if (!before?.isConnected) document.getElementById("say")?.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    else goWithin(article, event);
  });
  const root = document.documentElement;
  dialog.toggleAttribute("data-gutter", innerWidth > root.clientWidth);
  document.body.append(dialog);
  dialog.showModal();
  history.pushState({ ...history.state, isOver: true }, "");
  addEventListener("popstate", () => dialog.close(), { once: true });
  document.dispatchEvent(new Event("reading"));
}

/**
 * Links to another place of the article lead there without another step for “back”.
 * @param {HTMLElement} article
 * @param {Event} event
 */
function goWithin(article, event) {
  const link = (/** @type {HTMLElement} */ (event.target)).closest("a[href^='#']");
  const place = /** @type {HTMLElement | null} */ (
    link && article.querySelector(link.getAttribute("href") ?? "")
  );
  if (!place) return;
  event.preventDefault();
  place.tabIndex = -1; // reading goes on there
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}

/**
 * Links that open over the page.
 * @param {string} close what the button says that leads back
 */
export function openOver(close) {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-over]"));
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opened(link.href, close).catch(() => location.assign(link.href));
  });
}
