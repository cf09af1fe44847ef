/** A case that no ready question foresaw: a move by its parts, at a table where whoever makes it has enough. */
import { useEffect, useState } from "preact/hooks";
import { Case, type CaseProps } from "./case";
import { isStated, openingOf, toggled, type Change, type Controls, type MomentOfMoves } from "./controls";
import type { Game } from "./data";
import { Blank, firstOfKind, firstPicked, MoveSentence, pickedMove, type Picked } from "./moves";
import { shown, WORDS } from "./words";

/** What stands in an address in place of the id of a question. */
export const ANOTHER = "another-move";
const USUAL = 4;
const CLAIM = "[[claim]]";

/** What a dispute about a move of this kind states, in the braces of `ReadyMove`: of all that the move begins with, the longest counts. */
function statesOf({ moves }: Game, words: string, text: string): string | undefined {
  const goesOn = (whole: string, begun: string) => whole.startsWith(begun) && /^$|^[ -]/.test(whole.slice(begun.length));
  const [begins] = Object.keys(moves).filter((one) => goesOn(one, words) && goesOn(text, one)).sort((one, other) => other.length - one.length);
  return begins && moves[begins];
}

/** What a rulebook says that a dispute about a move states. */
function prepared(states: string, names: string[], { who, parts }: Picked): string {
  const other = names.find((name) => name !== who) ?? "";
  const given = new Map([["who", JSON.stringify(who)], ["other", JSON.stringify(other)], ...parts.flatMap((part, at) => [[`${at + 1}`, part], [`kind${at + 1}`, part.split("-").slice(0, -1).join(" ")]] as const)]);
  return states.replace(/\{(\w+)\}/g, (_, name: string) => given.get(name) ?? "");
}

/** What a text states, and of whom, without what somebody has stated otherwise. */
function inWords(text: string, changes: Change[]): string {
  let whose = "";
  const said: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) whose = /^\[player\."(.+)"\]$/.exec(line)?.[1] ?? "";
    const [, key, raw = ""] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (!key || changes.some(({ place }) => place.at(-1) === key && place.join().includes(whose))) continue;
    said.push(`${whose && `${whose}: `}${key.replaceAll("_", " ")} ${shown(raw.replace(/["{}[\]]/g, ""))}`);
  }
  return said.join("; ");
}

/** The usual: enough of all that moves pay with and take. */
function enough(controls: Controls, who: string): string {
  const tables = controls.parts.flatMap(({ tables, fields }) => {
    const table = tables.find(([head, name]) => head !== "player" || name === who) ?? [];
    const keys = fields.filter(({ enough }) => enough).map(({ key }) => `${key} = "enough"`);
    return keys.length ? [`[${table.map((key) => JSON.stringify(key)).join(".")}]`, ...keys] : [];
  });
  return tables.join("\n");
}

/** The text of a dispute about a move. */
function about(controls: Controls, states: string | undefined, names: string[], picked: Picked): string {
  const { who, text } = picked;
  const table = states === undefined ? enough(controls, who) : prepared(states, names, picked);
  const claim = table.includes(CLAIM) ? "" : CLAIM;
  return ["[position]", `players = ${JSON.stringify(names)}`, table, claim, `moves = ${JSON.stringify(`${who}: ${text}`)}`, ""].join("\n");
}

export function Another(props: Omit<CaseProps, "question" | "sentence">) {
  const { game, change } = props;
  const { chosen } = props.address;
  const [controls, setControls] = useState<Controls | null>(null);
  useEffect(() => {
    let current = true;
    openingOf(game.name).then((found) => current && setControls(found), () => undefined);
    return () => {
      current = false;
    };
  }, [game.name]);
  if (!controls) return null;
  const usual = game.counts.includes(USUAL) ? USUAL : Math.max(...game.counts);
  const count = game.counts.find((one) => String(one) === chosen["players"]) ?? usual;
  const names = controls.players.slice(0, count);
  const who = names.find((name) => name === chosen["who"]) ?? names[0] ?? "";
  const kind = chosen["kind"] ?? "";
  const { move = "" } = chosen;
  const picked = pickedMove(controls, who, move) ?? firstOfKind(controls, who, kind) ?? firstPicked(controls);
  if (!picked) return null;
  const taken: Record<string, string> = { move: picked.text, who, players: String(count) };
  const misread = Object.entries(taken).some(([part, held]) => (chosen[part] || held) !== held);
  const put = (next: Record<string, string>) => {
    const { players = "" } = chosen;
    change({ chosen: { ...(players && { players }), who, move: picked.text, ...next } });
  };
  const moments = controls.moves[picked.kind]?.moments ?? [];
  const states = statesOf(game, controls.moves[picked.kind]?.words ?? "", picked.text);
  const question = { id: ANOTHER, topic: "", ask: "", answer: "", sentence: "", dispute: about(controls, states, names, picked), blanks: [] };
  return (
    <Case {...props} question={question} granted={(changes) => (states === undefined ? WORDS.hasEnough.replace("{who}", who) : inWords(prepared(states, names, picked), changes))} sentence={(changes, setChanges) => (
      <>
        {misread && <p role="alert">{WORDS.misread}</p>}
        <p class={chosen["players"] ? "chips" : "chips not-chosen"} role="group" aria-label={WORDS.howMany}>
          {WORDS.howMany}{" "}
          {game.counts.map((one) => (
            <button class="chip" key={one} aria-pressed={one === count} onClick={() => put({ players: String(one) })}>{one}</button>
          ))}
        </p>
        <MoveSentence controls={{ ...controls, players: names }} picked={picked} pick={(next) => put({ who: next.who, move: next.text })} asks={!move && (kind ? "parts" : "kind")} />
        {moments.length > 1 && <When {...{ moments, changes }} change={setChanges} />}
      </>
    )} />
  );
}

/** When the move is made, where there is a choice; it goes without saying until somebody says so. */
function When({ moments, changes, change }: { moments: MomentOfMoves[]; changes: Change[]; change: (changes: Change[]) => void }) {
  const said = moments.find(({ states }) => isStated(changes, states));
  const others = said ? toggled(changes, said.states) : changes;
  const chosen = (words: string) => moments.find((one) => one.words === words)?.states ?? [];
  return (
    <p>
      {WORDS.when}:{" "}
      <Blank title={WORDS.when} options={[WORDS.usually, ...moments.map(({ words }) => words)]} chosen={said?.words ?? WORDS.usually}
        choose={(words) => change(toggled(others, chosen(words)))} />
    </p>
  );
}
