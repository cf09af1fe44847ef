/** Texts in addresses: compressed, in letters that need no escape. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Address } from "./address";
import { parseChanges, type Change } from "./controls";
import { exampleNamed } from "./data";

/** The most characters of a text: a dispute file has no more bytes. */
const LONGEST = 150_000;

export async function pack(text: string): Promise<string> {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that was packed. Rejects what nobody packed, and what would be too long. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const unpacked = await through(new Blob([bytes]), new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
}

async function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = blob.stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > LONGEST) {
      void reader.cancel();
      throw new Error("too long");
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A case as an address brings it: a text of its own, if it has one, and what has been changed since. */
export interface Opened {
  text: string | null;
  changes: Change[];
}
export const NOTHING: Opened = { text: null, changes: [] };

/** Write a case into the address as soon as it is another one: a damaged link stays as it came, and says so again. */
export function usePackedCase(text: string | null, changes: Change[], change: (next: Partial<Address>) => void): void {
  const written = useRef({ text, changes });
  useEffect(() => {
    if (written.current.text === text && written.current.changes === changes) return;
    written.current = { text, changes };
    let current = true;
    const packed = [text === null ? "" : pack(text), changes.length ? pack(JSON.stringify(changes)) : ""];
    void Promise.all(packed).then(([own = "", since = ""]) => current && change({ text: own, changes: since }));
    return () => {
      current = false;
    };
  }, [text, changes]);
}

const unpackCase = async ({ game, text, example, changes }: Address): Promise<Opened> => ({
  text: text ? await unpack(text) : example ? await exampleNamed(game, example) : null,
  changes: changes ? parseChanges(await unpack(changes)) : [],
});

export const WAITING = Symbol("waiting");
export const BROKEN = Symbol("broken");

/** What an address brought at a visit; what the page packs itself later is known to it. */
export function useOpened(address: Address, visit: number): Opened | typeof WAITING | typeof BROKEN {
  const [found, setFound] = useState<{ visit: number; opened: Opened | typeof BROKEN } | null>(null);
  useEffect(() => {
    let current = true;
    const set = (opened: Opened | typeof BROKEN) => current && setFound({ visit, opened });
    unpackCase(address).then(set, () => set(BROKEN));
    return () => {
      current = false;
    };
  }, [visit]);
  return found?.visit === visit ? found.opened : WAITING;
}
