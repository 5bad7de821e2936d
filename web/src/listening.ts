// A socket on which only the server speaks. It is opened again whenever it ends, unless it is closed for good.
import { end, FOR_GOOD } from "./line";

const LONGEST_WAIT = 8000;

export interface Hearing<Message> {
  heard: (message: Message) => void;
  /** True while connected; `forGood` once no other connection will be tried. */
  stands: (is: boolean, forGood: boolean) => void;
}

/** Listen to a path of the server until the returned function is called. */
export function listen<Message>(path: string, { heard, stands }: Hearing<Message>): () => void {
  let socket: WebSocket | null = null;
  let tries = 0;
  let closed = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const own = (socket = new WebSocket(`${location.origin.replace("http", "ws")}${path}`));
    own.onopen = () => socket === own && stands(true, false);
    own.onmessage = ({ data }) => {
      tries = 0;
      if (socket === own) heard(JSON.parse(String(data)) as Message);
    };
    own.onclose = ({ code }) => lost(own, code);
  }
  function lost(own: WebSocket, code = 0): void {
    if (socket !== own) return;
    socket = null;
    closed ||= FOR_GOOD.includes(code);
    stands(false, closed);
    if (!closed) later = setTimeout(connect, Math.min(LONGEST_WAIT, 250 * 2 ** tries++));
  }
  /** Try at once, when there is reason to hope. */
  function hurry(): void {
    if (closed || socket) return;
    clearTimeout(later);
    connect();
  }
  /** The device has lost its network: nothing more comes on this connection. */
  function breaks(): void {
    const own = socket;
    if (!own) return;
    lost(own);
    end(own);
  }

  connect();
  addEventListener("online", hurry);
  addEventListener("focus", hurry);
  addEventListener("offline", breaks);
  return () => {
    closed = true;
    clearTimeout(later);
    removeEventListener("online", hurry);
    removeEventListener("focus", hurry);
    removeEventListener("offline", breaks);
    if (socket) end(socket);
    socket = null;
  };
}
