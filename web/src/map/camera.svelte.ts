// The part of a map that is shown: zoomed and moved by hand, or flown to. Nothing of it looks beyond the map's edges but
// where something covers the page.
import { untrack } from "svelte";
import { reduced } from "../settings.svelte";
import { fitted, mainlands, type Box, type GameMap } from "./map";

/** What the map is shown in. */
export interface Frame {
  map: GameMap;
  width: number;
  height: number;
  /** So much of the top lies under the head of the page. */
  top: number;
  /** So far the map may be moved off its upper and its lower edge, whose parts something covers. */
  off: readonly [above: number, below: number];
  /** This part is shown, and it moves no more. */
  fixed: Box | null;
}

/** The coast's outline at the foot, in pixels. */
const COAST = 12;
/** A press on the small map shows so much, in units of the map. */
const CENTRED = 520;
/** The nearest view shows this share of the map's width. */
const NEAREST = 1 / 8;
const FLIGHT_MS = 420;
/** So long a person's own view is left alone. */
const HELD_MS = 5000;

export class Camera {
  /** The part that is seen; null: the whole map. */
  #view = $state.raw<Box | null>(null);
  /** The flight that is on its way, by its beginning. */
  #flight = 0;
  /** A person moved the map at this time. */
  #moved = -Infinity;

  constructor(readonly frame: () => Frame) {}

  readonly whole = $derived.by(() => this.#below(mainlands(this.frame().map)));
  readonly shown = $derived.by(() => {
    const { fixed, width, height } = this.frame();
    return fixed ? fitted(fixed, width, height) : (this.#view ?? this.whole);
  });
  readonly far = $derived(this.#view === null);
  /** Map units for a pixel. */
  readonly unit = $derived.by(() => this.shown.width / this.frame().width);

  /** Closer by a factor above 1, about a place of the page; never further than the whole map. */
  zoom(factor: number, x = this.frame().width / 2, y = this.frame().height / 2): void {
    const { map, width, height } = this.frame();
    const { shown, whole } = this;
    const w = Math.min(whole.width, Math.max(map.width * NEAREST, shown.width / factor));
    const h = (w * height) / width;
    const [cx, cy] = [shown.x + (x / width) * shown.width, shown.y + (y / height) * shown.height];
    this.stop();
    const box = { x: cx - (x / width) * w, y: cy - (y / height) * h, width: w, height: h };
    this.#view = w >= whole.width ? null : this.#kept(box);
  }
  all(): void {
    this.stop();
    this.#view = null;
    this.touch();
  }
  /** Flies to a part: all of it is seen. */
  look(box: Box): void {
    this.#fly(this.#below(box));
  }
  /** Shows a part, unless the person has just moved the map. */
  follow(box: Box): void {
    if (performance.now() - this.#moved > HELD_MS) this.look(box);
  }
  /** Flies back to a view. */
  restore(box: Box): void {
    this.touch();
    this.#fly(box);
  }
  /** Flies so that a place of the map lies in the middle of what nothing covers: as near as now, or as near as a finger
   * needs. */
  centre(x: number, y: number): void {
    this.touch();
    const { width, height } = this.frame();
    const w = this.far ? Math.min(this.whole.width, CENTRED) : this.shown.width;
    const h = (w * height) / width;
    const [over, under] = this.#covered(w);
    this.#fly({ x: x - w / 2, y: y - over - (h - over - under) / 2, width: w, height: h });
  }
  /** Moved by hand, by so many pixels. */
  drag(x: number, y: number): void {
    const { shown, unit } = this;
    if (shown.width < this.whole.width)
      this.#view = this.#kept({ ...shown, x: shown.x - x * unit, y: shown.y - y * unit });
  }
  /** A person moves the map. */
  touch(): void {
    this.#moved = performance.now();
  }
  stop(): void {
    this.#flight = 0;
  }

  #fly(box: Box): void {
    const [from, to] = [untrack(() => this.shown), this.#kept(box)];
    if (reduced()) return void (this.#view = to);
    const flight = (this.#flight = performance.now());
    const frame = (now: number) => {
      if (this.#flight !== flight) return;
      const part = Math.min(1, Math.max(0, (now - flight) / FLIGHT_MS));
      const at = part * part * (3 - 2 * part);
      const between = (key: keyof Box) => from[key] + (to[key] - from[key]) * at;
      this.#view = { x: between("x"), y: between("y"), width: between("width"), height: between("height") };
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** The box around a part that has the table's form, in what the page's head leaves free. */
  #below(box: Box): Box {
    const { width, height, top } = this.frame();
    const free = fitted(box, width, height - top - COAST);
    const [over, under] = [top, COAST].map((px) => (px * free.width) / width) as [number, number];
    return { ...free, y: free.y - over, height: free.height + over + under };
  }

  /** What is covered of a view of this width above and below, in units of the map. */
  #covered(wide: number): [over: number, under: number] {
    const { width, top, off } = this.frame();
    return [((top + off[0]) * wide) / width, (off[1] * wide) / width];
  }

  /** A view that is moved to where it shows nothing beyond the edges. */
  #kept(box: Box): Box {
    const { map } = this.frame();
    const hold = (at: number, size: number, most: number) =>
      size >= most ? (most - size) / 2 : Math.min(most - size, Math.max(0, at));
    const [over, under] = this.#covered(box.width);
    return {
      ...box,
      x: hold(box.x, box.width, map.width),
      y: hold(box.y + over, box.height - over - under, map.height) - over,
    };
  }
}
