// A refusal stands beside the field it is about, until that is changed.

/**
 * Show what is wrong at the only text field of a form; says whether there was one.
 * @param {HTMLFormElement} form
 * @param {string} text
 */
export function refuseField(form, text) {
  const fields = form.querySelectorAll("input:not([type])");
  const field = /** @type {HTMLInputElement | undefined} */ (fields[0]);
  if (fields.length !== 1 || !field) return false;
  const before = document.getElementById(`${field.id}-problem`);
  const error = before ?? document.createElement("p");
  error.id = `${field.id}-problem`;
  error.className = "problem";
  error.setAttribute("role", "alert");
  error.textContent = text;
  field.after(error);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", error.id);
  field.addEventListener("input", () => {
    error.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }, { once: true });
  field.focus();
  field.select();
  return true;
}
