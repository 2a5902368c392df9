// Ids of commands: the same one on every try, so that nothing is done twice.

/** A new id for a command. */
export function newId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
