/** A question as a sentence with blanks, which is the form, and the verdict under it. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useControls, useRestated, type Change } from "./controls";
import { filled, keptOf, keyOf, type Blank, type Game, type Question, type Report } from "./data";
import type { Engine, Status } from "./engine";
import { Changes, Different } from "./different";
import { Drawing } from "./drawing";
import { Choices } from "./sheet";
import { Verdict } from "./verdict";
import { WORDS } from "./words";

/** How long the facts that turn a verdict wait, so that the next tap need not wait for them; in milliseconds. */
const PAUSE = 600;

export interface CaseProps {
  game: Game;
  question: Question;
  /** The sentence that is the form, if it is none with blanks of its own. */
  sentence?: JSX.Element;
  chosen: Record<string, string>;
  edition: string;
  engine: Engine;
  status: Status;
  change: (chosen: Record<string, string>, edition: string) => void;
}

export function Case({ game, question, sentence, chosen, edition, engine, status, change }: CaseProps) {
  const [report, setReport] = useState<Report | null>(null);
  const [checked, setChecked] = useState("");
  const [asked, setAsked] = useState<Blank | null>(null);
  const [note, setNote] = useState("");
  const [own, setOwn] = useState<string | null>(null);
  const [changes, setChanges] = useState<Change[]>([]);
  const [differs, setDiffers] = useState(false);
  const [whole, setWhole] = useState(false);
  const ready = status.state === "ready";
  const { text, settled } = useRestated(engine, ready, own ?? filled(question, chosen), changes);
  const asReady = !sentence && own === null && !changes.length;

  useEffect(() => {
    let current = true;
    let judged = false;
    if (asReady)
      void keptOf(game.name, question.id).then((kept) => {
        const found = kept[keyOf(question, chosen)];
        if (current && found && !judged) setReport(found);
      }, () => undefined);
    if (ready) {
      const judge = (facts: boolean) => engine.judge(game.name, text, facts).then((found) => {
        if (!current) return;
        judged = true;
        setReport(found);
        setChecked(text);
      });
      judge(false).then(() => new Promise((resolve) => setTimeout(resolve, PAUSE)))
        .then(() => (current ? judge(true) : undefined), () => undefined);
    }
    return () => {
      current = false;
    };
  }, [text, ready]);
  const controls = useControls(engine, ready && differs, game.name, text);

  const choose = (words: string) => {
    if (asked) change({ ...chosen, [asked.name]: words }, edition);
    setOwn(null);
    setAsked(null);
  };
  const copy = (what: string) => void navigator.clipboard.writeText(what).then(() => setNote(WORDS.copied));
  return (
    <section>
      {sentence ?? <p class="sentence">
        {question.sentence.split(/(\{\w+\})/).map((part) => {
          const blank = question.blanks.find(({ name }) => part === `{${name}}`);
          if (!blank) return part;
          return (
            <button class="blank" aria-label={`${blank.ask} ${chosen[blank.name] ?? blank.first}`} onClick={() => setAsked(blank)}>
              {chosen[blank.name] ?? blank.first}
            </button>
          );
        })}
      </p>}
      <Changes changes={changes} change={setChanges} />
      <div aria-live="polite">
        {report && <Verdict {...{ game, report, edition }} />}
        <p class="engine">{settled && checked === text ? `● ${WORDS.checked}` : asReady && `○ ${WORDS.kept}`}</p>
      </div>
      {game.editions.length > 1 && (
        <label>
          {WORDS.edition}{" "}
          <select value={edition} onChange={(event) => change(chosen, event.currentTarget.value)}>
            <option value="">{WORDS.anyEdition}</option>
            {game.editions.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
          </select>
        </label>
      )}
      <details onToggle={(event) => setDiffers(event.currentTarget.open)}>
        <summary>{WORDS.elsewise}</summary>
        {controls ? <Different {...{ controls, changes }} change={setChanges} moves={!sentence} /> : <p>{WORDS.waiting}</p>}
      </details>
      <details onToggle={(event) => setWhole(event.currentTarget.open)}>
        <summary>{WORDS.wholeTable}</summary>
        {whole && ready && <Drawing {...{ engine, text }} game={game.name} />}
      </details>
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
      <nav>
        <button onClick={() => copy(location.href)}>{WORDS.share}</button>
        <button onClick={() => copy(`game = "${game.name}"\n${text}`)}>{WORDS.copyDispute}</button>
      </nav>
      <p role="status">{note}</p>
      {asked && (
        <Choices title={asked.ask} options={asked.choices.map(([words]) => words)} chosen={[chosen[asked.name] ?? asked.first]}
          show={(words) => words} choose={choose} close={() => setAsked(null)} />
      )}
    </section>
  );
}
