// The server cannot be reached: try again when asked to, and as soon as it might be there.
const AGAIN = 5000; // milliseconds
const { pathname } = location;

// Whoever opens this very page is led home.
const tryAgain = () => (pathname === "/offline" ? location.assign("/") : location.reload());

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/offline", { method: "HEAD", cache: "no-store" });
    if (answer.ok) tryAgain();
  } catch { /* not yet */ }
}

document.getElementById("again")?.addEventListener("click", (event) => {
  event.preventDefault();
  tryAgain();
});
addEventListener("online", tryAgain);
setInterval(look, AGAIN);
