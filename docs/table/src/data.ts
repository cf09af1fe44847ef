/** The data that the site is built with: questions of each game, and the answers that are kept. */
import type { Change } from "./controls";
import { shown } from "./words";

export interface Blank {
  name: string;
  ask: string;
  choices: [words: string, text: string][];
  first: string;
}
export interface Question {
  id: string;
  topic: string;
  ask: string;
  answer: string;
  sentence: string;
  dispute: string;
  blanks: Blank[];
}
export interface Place {
  section: string;
  anchor: string;
}
export interface Reading {
  name: string;
  text: string;
  argument: string;
  places: { clause: string; edition: string; cite: Place }[];
}
export interface Ruling {
  sureness: string;
  id: string;
  question: string;
  readings: Reading[];
  presets: Record<string, string>;
}
export interface Clause {
  id: string;
  statement: string;
  cites: Record<string, Place>;
}
export interface Game {
  name: string;
  title: string;
  /** With how many players it is played. */
  counts: number[];
  editions: { code: string; name: string }[];
  topics: { id: string; title: string }[];
  questions: Question[];
  /** What a dispute about a move states, by the words with which the move begins; see `ReadyMove`. */
  moves: Record<string, string>;
  clauses: Record<string, Clause>;
  rulings: Record<string, Ruling>;
  numbers: AssumedNumber[];
  version: string;
}
/** The code of the edition on the table: that which was chosen, or the only one; empty if it is not known. */
export const onTable = ({ editions: [first, ...others] }: Game, chosen: string): string =>
  (others.length ? [first, ...others].find((one) => one?.code === chosen) : first)?.code ?? "";

/** A printed value that nobody states: the key that states it in a dispute, and the value that is assumed. */
export interface AssumedNumber {
  key: string;
  part: string;
  name: string;
  about: string;
  assumed: string;
}
/** What a printed value is called, such as "card telephone fake: question marks". */
export const calledNumber = ({ part, name }: AssumedNumber): string => `${shown(part)}: ${name.replaceAll("_", " ")}`;
/** The part of the report on a claim that the page shows; see the JSON Schema of reports. */
export interface Moment {
  seat: number | null;
  words: string;
}
/** A change that a move brings about. */
export interface Happening {
  field: string;
  seat: number | null;
  what: string;
  before: unknown;
  after: unknown;
}
export interface Unsaid {
  seat: number | null;
  what: string;
  enough: boolean;
}
/** A fact that would turn the result, and what a file states in which it is otherwise. */
export interface OtherFact {
  words: string;
  result: string;
  states: Change[];
}
interface Outstanding {
  what: string;
  number: number;
}
interface MoveVerdict {
  nearest: { clause: string } | null;
  findings: { clause: string; outcome: string }[];
  events: Happening[] | null;
  outstanding?: Outstanding[];
}
export interface Claim {
  sentence: string;
  moves: { verdict: MoveVerdict }[];
  decided_by: { clause: string; counted: string }[];
  holds: boolean;
  problems: Problem[];
  taken: Moment | null;
  not_now: Moment[];
  moments: { moment: Moment; result: "holds" | "fails" | "open" }[];
  open_on: { seat: number | null; what: string }[];
  rests_on: { ruling: string; reading: string; other_readings: string[] }[];
  presets_otherwise: string[];
  rests_on_numbers: { number: { line: string }; other: string }[];
  /** What the result hangs on, though nothing is said about it. */
  unsaid: Unsaid[];
  as_set_up: Unsaid[];
  /** What is still to be paid or given. */
  outstanding: Outstanding[];
  only_for_now: boolean;
  facts: { turning: OtherFact[]; complete: boolean } | null;
}
export interface Problem {
  place: string;
  code: string;
  message: string;
  clause: string | null;
}
export interface Report {
  disputes: { title: string; names: string[]; claims: Claim[] }[];
  errors: { message: string; problems: Problem[] }[];
}

const known = new Map<string, Promise<unknown>>();

/** What could not be fetched, and waits until somebody tries again. */
export const missed = { again: [] as (() => void)[], changed: (): void => undefined };
export function fetchMissed(): void {
  const again = missed.again;
  missed.again = [];
  missed.changed();
  for (const one of again) one();
}

const load = (path: string): Promise<unknown> =>
  fetch(new URL(path, document.baseURI)).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }).catch(() => new Promise((resolve) => {
    missed.again.push(() => resolve(load(path)));
    missed.changed();
  }));

/** Fetch a JSON file beside the page, once. */
export function fetched<T>(path: string): Promise<T> {
  const found = known.get(path) ?? load(path);
  known.set(path, found);
  return found as Promise<T>;
}

export const games = (): Promise<{ name: string; title: string }[]> => fetched("data/games.json");
export async function gameNamed(name: string): Promise<Game> {
  if (!(await games()).some((one) => one.name === name)) throw new Error(`no game is called ${name}`);
  return fetched<Game>(`data/${name}.json`);
}
/** The dispute or the recorded game that the other pages show under a name. */
export async function exampleNamed(game: string, name: string): Promise<string> {
  await gameNamed(game);
  const examples = new Map(Object.entries(await fetched<Record<string, string>>(`data/${game}/examples.json`)));
  const found = examples.get(name);
  if (found === undefined) throw new Error(`no example is called ${name}`);
  return found;
}
/** The kept reports of a question, by the choices of its blanks joined by "|". */
export const keptOf = (game: string, id: string): Promise<Record<string, Report>> =>
  fetched(`data/${game}/${id}.json`);

/** The text of the dispute, with the chosen words in its blanks. */
export function filled(question: Question, chosen: Record<string, string>): string {
  const texts = new Map(
    question.blanks.map((blank) => {
      const words = chosen[blank.name] ?? blank.first;
      return [blank.name, blank.choices.find(([one]) => one === words)?.[1] ?? ""];
    }),
  );
  return question.dispute.replace(/\{(\w+)\}/g, (_, name: string) => texts.get(name) ?? "");
}

/** The sentence of a question, with the chosen words in its blanks. */
export function spoken(question: Question, chosen: Record<string, string>): string {
  const words = new Map(question.blanks.map(({ name, first }) => [name, chosen[name] ?? first]));
  return question.sentence.replace(/\{(\w+)\}/g, (_, name: string) => words.get(name) ?? "");
}

/** What is chosen for the blanks of a question: a link can bring along anything. */
export const knownOf = (question: Question, chosen: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(chosen).filter(([name, words]) =>
    question.blanks.some((blank) => blank.name === name && blank.choices.some(([one]) => one === words))));
export const isKnown = (question: Question, chosen: Record<string, string>): boolean =>
  Object.keys(chosen).every((name) => name in knownOf(question, chosen));

export function keyOf(question: Question, chosen: Record<string, string>): string {
  return question.blanks.map((blank) => chosen[blank.name] ?? blank.first).join("|");
}
