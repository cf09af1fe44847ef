/** What a verdict comes to in few words, for a picture and a report. */
import type { Game, Report } from "./data";
import { resultOf, SAYS, SHAPES } from "./verdict";

export interface Summary {
  result: keyof typeof SAYS;
  shape: string;
  word: string;
  clauses: string[];
  rules: string[];
  places: string[];
}

export function summary(game: Game, report: Report, edition: string): Summary {
  const claim = report.disputes[0]?.claims[0];
  const result = resultOf(report);
  const clauses = claim && result !== "cannot" ? claim.decided_by.map(({ clause }) => clause) : [];
  const codes = edition ? [edition] : game.editions.map(({ code }) => code);
  const places = codes.flatMap((code) =>
    clauses.flatMap((id) => {
      const place = game.clauses[id]?.cites[code];
      return place ? [`${place.section}: “${place.anchor}”`] : [];
    }),
  );
  const rules = clauses.map((id) => game.clauses[id]?.statement ?? id);
  return { result, shape: SHAPES[result], word: SAYS[result], clauses, rules, places };
}
