/** "Another move": who makes it, its kind and its parts, as a sentence whose blanks always hold something. */
import { useState } from "preact/hooks";
import type { Controls, MovesOfKind } from "./controls";
import { Choices } from "./sheet";
import { shown, WORDS } from "./words";

export interface Picked {
  who: string;
  kind: number;
  text: string;
  parts: string[];
}

/** The move of a kind that has the first parts, and as many of the others as there can be. */
function nearest(kind: MovesOfKind | undefined, first: string[], others: string[]): string[] {
  let left = kind?.moves ?? [];
  const wanted = [...first, ...others.slice(first.length)];
  wanted.forEach((part, at) => {
    const fits = left.filter((move) => move[at + 1] === part);
    if (fits.length) left = fits;
  });
  return left[0] ?? [];
}

/** Whether a move names nothing twice, such as where something comes from and where it goes. */
const distinct = ([, ...parts]: string[]) => new Set(parts).size === parts.length;

/** The move with this text, made by somebody; undefined if there is none. */
export function pickedMove(controls: Controls, who: string, text: string): Picked | undefined {
  const kind = controls.moves.findIndex(({ moves }) => moves.some(([move]) => move === text));
  const found = controls.moves[kind]?.moves.find(([move]) => move === text);
  return found && { who, kind, text, parts: found.slice(1) };
}

/** What stands in the blanks at first: the move that is asked about, one that is legal now, or the first of all. */
export function firstPicked(controls: Controls): Picked | undefined {
  const { moves, asked, legal, players, to_move: next } = controls;
  const [who = next ?? players[0] ?? "", text = legal[0] ?? moves[0]?.moves[0]?.[0] ?? ""] = asked;
  return pickedMove(controls, who, text);
}

interface MoveProps {
  controls: Controls;
  picked: Picked;
  pick: (picked: Picked) => void;
}

export function MoveSentence({ controls, picked, pick }: MoveProps) {
  const kind = controls.moves[picked.kind];
  if (!kind) return null;
  const choose = (at: number) => (part: string) => {
    const [text = "", ...parts] = nearest(kind, [...picked.parts.slice(0, at), part], picked.parts);
    pick({ ...picked, text, parts });
  };
  /** What a part can be, with those before it. */
  const options = (at: number) =>
    [...new Set(kind.moves.filter((move) => picked.parts.slice(0, at).every((part, place) => move[place + 1] === part)).map((move) => move[at + 1] ?? ""))];
  const choosable = picked.parts.map((_, at) => options(at));
  return (
    <>
      <p class="sentence">
      {WORDS.may}{" "}
      <Blank title={WORDS.who} options={controls.players} chosen={picked.who} show={(name) => name} choose={(who) => pick({ ...picked, who })} />{" "}
      <Blank title={WORDS.whichMove} options={controls.moves.map(({ words }) => words)} chosen={kind.words}
        about={(words) => controls.moves.find((one) => one.words === words)?.about ?? ""}
        choose={(words) => {
          const next = controls.moves.findIndex((one) => one.words === words);
          const [text = "", ...parts] = controls.moves[next]?.moves.find(distinct) ?? controls.moves[next]?.moves[0] ?? [];
          pick({ ...picked, kind: next, text, parts });
        }} />
      {picked.parts.map((part, at) => !(part === "-" && (choosable[at] ?? []).length < 2) && (
        <span key={at}>
          {" "}
          <span class="held">
            <Blank title={kind.parts[at] ?? ""} options={choosable[at] ?? []} chosen={part} choose={choose(at)} />
          </span>
        </span>
      ))}
      {"?"}
    </p>
    {kind.about && <p class="granted">{shown(kind.words)}: {kind.about}</p>}
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
}

function Blank({ title, options, chosen, choose, show = shown, about }: BlankProps) {
  const [open, setOpen] = useState(false);
  if (options.length < 2) return <span>{show(chosen)}</span>;
  return (
    <>
      <button class="blank" aria-label={`${title}: ${show(chosen)}`} onClick={() => setOpen(true)}>{show(chosen)}</button>
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
      {controls.legal.map((text) => <button class="choice" key={text} onClick={() => choose(text)}>{text}</button>)}
    </details>
  );
}
