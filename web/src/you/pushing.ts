// Push messages to this device: the browser's subscription, and what the server knows of it.
import { api } from "../api";
import type { Calling } from "../schema";

/** True if this browser can show messages of a page that is closed. */
export const canBeCalled = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** Have this device get messages; null if the browser refuses, or its user does. */
export async function callHere(key: string): Promise<Calling | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return await api.subscribe({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
  } catch (error) {
    if (error instanceof DOMException) return null; // the browser has no push service, or may not use it
    throw error;
  }
}

/** Have this device get no more messages. */
export async function callNoMore(): Promise<Calling> {
  const registered = await navigator.serviceWorker.getRegistration();
  await (await registered?.pushManager.getSubscription())?.unsubscribe();
  return api.unsubscribe();
}

/** "22:00", as a field of a time has it, in minutes of the day; and back. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
