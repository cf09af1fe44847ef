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
export interface MovesOfKind {
  words: string;
  about: string;
  parts: string[];
  moves: string[][];
}
export interface Controls {
  players: string[];
  to_move: string | null;
  parts: Part[];
  moves: MovesOfKind[];
  asked: string[];
  legal: string[];
  read: string[][];
}
/** The controls of the position with which a game begins, for as many players as can play it. */
export const openingOf = (game: string): Promise<Controls> => fetched(`data/${game}/controls.json`);

/** A value that somebody has stated; null takes it back. */
export interface Change {
  place: (string | number)[];
  value: Value | null | { moves: string }[];
  also: string[];
}
/** A field in one of the tables of its part. */
export interface Fact {
  control: Control;
  table: string[];
  value: Value;
}

export const placeOf = (fact: Fact): string[] => [...fact.table, fact.control.key];
const same = (one: readonly unknown[], other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other);

export function factsOf(part: Part, at: number): Fact[] {
  const table = part.tables[at] ?? [];
  return part.fields.flatMap((control) => {
    const value = control.values[at];
    return value === undefined ? [] : [{ control, table, value }];
  });
}

/** The facts that the clauses read, those that decide first. */
export function factsRead(controls: Controls): Fact[] {
  const every = controls.parts.flatMap((part) => part.tables.flatMap((_, at) => factsOf(part, at)));
  return controls.read.flatMap((place) => every.find((fact) => same(placeOf(fact), place)) ?? []);
}

/** The changes with another one, which takes the place of an earlier one of the same fact. */
export const changed = (changes: Change[], change: Change): Change[] => [
  ...changes.filter(({ place }) => !same(place, change.place)),
  change,
];

/** The text of a dispute with the changes in it. It is not settled as long as the library has not written them. */
export function useRestated(engine: Engine, ready: boolean, base: string, changes: Change[]): { text: string; settled: boolean } {
  const [written, setWritten] = useState({ base, changes, text: base });
  useEffect(() => {
    let current = true;
    const take = (text: string) => current && setWritten({ base, changes, text });
    if (changes.length && ready) engine.ask<string>("restate", base, changes).then(take, () => take(base));
    return () => {
      current = false;
    };
  }, [base, changes, ready]);
  if (!changes.length) return { text: base, settled: true };
  return { text: written.text, settled: written.base === base && written.changes === changes };
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

/** A value in words, such as "2 wood, 4 coin". */
export function inWords(value: Change["value"]): string {
  if (typeof value === "boolean") return value ? WORDS.isSo : WORDS.isNotSo;
  if (value === null || typeof value !== "object") return shown(String(value));
  const things = Array.isArray(value)
    ? value.map((one) => (typeof one === "string" ? shown(one) : one.moves))
    : Object.entries(value).flatMap(([name, held]) => (held === 0 ? [] : [`${typeof held === "number" ? held : held.length} ${shown(name)}`]));
  return things.join(", ") || WORDS.nothing;
}
