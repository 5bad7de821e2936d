// The arms as the signs of military maps: infantry crossed, cavalry a stroke, cannon a dot; a joker is all three.

export type Arm = "infantry" | "cavalry" | "cannon" | "joker";

/** A sign of `width` units with its corner at x, y; it is 0.72 as high as it is wide. */
export function armSign(arm: Arm, x: number, y: number, width: number, colour: string): string {
  const height = width * 0.72;
  const line = width * 0.085;
  const [right, foot] = [x + width, y + height];
  const stroke = `fill="none" stroke="${colour}" stroke-width="${line}"`;
  const rising = `M${x} ${foot}L${right} ${y}`;
  const falling = `M${x} ${y}L${right} ${foot}`;
  const dot = `<circle cx="${x + width / 2}" cy="${y + height / 2}" r="${width * (arm === "joker" ? 0.19 : 0.16)}" fill="${colour}"/>`;
  const inside = {
    infantry: `<path d="${rising}${falling}" ${stroke}/>`,
    cavalry: `<path d="${rising}" ${stroke}/>`,
    cannon: dot,
    joker: `<path d="${rising}${falling}" ${stroke}/>${dot}`,
  }[arm];
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${stroke}/>${inside}`;
}
