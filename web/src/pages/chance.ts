// My part of the chance for the deal: 16 bytes from the browser's own generator, as hexadecimal.
export function chance(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
