// Labels next to the line of a course: clear of the marks along it and of each other. Pure.

/** The space of a chart's line at a turn: the line itself, and the highest and lowest points drawn there. */
export interface Drawn {
  x: number;
  y: number;
  top: number;
  bottom: number;
}

/**
 * The places of the labels of a line's points, by their upper edges: above or below everything drawn along them,
 * whichever is nearer to the point, clear of each other and within the room; where neither has room, at its lower edge.
 * `left` is where each begins.
 */
export function labelled(
  points: readonly { left: number; y: number }[],
  line: readonly Drawn[],
  size: { width: number; height: number },
  room: { top: number; bottom: number },
): number[] {
  const set: { left: number; top: number }[] = [];
  for (const { left, y } of points) {
    const along = line.filter((one) => one.x > left - 6 && one.x < left + size.width + 6);
    const over = Math.min(y, ...along.map((one) => one.top)) - 8 - size.height;
    const under = Math.max(y, ...along.map((one) => one.bottom)) + 10;
    const clear = (top: number, by: number) => {
      const touches = () =>
        set.find((one) => Math.abs(one.left - left) < size.width && Math.abs(one.top - top) < size.height);
      for (let other = touches(); other; other = touches()) top = other.top + by * size.height;
      return top;
    };
    const found = [clear(over, -1), clear(under, 1)].filter(
      (top) => top >= room.top && top <= room.bottom - size.height,
    );
    const nearest = found.sort((a, b) => Math.abs(a + size.height / 2 - y) - Math.abs(b + size.height / 2 - y))[0];
    set.push({ left, top: nearest ?? clear(room.bottom - size.height, -1) });
  }
  return set.map((one) => one.top);
}
