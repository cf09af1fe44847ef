/** Files that somebody opens, drops or pastes: disputes, recorded games, positions; what is not understood changes nothing. */
import { useEffect } from "preact/hooks";
import type { Engine } from "./engine";
import { pack } from "./packed";
import { isRecord } from "./replay";
import { WORDS } from "./words";

/** The most bytes of a file that is read. */
const LARGEST = 150_000;

export interface OpenProps {
  /** The game on the page, which a file that names none is about. */
  game: string;
  engine: Engine;
  /** Open a dispute, or a recorded game. */
  open: (game: string, packed: string, recorded: boolean) => void;
  say: (note: string) => void;
}

export function Open({ game, engine, open, say }: OpenProps) {
  const take = async (file: Blob & { name?: string }) => {
    try {
      const { game: named, text } = await understood(engine, game, file);
      open(named, await pack(text), isRecord(text));
    } catch (error) {
      say(error instanceof Error ? error.message : WORDS.notUnderstood);
    }
  };
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const dropped = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) void take(file);
      else if (text) void take(new Blob([text]));
    };
    const pasted = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData("text/plain");
      if (file) void take(file);
      else if (text) void take(new Blob([text]));
    };
    addEventListener("dragover", over);
    addEventListener("drop", dropped);
    addEventListener("paste", pasted);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", dropped);
      removeEventListener("paste", pasted);
    };
  }, [game]);
  return (
    <label class="open">
      {WORDS.openFile}
      <input type="file" accept=".toml,.era,.json" onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        event.currentTarget.value = "";
        if (file) void take(file);
      }} />
    </label>
  );
}

/** The dispute or the recorded game in a file, and its game. Throws one sentence if it is none. */
async function understood(engine: Engine, game: string, file: Blob & { name?: string }): Promise<{ game: string; text: string }> {
  if (file.size > LARGEST) throw new Error(WORDS.tooLong);
  const text = new TextDecoder("utf-8", { fatal: true });
  let content: string;
  try {
    content = text.decode(await file.arrayBuffer());
  } catch {
    throw new Error(WORDS.notText);
  }
  const kind = isRecord(content) ? "record" : content.trimStart().startsWith("{") ? "json" : "dispute";
  const { why, ...found } = await engine.ask<{ game: string; text: string; why: string }>("opened", kind, game, content);
  if (why) throw new Error(`${WORDS.notUnderstood} ${why}`);
  return found;
}
