/** "Another move": who makes it, its kind and its parts, as a sentence whose blanks always hold something. */
import { useRef, useState } from "preact/hooks";
import type { Controls, MovesOfKind } from "./controls";
import { Choices } from "./sheet";
import { NOTHING, shown, WORDS } from "./words";

export interface Picked {
  who: string;
  kind: number;
  text: string;
  parts: string[];
}

/** What the next part of a move can be, after its first parts. */
function optionsAfter(kind: MovesOfKind, first: string[]): string[] {
  const fits = kind.moves.filter((move) => first.every((part, at) => move[at + 1] === part));
  return [...new Set(fits.map((move) => move[first.length + 1] ?? ""))];
}

/** The first part of a move for which there is a choice; -1 if there is none. */
const firstOpen = (kind: MovesOfKind | undefined, parts: string[]): number =>
  parts.findIndex((_, at) => kind !== undefined && optionsAfter(kind, parts.slice(0, at)).length > 1);

/** The thing that a part names, such as wood in "2 wood". */
const named = (part: string) => part.replace(/^\d+ /, "");

/** A move of a kind that has the first parts; the others name something, and nothing twice, as far as that can be. */
function begun(kind: MovesOfKind | undefined, first: string[] = []): string[] {
  const parts = [...first];
  if (!kind) return parts;
  while (parts.length < kind.parts.length) {
    const options = optionsAfter(kind, parts);
    const twice = new Set([NOTHING, ...parts.map(named)]);
    parts.push(options.find((option) => !twice.has(named(option))) ?? options[0] ?? "");
  }
  return kind.moves.find(([, ...others]) => others.every((part, at) => part === parts[at])) ?? [];
}

/** The move with another part. Those after it stay as long as the same can be chosen there as before, and name nothing twice. */
function withPart(kind: MovesOfKind, parts: string[], at: number, part: string): string[] {
  const next = [...parts.slice(0, at), part];
  while (next.length < parts.length) {
    const options = [next, parts].map((one) => optionsAfter(kind, one.slice(0, next.length)).join("\n"));
    const former = parts[next.length] ?? "";
    if (options[0] !== options[1] || (former !== NOTHING && next.map(named).includes(named(former)))) break;
    next.push(former);
  }
  return begun(kind, next);
}

/** The sentence of a kind of moves, without what can be left out. */
const spoken = (kind?: MovesOfKind): string => (kind?.sentence ?? "").replace(/\[[^\]]*\]/g, "").replace(/\{\d+\}/g, "…");

/** The move with this text, made by somebody; undefined if there is none. */
export function pickedMove(controls: Controls, who: string, text: string): Picked | undefined {
  const kind = controls.moves.findIndex(({ moves }) => moves.some(([move]) => move === text));
  const found = controls.moves[kind]?.moves.find(([move]) => move === text);
  return found && { who, kind, text, parts: found.slice(1) };
}

/** The first move of the kind whose moves begin with these words; undefined if there is none. */
export function firstOfKind(controls: Controls, who: string, words: string): Picked | undefined {
  const kind = controls.moves.findIndex((one) => one.words === words);
  const [text = "", ...parts] = begun(controls.moves[kind]);
  return kind < 0 ? undefined : { who, kind, text, parts };
}

/** What stands in the blanks at first: the move that is asked about, one that is legal now, or the first of all. */
export function firstPicked(controls: Controls): Picked | undefined {
  const { moves, asked, legal, players, to_move: next } = controls;
  const [who = next ?? players[0] ?? "", text = legal[0]?.[0] ?? begun(moves[0])[0] ?? ""] = asked;
  return pickedMove(controls, who, text);
}

interface MoveProps {
  controls: Controls;
  picked: Picked;
  pick: (picked: Picked) => void;
  /** What is asked for at once: the kind of the move and then its first part, or that alone. */
  asks?: "kind" | "parts" | false;
}

export function MoveSentence({ controls, picked, pick, asks = false }: MoveProps) {
  const kinds = useRef(0); // how many have been chosen: each asks for its first part as well
  const next = useRef(asks === "parts" ? firstOpen(controls.moves[picked.kind], picked.parts) : -1); // the part that is asked for at once
  const kind = controls.moves[picked.kind];
  if (!kind) return null;
  const choose = (at: number) => (part: string) => {
    const [text = "", ...parts] = withPart(kind, picked.parts, at, part);
    next.current = -1;
    pick({ ...picked, text, parts });
  };
  const [head = "", ...joints] = kind.sentence.replace(/[[\]]/g, "").split(/\{\d+\}/);
  const end = joints.pop() ?? "";
  return (
    <>
      <p class="sentence">
        {WORDS.may}{" "}
        <Blank title={WORDS.who} options={controls.players} chosen={picked.who} show={(name) => name} choose={(who) => pick({ ...picked, who })} />{" "}
        <Blank title={WORDS.whichMove} opened={asks === "kind"} options={controls.moves.map((_, at) => String(at))} chosen={String(picked.kind)} held={head.trim()}
          show={(at) => spoken(controls.moves[Number(at)])}
          about={(at) => controls.moves[Number(at)]?.about ?? ""}
          choose={(at) => {
            kinds.current += 1;
            const [text = "", ...parts] = begun(controls.moves[Number(at)]);
            next.current = firstOpen(controls.moves[Number(at)], parts);
            pick({ ...picked, kind: Number(at), text, parts });
          }} />
        {picked.parts.map((part, at) => {
          const options = optionsAfter(kind, picked.parts.slice(0, at));
          if (part === NOTHING && options.length < 2) return null;
          return (
            <span key={`${kinds.current} ${at} ${next.current === at}`}>
              {at ? joints[at - 1] : " "}
              <span class="held">
                <Blank title={kind.parts[at] ?? ""} opened={next.current === at} options={options} chosen={part} choose={choose(at)} />
              </span>
            </span>
          );
        })}
        {end}?
      </p>
      {kind.about && <p class="granted">{kind.about}</p>}
    </>
  );
}

interface BlankProps {
  title: string;
  options: string[];
  chosen: string;
  choose: (option: string) => void;
  show?: (option: string) => string;
  about?: (option: string) => string;
  /** What stands in the blank, if it is not what is chosen. */
  held?: string;
  /** Whether its sheet is open at first. */
  opened?: boolean;
}

export function Blank({ title, options, chosen, choose, show = shown, about, held = show(chosen), opened = false }: BlankProps) {
  const [open, setOpen] = useState(opened);
  if (options.length < 2) return <span>{held}</span>;
  return (
    <>
      <button class="blank" aria-label={`${title}: ${held}`} onClick={() => setOpen(true)}>{held}</button>
      {open && (
        <Choices {...{ title, options, show, about }} chosen={[chosen]} close={() => setOpen(false)}
          choose={(option) => {
            setOpen(false);
            choose(option);
          }} />
      )}
    </>
  );
}

/** The moves that are legal at this moment, to ask about one of them. */
export function LegalMoves({ controls, pick }: Omit<MoveProps, "picked">) {
  if (!controls.to_move || !controls.legal.length) return null;
  const who = controls.to_move;
  const choose = (text: string) => {
    const found = pickedMove(controls, who, text);
    if (found) pick(found);
  };
  return (
    <details>
      <summary>{WORDS.legalNow}: {who}</summary>
      {controls.legal.map(([text = "", said]) => <button class="choice" key={text} onClick={() => choose(text)}>{said}</button>)}
    </details>
  );
}
