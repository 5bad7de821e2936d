// Passkeys: what the browser's own dialogs make and sign, between the server's options and its answer.
import { api } from "../api";
import type { Guest } from "../wire";

/** True if this browser has passkeys, and the server takes them at this address. */
export async function usable(): Promise<boolean> {
  if (typeof PublicKeyCredential === "undefined" || !("parseCreationOptionsFromJSON" in PublicKeyCredential))
    return false;
  return (await api.passkeysHere()).available;
}

/** Make a passkey for me; false if I thought better of it. */
export async function addPasskey(): Promise<boolean> {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(await api.optionsToAdd());
  const made = await unlessRefused(navigator.credentials.create({ publicKey: options }));
  if (!made) return false;
  await api.addPasskey((made as PublicKeyCredential).toJSON());
  return true;
}

/** Sign in with a passkey; null if I thought better of it. */
export async function signInWithPasskey(): Promise<Guest | null> {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(await api.optionsToSignIn());
  const used = await unlessRefused(navigator.credentials.get({ publicKey: options }));
  return used && api.usePasskey((used as PublicKeyCredential).toJSON());
}

/** A dialog that I close, or leave open for too long, is no trouble. */
async function unlessRefused(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") return null;
    throw error;
  }
}
