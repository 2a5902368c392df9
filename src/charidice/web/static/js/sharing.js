// Buttons that hand a link or the picture of a result to the share sheet of the device.
import { pictureOf } from "./picture.js";

const GONE = 60_000; // milliseconds until a download has surely begun

/**
 * Show those that can do something here.
 * @param {HTMLElement} table
 */
export function showShareButtons(table) {
  for (const button of table.querySelectorAll("[data-share]")) {
    /** @type {HTMLElement} */ (button).hidden = !navigator.share;
  }
}

/** @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), GONE);
}

/**
 * Hand something over; false if the device does not want it.
 * @param {ShareData} what
 */
async function handedOver(what) {
  try {
    await navigator.share(what);
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError"; // somebody has thought better of it
  }
  return true;
}

/**
 * Share a result as a picture, or keep it as a file.
 * @param {string} data
 * @param {() => void} saved tells that there is a file now
 */
async function shareResult(data, saved) {
  const result = JSON.parse(data);
  const files = [await pictureOf(result)];
  const what = { files, text: result.title };
  if (navigator.canShare?.(what) && await handedOver(what)) return;
  download(files[0]);
  saved();
}

/**
 * Share when they are pressed.
 * @param {HTMLElement} table
 * @param {() => void} saved tells that a picture was saved as a file
 */
export function shareOnClick(table, saved) {
  table.addEventListener("click", async (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (
      target.closest("[data-share], [data-picture]")
    );
    if (!button) return;
    const { share, text, picture } = button.dataset;
    if (picture) await shareResult(picture, saved);
    else await handedOver({ text, url: share });
  });
}
