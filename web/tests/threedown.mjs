// The real server in a separate process, with a temporary data folder; tests may kill and restart it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const own = join(ROOT, ".venv/bin/python");
export const PYTHON = process.env.PYTHON ?? (existsSync(own) ? own : "python3");

export class Server {
  #process = null;
  #port = 0;
  #folder = "";

  static async started() {
    const server = new Server();
    server.#folder = await mkdtemp(join(tmpdir(), "threedown-"));
    await server.start();
    return server;
  }

  /** Its data folder. */
  get folder() {
    return this.#folder;
  }

  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it; where it has listened before it listens again. */
  async start() {
    const flags = [
      "-m",
      "threedown",
      "serve",
      "--no-open",
      "--port",
      String(this.#port),
      "--data",
      this.#folder,
      "--pause",
      "0",
      "--workers",
      "0",
    ];
    this.#process = spawn(PYTHON, flags, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    await new Promise((stands, falls) => {
      this.#process.stderr.on("data", (data) => {
        said += data;
        const found = /open at http:\/\/[^:]+:(\d+)/.exec(said);
        if (found) stands((this.#port = Number(found[1])));
      });
      this.#process.once("exit", () => falls(new Error(`the server does not start: ${said}`)));
    });
  }

  /** As a power cut does. */
  async kill() {
    const gone = new Promise((done) => this.#process.once("exit", done));
    this.#process.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
