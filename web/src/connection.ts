// A connection to the server that is opened again whenever it ends, unless it is closed for good.

/** Codes with which a socket is closed for good: the device is signed out, it is not for this one, there is no room. */
export const [SIGNED_OUT, NOT_YOURS, NOT_HERE] = [4401, 4403, 4404];
const FOR_GOOD = [SIGNED_OUT, NOT_YOURS, NOT_HERE];
const LONGEST_WAIT = 8000;

export interface Events<Message> {
  opened: () => void;
  heard: (message: Message) => void;
  /** It has ended; if it is closed for good, with the code. */
  lost: (forGood?: number) => void;
}

/** Closes a socket; a browser complains of one that is closed before it is open. */
function end(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export class Connection<Message, Said = never> {
  #socket: WebSocket | null = null;
  #tries = 0;
  #closed = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly url: string,
    readonly events: Events<Message>,
    /** Milliseconds after which a connection that does not come about is given up; none: as the browser says. */
    readonly patience?: number,
  ) {
    this.#connect();
  }

  /** Sends a message if it is open. */
  send(message: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Tries at once, when there is reason to hope. */
  hurry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#later);
    this.#connect();
  }

  /** Gives the socket up, without waiting for its end: nothing more comes on it. */
  breaks(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost(socket);
    end(socket);
  }

  close(): void {
    const socket = this.#socket;
    this.#closed = true;
    this.#socket = null;
    clearTimeout(this.#later);
    clearTimeout(this.#opening);
    if (socket) end(socket);
  }

  #connect(): void {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    if (this.patience !== undefined) this.#opening = setTimeout(() => this.breaks(), this.patience);
    socket.onopen = () => {
      clearTimeout(this.#opening);
      this.events.opened();
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.events.heard(JSON.parse(String(data)) as Message);
    };
    socket.onclose = ({ code }) => this.#lost(socket, code);
  }

  /** The socket has ended: another one is tried soon. */
  #lost(socket: WebSocket, code = 0): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearTimeout(this.#opening);
    this.#closed = FOR_GOOD.includes(code);
    this.events.lost(this.#closed ? code : undefined);
    if (!this.#closed)
      this.#later = setTimeout(() => this.#connect(), Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++));
  }
}
