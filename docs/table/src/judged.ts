/** The verdict on a dispute as the table plays: what is kept at once, and then what the library says. */
import { useEffect, useState } from "preact/hooks";
import type { Report } from "./data";
import type { Engine } from "./engine";
import { sizeOf, type Own } from "./own";

/** How long a case stays as it is, in milliseconds, before it is asked which facts turn it: that takes longer. */
const PAUSE = 600;

/** The text of a dispute with what the table has settled; null as long as the library has not written it. */
export function useSettledText(engine: Engine, ready: boolean, text: string, own: Own): string | null {
  const [written, setWritten] = useState<{ from: string; own: Own; text: string } | null>(null);
  const nothing = !sizeOf(own);
  useEffect(() => {
    let current = true;
    if (!nothing && ready)
      engine.ask<string>("settle", text, own).then((found) => current && setWritten({ from: text, own, text: found }), () => undefined);
    return () => {
      current = false;
    };
  }, [text, own, ready]);
  if (nothing) return text;
  return written && written.from === text && written.own === own ? written.text : null;
}

export interface Judged {
  report: Report | null;
  /** Whether the library said so itself. */
  checked: boolean;
  /** Whether the report is on an earlier text. */
  stale: boolean;
}

/** The report on a dispute: what `kept` promises, if anything, until the library has judged the text. */
export function useJudged(engine: Engine, ready: boolean, game: string, text: string | null, kept: (() => Promise<Report | undefined>) | null): Judged {
  const [known, setKnown] = useState<{ report: Report; of: string | null } | null>(null);
  const [checked, setChecked] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    let judged = false;
    void kept?.().then((found) => current && found && !judged && setKnown({ report: found, of: text }), () => undefined);
    if (ready && text !== null) {
      const show = (found: Report | null) => {
        if (!current || !found) return;
        judged = true;
        setKnown({ report: found, of: text });
        setChecked(text);
      };
      (kept ? Promise.resolve(null) : engine.judgeFirst(game, text)).then((first) => current && first && setKnown({ report: first, of: text }), () => undefined)
        .then(() => (current ? engine.judge(game, text).then(show) : undefined))
        .then(() => new Promise((resolve) => setTimeout(resolve, PAUSE)))
        .then(() => engine.judgeWithFacts(game, text, () => current).then(show))
        .catch(() => undefined);
    }
    return () => {
      current = false;
    };
  }, [text, ready]);
  return { report: known?.report ?? null, checked: text !== null && checked === text, stale: known !== null && known.of !== text };
}
