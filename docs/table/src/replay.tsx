/** A recorded game, opened at any of its moves: by a slider, buttons or arrow keys. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Address } from "./address";
import { Picture } from "./drawing";
import type { Engine } from "./engine";
import { WORDS } from "./words";

/** What stands in an address in place of the id of a question. */
export const RECORD = "record";
/** The kind of an opened file; the first line of a record names its game and the version of the format. */
export const isRecord = (text: string): boolean => /^[^#=[\]\n]+ \d+\r?\n/.test(text);
/** A record that the library has replayed, or why it cannot. */
interface Recorded {
  moves: [who: string, what: string][];
  why: string;
}

export interface ReplayProps {
  engine: Engine;
  ready: boolean;
  text: string;
  address: Address;
  change: (next: Partial<Address>) => void;
  ask: (dispute: string) => void;
}

export function Replay({ engine, ready, text, address, change, ask }: ReplayProps) {
  const [record, setRecord] = useState<Recorded | null>(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    let current = true;
    if (ready) engine.ask<Recorded>("open_record", text).then((found) => current && setRecord(found), () => undefined);
    return () => {
      current = false;
    };
  }, [text, ready]);
  const last = record?.moves.length ?? 0;
  const at = Math.min(last, Math.max(0, Math.trunc(Number(address.chosen["at"] ?? 0)) || 0));
  const now = useRef(at); // two keys may be pressed before the page is drawn again
  now.current = at;
  const go = (to: number) => {
    setWhy("");
    now.current = Math.min(last, Math.max(0, to));
    change({ chosen: { at: String(now.current) } });
  };
  const step = (by: number) => go(now.current + by);
  useEffect(() => {
    const pressed = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement) return; // the slider knows the keys itself
      if (key === "ArrowLeft") step(-1);
      if (key === "ArrowRight") step(1);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [last]);
  if (!record) return <p>{WORDS.replaying}</p>;
  if (record.why) return <p role="alert">{WORDS.notUnderstood} {record.why}</p>;
  const [who, what] = record.moves[at] ?? ["", ""];
  const next = what ? [who, what].filter(Boolean).join(": ") : WORDS.atTheEnd;
  const asked = () => engine.ask<string>("ask_move", text, at).then(ask, () => setWhy(WORDS.notAsked));
  return (
    <section>
      <p class="sentence" role="status">{at + (what ? 1 : 0)}/{last} {next}</p>
      <div class="player">
        <button aria-label={WORDS.earlier} disabled={at === 0} onClick={() => step(-1)}>‹</button>
        <input type="range" min={0} max={last} value={at} aria-label={WORDS.whichMoveOf} aria-valuetext={next}
          onInput={(event) => go(event.currentTarget.valueAsNumber)} />
        <button aria-label={WORDS.later} disabled={at === last} onClick={() => step(1)}>›</button>
      </div>
      <nav><button onClick={() => void asked()}>{what ? WORDS.askMove : WORDS.askPosition}</button></nav>
      {why && <p role="alert">{why}</p>}
      <Picture engine={engine} call="draw_move" args={[text, at]} />
    </section>
  );
}
