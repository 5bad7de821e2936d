// A connection on which only the server speaks.
import { Connection } from "./connection";

export interface Hearing<Message> {
  heard: (message: Message) => void;
  /** True while connected; `forGood` once no other connection will be tried. */
  stands: (is: boolean, forGood: boolean) => void;
}

/** Listen to a path of the server until the returned function is called. */
export function listen<Message>(path: string, { heard, stands }: Hearing<Message>): () => void {
  const connection = new Connection<Message>(`${location.origin.replace("http", "ws")}${path}`, {
    opened: () => stands(true, false),
    heard,
    lost: (forGood) => stands(false, forGood !== undefined),
  });
  const hurry = () => connection.hurry();
  const breaks = () => connection.breaks();
  addEventListener("online", hurry);
  addEventListener("focus", hurry);
  addEventListener("offline", breaks);
  return () => {
    removeEventListener("online", hurry);
    removeEventListener("focus", hurry);
    removeEventListener("offline", breaks);
    connection.close();
  };
}
