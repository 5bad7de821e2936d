// My part of what the cards are dealt from: 16 bytes from the browser's own generator, as hexadecimal.
export function chance(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}
