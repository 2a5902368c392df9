// The list of somebody's games on the start page stays true while it is looked at.
const EVERY = 20_000; // milliseconds

async function refresh() {
  const games = document.querySelector(".recent");
  if (!games || document.hidden || games.contains(document.activeElement)) return;
  try {
    const answer = await fetch("/");
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".recent");
    if (fresh && !fresh.isEqualNode(games)) games.replaceWith(fresh);
  } catch { /* no network: it stays as it is */ }
}

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", refresh);
