/** The document of controls: every field that a dispute can state, with what it can hold and what it holds. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fetched } from "./data";
import type { Engine } from "./engine";
import { shown, WORDS } from "./words";

export type Value = number | boolean | string | string[] | Record<string, number | string[]>;
export interface Control {
  key: string;
  also: string[];
  words: string;
  about: string;
  control: "number" | "flag" | "one" | "several" | "row" | "counts" | "stacks";
  low: number;
  high: number;
  options: string[];
  alike: string[];
  places: number;
  enough: boolean;
  values: Value[];
}
export interface Part {
  words: string;
  tables: string[][];
  fields: Control[];
}
/** A moment of the game, and what a dispute states to be at it. */
export interface MomentOfMoves {
  words: string;
  states: Change[];
}
export interface MovesOfKind {
  words: string;
  /** What a player does, with `{1}` and so on for the parts; `[…]` is left out if the part in it is nothing. */
  sentence: string;
  about: string;
  parts: string[];
  moves: string[][];
  moments: MomentOfMoves[];
}
export interface Controls {
  players: string[];
  to_move: string | null;
  parts: Part[];
  moves: MovesOfKind[];
  /** The names of things, each with what people see on it. */
  captions: string[][];
  asked: string[];
  /** The moves that are legal now: each as it is written, then as a sentence. */
  legal: string[][];
  read: string[][];
  /** What the dispute states; all else is taken for granted. */
  stated: string[][];
}
/** The controls of the position with which a game begins, for as many players as can play it. */
export const openingOf = (game: string): Promise<Controls> => fetched(`data/${game}/controls.json`);

/** A value that somebody has stated; null takes it back. */
export interface Change {
  place: string[];
  value: Value | null | Record<string, Value>[];
  also: string[];
}
const isText = (raw: unknown): raw is string => typeof raw === "string";
const isTexts = (raw: unknown): raw is string[] => Array.isArray(raw) && raw.every(isText);

function isValue(raw: unknown): boolean {
  if (Array.isArray(raw)) return isTexts(raw) || raw.every((one) => isText(one?.moves));
  if (raw === null || typeof raw !== "object") return raw !== undefined;
  return Object.values(raw).every((one) => typeof one === "number" || isTexts(one));
}

/** The changes in a text that anybody may have written. Throws if it is another one. */
export function parseChanges(text: string): Change[] {
  const raw: unknown = JSON.parse(text);
  const fits = (one: Partial<Change> | null) => isTexts(one?.place) && isTexts(one.also) && isValue(one.value);
  if (!Array.isArray(raw) || !raw.every(fits)) throw new Error("no changes");
  return raw as Change[];
}

/** A field in one of the tables of its part. */
export interface Fact {
  control: Control;
  table: string[];
  value: Value;
  /** Whether nobody has said so. */
  granted: boolean;
}

export const placeOf = (fact: Fact): string[] => [...fact.table, fact.control.key];
const same = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other);

export function factsOf({ stated }: Controls, part: Part, at: number): Fact[] {
  const table = part.tables[at] ?? [];
  return part.fields.flatMap((control) => {
    const value = control.values[at];
    const granted = !stated.some((place) => same(place, [...table, control.key]));
    return value === undefined ? [] : [{ control, table, value, granted }];
  });
}

/** The facts that make a position impossible, or that the clauses read: those that decide first. */
export function factsRead(controls: Controls): Fact[] {
  const every = controls.parts.flatMap((part) => part.tables.flatMap((_, at) => factsOf(controls, part, at)));
  return controls.read.flatMap((place) => every.find((fact) => same(placeOf(fact), place)) ?? []);
}

/** The changes with all of these, or without them if they are among them. */
export const toggled = (changes: Change[], states: Change[]): Change[] =>
  states.length && isStated(changes, states)
    ? changes.filter(({ place }) => !states.some((one) => same(one.place, place)))
    : states.reduce(changed, changes);
export const isStated = (changes: Change[], states: Change[]): boolean =>
  states.every((one) => changes.some(({ place, value }) => same([place, value], [one.place, one.value])));

/** The changes with another one, which takes the place of an earlier one of the same fact. */
export const changed = (changes: Change[], change: Change): Change[] => [
  ...changes.filter(({ place }) => !same(place, change.place)),
  change,
];

interface Restated {
  text: string;
  /** What has to be different too, so that the changes can be. */
  along: Change[];
  /** Whether the library has written it. */
  settled: boolean;
  /** Whether the changes do not fit the text, as those of a damaged link. */
  refused: boolean;
}

/** The text of a dispute with the changes in it, and with what they take along; of a text that is `made` here, also without any. */
export function useRestated(engine: Engine, ready: boolean, game: string, base: string, changes: Change[], made = false): Restated {
  const [written, setWritten] = useState({ base, changes, text: base, along: [] as Change[], refused: false });
  const wanted = changes.length > 0 || made;
  useEffect(() => {
    let current = true;
    const take = (found: { text: string; along: Change[] }, refused = false) => current && setWritten({ base, changes, ...found, refused });
    if (wanted && ready)
      engine.ask<{ text: string; along: Change[] }>("restate", game, base, changes).then((found) => take(found), () => take({ text: base, along: [] }, true));
    return () => {
      current = false;
    };
  }, [base, changes, ready]);
  if (!wanted) return { text: base, along: [], settled: true, refused: false };
  const settled = ready && written.base === base && written.changes === changes;
  return { text: written.text, along: written.along, settled: settled && !written.refused, refused: settled && written.refused };
}

/** The controls of a dispute; those of the text before as long as there are no others. */
export function useControls(engine: Engine, wanted: boolean, game: string, text: string): Controls | null {
  const [found, setFound] = useState<Controls | null>(null);
  const asked = useRef("");
  useEffect(() => {
    if (!wanted || asked.current === text) return;
    asked.current = text;
    engine.ask<Controls>("controls", game, text).then((controls) => asked.current === text && setFound(controls), () => undefined);
  }, [wanted, text]);
  return found;
}

/** A change in words, such as "Brown: goods 2 wood, 4 coin"; those of another move are its own. */
export function changeInWords({ place, value }: Change): string {
  const [key = "", ...tables] = place.slice(1).reverse();
  if (!key) return WORDS.otherMove;
  if (areRecords(value)) return `${WORDS.earlierInTurn}: ${value.map(entriesInWords).join("; ")}`;
  return [...tables, `${key.replaceAll("_", " ")} ${inWords(value)}`].join(": ");
}
const areRecords = (value: Change["value"]): value is Record<string, Value>[] =>
  Array.isArray(value) && value.some((one) => typeof one === "object");
/** A record in words, such as "phase bonus offer, took cog yes". */
const entriesInWords = (record: Record<string, Value>): string =>
  Object.entries(record).map(([key, held]) => `${key.replaceAll("_", " ")} ${inWords(held)}`).join(", ");

/** A value in words, such as "2 wood, 4 coin". */
function inWords(value: Change["value"]): string {
  if (typeof value === "boolean") return value ? WORDS.isSo : WORDS.isNotSo;
  if (value === null) return WORDS.nothing;
  if (typeof value !== "object") return shown(String(value));
  const things = Array.isArray(value)
    ? value.map((one) => shown(String(one)))
    : Object.entries(value).flatMap(([name, held]) => (held === 0 ? [] : [`${typeof held === "number" ? held : held.length || ""} ${shown(name)}`.trim()]));
  return things.join(", ") || WORDS.nothing;
}
