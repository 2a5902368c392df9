// The dice of the tray: previews of what is ticked, and the roll that is seen.
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function say(button, title, note, enabled) {
  button.querySelector("b").textContent = title;
  const small = button.querySelector("small");
  if (small && note !== null) small.textContent = note;
  if (!button.hasAttribute("data-closed")) button.disabled = !enabled;
}

// Both buttons say beforehand what they will do; the row of the sheet shows it in a lighter ink.
export function preview(tray) {
  if (!tray.dataset.worth) return;
  const boxes = [...tray.querySelectorAll("input[name=die]")];
  const ticked = boxes.filter((box) => box.checked);
  const mask = ticked.reduce((sum, box) => sum + (1 << Number(box.value)), 0);
  const worth = JSON.parse(tray.dataset.worth)[mask];
  const reroll = tray.querySelector("[value=reroll]");
  if (reroll) {
    const count = boxes.length - ticked.length;
    const labels = reroll.dataset.labels.split("|");
    say(reroll, count ? labels[count - 1] : reroll.dataset.none, null, count > 0);
  }
  const score = tray.querySelector("[value=score]");
  if (score && worth) {
    const [points, bonus, gift] = worth;
    const values = { points, bonus, gift, name: tray.dataset.receiver };
    say(score, fill(score.dataset.label, values), fill(score.dataset.note, values), true);
  } else if (score) {
    say(score, ticked.length ? score.dataset.bad : score.dataset.none, ticked.length ? score.dataset.why : "", false);
  }
  const row = document.querySelector("tr[data-preview]");
  if (row) {
    const [points, bonus, gift] = worth ?? ["", "", ""];
    for (const [column, value] of [["c1", points], ["c2", bonus], ["c4", gift]]) {
      const cell = row.querySelector(`.${column}`);
      cell.replaceChildren();
      if (value !== "") cell.appendChild(document.createElement("em")).textContent = value;
    }
  }
}

// Dice that were thrown tumble; those that were kept lie still. Returns how many were thrown.
export function tumble(tray) {
  const thrown = [...tray.querySelectorAll(".dice .die:not(.blank):not(.kept)")];
  thrown.forEach((die, place) => {
    die.classList.remove("rolling");
    void die.offsetWidth;
    die.classList.add("rolling", `wait-${place}`);
  });
  return thrown.length;
}
