/** Texts in addresses: compressed, in letters that need no escape. */
import { useEffect, useState } from "preact/hooks";

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

export const WAITING = Symbol("waiting");
export const BROKEN = Symbol("broken");

/** The text that an address brought at a visit, null without one; what the page packs itself later is known to it. */
export function useUnpacked(packed: string, visit: number): string | null | typeof WAITING | typeof BROKEN {
  const [found, setFound] = useState<{ visit: number; text: string | null | typeof BROKEN } | null>(null);
  useEffect(() => {
    let current = true;
    const set = (text: string | null | typeof BROKEN) => current && setFound({ visit, text });
    if (packed) unpack(packed).then(set, () => set(BROKEN));
    else set(null);
    return () => {
      current = false;
    };
  }, [visit]);
  return found?.visit === visit ? found.text : WAITING;
}
