/** The document of controls: every field that a dispute can state, with what it can hold and what it holds. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "./engine";

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
  legal: string[];
  read: string[][];
}
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

/** The text of a dispute with the changes in it; the text before as long as the library has not written them. */
export function useRestated(engine: Engine, ready: boolean, text: string, changes: Change[]): string {
  const [written, setWritten] = useState(text);
  useEffect(() => {
    let current = true;
    if (!changes.length) setWritten(text);
    else if (ready) engine.ask<string>("restate", text, changes).then((found) => current && setWritten(found), () => undefined);
    return () => {
      current = false;
    };
  }, [text, changes, ready]);
  return changes.length ? written : text;
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
