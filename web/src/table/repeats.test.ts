import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeats } from "./repeats";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function button(most: number) {
  const node = Object.assign(new EventTarget(), { disabled: false, isConnected: true, presses: 0, click: () => {} });
  node.click = () => void (node.disabled = ++node.presses >= most);
  return node;
}
const held = (node: ReturnType<typeof button>) => repeats(node as unknown as HTMLButtonElement);

it("a button that is held presses itself until it is let go", () => {
  const node = button(100);
  held(node);
  node.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(399);
  expect(node.presses).toBe(0);
  vi.advanceTimersByTime(1 + 4 * 80);
  expect(node.presses).toBe(5);
  node.dispatchEvent(new Event("pointerup"));
  vi.advanceTimersByTime(1000);
  expect(node.presses).toBe(5);
});

it("it ends where the button can do no more, or is gone", () => {
  const node = button(3);
  held(node);
  node.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(5000);
  expect(node.presses).toBe(3);
  node.disabled = false;
  node.dispatchEvent(new Event("pointerdown"));
  node.isConnected = false;
  vi.advanceTimersByTime(5000);
  expect(node.presses).toBe(3);
});
