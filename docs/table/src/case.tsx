/** A question as a sentence with blanks, which is the form, and the verdict under it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Address } from "./address";
import { Around } from "./around";
import { changed, useRestated, type Change } from "./controls";
import { filled, keptOf, keyOf, knownOf, spoken, type Blank, type Game, type Question } from "./data";
import type { Engine, Status } from "./engine";
import { Changes } from "./different";
import { useJudged, useSettledText } from "./judged";
import { keepEdition, sizeOf, type Settled } from "./own";
import { usePackedCase, type Opened } from "./packed";
import { Settle } from "./settle";
import { Share } from "./share";
import { Choices } from "./sheet";
import { Verdict } from "./verdict";
import { shown, WORDS } from "./words";

export interface CaseProps {
  game: Game;
  question: Question;
  address: Address;
  /** What the address brings, if it is no ready question as it stands. */
  opened: Opened;
  /** The sentence that is the form, if it is none with blanks of its own; it can change facts as well. */
  sentence?: (changes: Change[], change: (changes: Change[]) => void) => JSX.Element;
  /** What is taken for granted besides what is different. */
  granted?: (changes: Change[]) => string;
  engine: Engine;
  status: Status;
  settled: Settled;
  change: (next: Partial<Address>) => void;
  look: (page: string) => void;
}

/** Whether answers that were kept are shown before the library has judged, unless the address switches them off. */
const KEEPS = new URLSearchParams(location.search).get("kept") !== "off";

export function Case({ game, question, sentence, granted, address, opened, engine, status, settled, change, look }: CaseProps) {
  const { edition } = address;
  const chosen = knownOf(question, address.chosen);
  const [asked, setAsked] = useState<Blank | null>(null);
  const [own, setOwn] = useState(opened.text);
  const [changes, setChanges] = useState(opened.changes);
  const ready = status.state === "ready";
  const { text, along, settled: written, refused } = useRestated(engine, ready, game.name, own ?? filled(question, chosen), changes, own === null && sentence !== undefined);
  const asAsked = own === null && !changes.length;
  /** Whether the form still says what is asked, as that of a move does whatever facts are changed. */
  const stands = asAsked || (own === null && sentence !== undefined);
  const dispute = useSettledText(engine, ready && written, text, settled.own);
  const kept = KEEPS && asAsked && !sentence && !sizeOf(settled.own);
  const { report, checked, stale } = useJudged(engine, ready, game.name, written ? dispute : null,
    kept ? () => keptOf(game.name, question.id).then((found) => found[keyOf(question, chosen)]) : null);
  usePackedCase(own, changes, change);
  const judged = shown(report?.disputes[0]?.claims[0]?.sentence ?? "");
  const before = useRef(question.dispute);
  useEffect(() => {
    if (before.current !== question.dispute) setOwn(null); // another move is asked about now
    before.current = question.dispute;
  }, [question.dispute]);

  const choose = (words: string) => {
    if (asked) change({ chosen: { ...chosen, [asked.name]: words } });
    setOwn(null);
    setAsked(null);
  };
  return (
    <section>
      {!stands && judged && <p class="sentence">{judged}</p>}
      <Changes {...{ changes, along }} change={setChanges} />
      {own !== null && <p>{WORDS.ownText} <button onClick={() => setOwn(null)}>{WORDS.asBefore}</button></p>}
      <div class={stands ? undefined : "before"}>
        {!stands && <p class="granted">{WORDS.otherwiseAs}</p>}
        {sentence?.(changes, setChanges) ?? <Blanks {...{ question, chosen }} ask={setAsked} />}
      </div>
      {granted && stands && <p class="granted">{WORDS.granted}: {granted(changes)}</p>}
      {refused && <p role="alert">{WORDS.brokenLink}</p>}
      <div class={stale ? "verdict stale" : "verdict"} aria-live="polite" aria-busy={stale}>
        {report && <Verdict {...{ game, report, edition }} first={!checked && !stale && !kept} settled={Object.keys(settled.own.readings).length > 0} suppose={(states) => setChanges(states.reduce(changed, changes))} />}
        <p class="engine">{checked ? `● ${WORDS.checked}` : kept && report && `○ ${WORDS.kept}`}</p>
      </div>
      <Settle {...{ game, report, settled, look }} />
      {game.editions.length > 1 && (
        <label>
          {WORDS.edition}{" "}
          <select value={edition} onChange={({ currentTarget: { value } }) => {
            keepEdition(game.name, value);
            change({ edition: value });
          }}>
            <option value="">{WORDS.anyEdition}</option>
            {game.editions.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
          </select>
        </label>
      )}
      <Around {...{ engine, ready, text, checked, changes }} game={game.name} change={setChanges} moves={!sentence} />
      <details>
        <summary>{WORDS.asItIs}</summary>
        <label>
          {WORDS.asText}
          <textarea rows={12} spellcheck={false} value={text} onInput={(event) => {
            setOwn(event.currentTarget.value);
            setChanges([]);
          }} />
        </label>
      </details>
      <Share {...{ game, address, report }} dispute={dispute ?? text} own={settled.own}
        sentence={spoken(question, chosen) || judged} />
      {asked && (
        <Choices title={asked.ask} options={asked.choices.map(([words]) => words)} chosen={[chosen[asked.name] ?? asked.first]}
          show={(words) => words} choose={choose} close={() => setAsked(null)} />
      )}
    </section>
  );
}

/** The sentence of a question; its blanks always hold a choice, and ask for another one by touch. */
function Blanks({ question, chosen, ask }: { question: Question; chosen: Record<string, string>; ask: (blank: Blank) => void }) {
  return (
    <p class="sentence">
      {question.sentence.split(/(\{\w+\}[.,;:?!]*)/).map((part) => {
        const blank = question.blanks.find(({ name }) => part.startsWith(`{${name}}`));
        if (!blank) return part;
        const words = chosen[blank.name] ?? blank.first;
        return (
          <span class="held">
            <button class="blank" aria-label={`${blank.ask} ${words}`} onClick={() => ask(blank)}>{words}</button>
            {part.slice(blank.name.length + 2)}
          </span>
        );
      })}
    </p>
  );
}
