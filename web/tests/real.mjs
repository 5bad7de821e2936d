// A real server and Debian's Chromium, for the tests of a file.
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { person } from "./people.mjs";
import { Server } from "./threedown.mjs";

/** Both, while a file's tests run; `somebody` is a person at a page of theirs. First of all they are `prepared`. */
export function real(prepared) {
  const house = {
    server: null,
    chrome: null,
    somebody: (options) => person(house.chrome, house.server.origin, options),
  };
  before(async () => {
    house.server = await Server.started();
    house.chrome = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
    await prepared?.(house);
  });
  after(async () => {
    await house.chrome?.close();
    await house.server?.close();
  });
  return house;
}

export const leave = (...pages) => Promise.all(pages.map((page) => page.context().close()));
