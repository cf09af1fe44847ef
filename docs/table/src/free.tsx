/** A dispute that somebody opened: its text, and the verdict on each of its claims. */
import { useEffect, useState } from "preact/hooks";
import type { Address } from "./address";
import { Around } from "./around";
import { useRestated, type Change } from "./controls";
import type { Game, Report } from "./data";
import { Changes } from "./different";
import type { Engine, Status } from "./engine";
import { useJudged, useSettledText } from "./judged";
import type { Settled } from "./own";
import { pack } from "./packed";
import { Settle } from "./settle";
import { Share } from "./share";
import { Verdict } from "./verdict";
import { WORDS } from "./words";

export interface FreeProps {
  game: Game;
  address: Address;
  opened: string;
  engine: Engine;
  status: Status;
  settled: Settled;
  change: (next: Partial<Address>) => void;
  look: (page: string) => void;
}

export function Free({ game, address, opened, engine, status, settled, change, look }: FreeProps) {
  const [base, setBase] = useState(opened);
  const [changes, setChanges] = useState<Change[]>([]);
  const ready = status.state === "ready";
  const { text, settled: written } = useRestated(engine, ready, base, changes);
  const whole = useSettledText(engine, ready && written, text, settled.own);
  const { report, checked } = useJudged(engine, ready, game.name, written ? whole : null, null);
  useEffect(() => {
    let current = true;
    void pack(text).then((packed) => current && change({ text: packed }));
    return () => {
      current = false;
    };
  }, [text]);
  const title = report?.disputes[0]?.title ?? WORDS.asFile;
  return (
    <section>
      <p class="sentence">{title}</p>
      <Changes changes={changes} change={setChanges} />
      <div aria-live="polite">
        {report && single(report).map((one, at) => (
          <section key={at}>
            <h2>{one.disputes[0]?.claims[0]?.sentence ?? WORDS.claims}</h2>
            <Verdict game={game} report={one} edition={address.edition} />
          </section>
        ))}
        <p class="engine">{checked && `● ${WORDS.checked}`}</p>
      </div>
      <Settle {...{ game, report, settled, look }} />
      <Around {...{ engine, ready, text, changes }} game={game.name} change={setChanges} moves />
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
