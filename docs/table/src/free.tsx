/** A dispute that somebody opened: its text, and the verdict on each of its claims. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Address } from "./address";
import { Around } from "./around";
import { changed, useRestated } from "./controls";
import type { Game, Report } from "./data";
import { Changes } from "./different";
import type { Engine, Status } from "./engine";
import { useJudged, useSettledText } from "./judged";
import type { Settled } from "./own";
import { usePackedCase, type Opened } from "./packed";
import { Settle } from "./settle";
import { Share } from "./share";
import { Verdict } from "./verdict";
import { shown, WORDS } from "./words";

export interface FreeProps {
  game: Game;
  address: Address;
  opened: Opened;
  engine: Engine;
  status: Status;
  settled: Settled;
  change: (next: Partial<Address>) => void;
  look: (page: string) => void;
}

export function Free({ game, address, opened, engine, status, settled, change, look }: FreeProps) {
  const [base, setBase] = useState(opened.text ?? "");
  const [named] = useState(address.text ? null : opened.text);
  const [changes, setChanges] = useState(opened.changes);
  const ready = status.state === "ready";
  const { text, along, settled: written, refused } = useRestated(engine, ready, game.name, base, changes);
  const whole = useSettledText(engine, ready && written, text, settled.own);
  const { report, checked } = useJudged(engine, ready, game.name, written ? whole : null, null);
  usePackedCase(base === named ? null : base, changes, change);
  const wanted = useRef<HTMLElement>(null);
  useLayoutEffect(() => wanted.current?.scrollIntoView(), [report === null]);
  const unasked = report?.errors[0]?.problems.every(({ place, code }) => place === "claim" && code === "missing") ?? false;
  const title = report?.disputes[0]?.title ?? (unasked ? WORDS.aPosition : WORDS.asFile);
  return (
    <section>
      <p class="sentence">{title}</p>
      <Changes {...{ changes, along }} change={setChanges} />
      {refused && <p role="alert">{WORDS.brokenLink}</p>}
      {unasked && <p>{WORDS.nothingAsked}</p>}
      <div aria-live="polite">
        {report && !unasked && single(report).map((one, at) => (
          <section key={at} ref={address.chosen["claim"] === String(at + 1) ? wanted : null}>
            <h2>{shown(one.disputes[0]?.claims[0]?.sentence ?? WORDS.claims)}</h2>
            <Verdict game={game} report={one} edition={address.edition} settled={Object.keys(settled.own.readings).length > 0} suppose={(states) => setChanges(states.reduce(changed, changes))} />
          </section>
        ))}
        <p class="engine">{checked && !unasked && `● ${WORDS.checked}`}</p>
      </div>
      <Settle {...{ game, report, settled, look }} />
      <Around {...{ engine, ready, text, checked, changes }} game={game.name} change={setChanges} moves unfolded={unasked} />
      <label>
        {WORDS.asText}
        <textarea rows={16} spellcheck={false} value={text} onInput={(event) => {
          setBase(event.currentTarget.value);
          setChanges([]);
        }} />
      </label>
      <Share {...{ game, address, report }} sentence={title} dispute={whole ?? text} own={settled.own} />
    </section>
  );
}

/** A report for each claim. */
function single(report: Report): Report[] {
  const dispute = report.disputes[0];
  if (!dispute) return [report];
  return dispute.claims.map((claim) => ({ ...report, disputes: [{ ...dispute, claims: [claim] }] }));
}
