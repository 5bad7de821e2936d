// The speed that a person chooses at a table: it stays for the tables that follow.
import type { Speed } from "../film/timings";
import { set } from "../settings.svelte";

export function pace(director: { speed: Speed }, speed: Speed): void {
  director.speed = speed;
  set("speed", speed);
}
