/** The data that the site is built with: questions of each game, and the answers that are kept. */
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
  clauses: Record<string, Clause>;
  rulings: Record<string, Ruling>;
}
/** The part of the report on a claim that the page shows; see the JSON Schema of reports. */
export interface Finding {
  clause: string;
  outcome: string;
  facts?: Record<string, unknown>;
}
export interface Moment {
  seat: number | null;
  words: string;
}
export interface Claim {
  sentence: string;
  holds: boolean;
  problems: { message: string; clause: string | null }[];
  taken: Moment | null;
  moments: { moment: Moment; result: "holds" | "fails" | "open" }[];
  moves: { move: string; verdict: { legal: boolean; findings: Finding[]; nearest: Nearest | null } }[];
  open_on: { seat: number | null; what: string }[];
  rests_on: { ruling: string; reading: string; other_readings: string[] }[];
  presets_otherwise: string[];
  rests_on_numbers: { number: { line: string }; other: string }[];
  unsaid: { seat: number | null; what: string }[];
  facts: { turning: { words: string; result: string }[]; complete: boolean } | null;
}
export interface Nearest {
  clause: string;
  number: number;
  most: number;
  words: string;
}
export interface Report {
  disputes: { names: string[]; claims: Claim[] }[];
  errors: { message: string; problems: { message: string; clause: string | null }[] }[];
}

const known = new Map<string, Promise<unknown>>();

/** Fetch a JSON file beside the page, once. */
export function fetched<T>(path: string): Promise<T> {
  let found = known.get(path);
  if (!found) {
    found = fetch(new URL(path, document.baseURI)).then((answer) => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    });
    known.set(path, found);
  }
  return found as Promise<T>;
}

export const gameNamed = (name: string): Promise<Game> => fetched<Game>(`data/${name}.json`);
export const games = (): Promise<{ name: string; title: string }[]> => fetched("data/games.json");
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

export function keyOf(question: Question, chosen: Record<string, string>): string {
  return question.blanks.map((blank) => chosen[blank.name] ?? blank.first).join("|");
}
