/** A verdict as people read it: the word, the rule, what was counted, what it turns on, and the place. */
import type { Change } from "./controls";
import { calledNumber, type Claim, type Game, type Place, type Problem, type Report, type Ruling, type Unsaid } from "./data";
import { shown, WORDS } from "./words";

/** The id of a clause in a message: the page shows what the rulebooks say of it. */
const CLAUSE = / \[[\w.-]+\]/g;
/** The code of a problem with a text that cannot be parsed. */
const SYNTAX = "syntax";
export const SHAPES = { holds: "✓", fails: "✕", open: "?", cannot: "!" } as const;
export const SAYS = { holds: WORDS.yes, fails: WORDS.no, open: WORDS.open, cannot: WORDS.cannot } as const;

/** What the first claim of a report comes to. */
export function resultOf(report: Report): keyof typeof SAYS {
  const claim = report.disputes[0]?.claims[0];
  if (!claim || claim.problems.length) return "cannot";
  return claim.open_on.length ? "open" : claim.holds ? "holds" : "fails";
}

export interface VerdictProps {
  game: Game;
  report: Report;
  edition: string;
  /** Whether more is still being found out. */
  first?: boolean;
  /** Whether the table has settled how it reads something. */
  settled: boolean;
  /** What to do with what a file states in which a fact is otherwise. */
  suppose: (states: Change[]) => void;
}

export function Verdict({ game, report, edition, first = false, settled, suppose }: VerdictProps) {
  const dispute = report.disputes[0];
  const claim = dispute?.claims[0];
  const problems = claim ? claim.problems : report.errors.flatMap((error) => error.problems);
  const result = resultOf(report);
  if (!dispute || !claim || result === "cannot") return <Cannot {...{ game, problems, edition }} />;
  const clauses = claim.decided_by.map(({ clause }) => clause);
  const facts = claim.decided_by.map(({ counted }) => counted).filter(Boolean).join("; ");
  const otherwise = game.editions.filter(({ code }) => claim.presets_otherwise.includes(code) && [code, ""].includes(edition)).map(({ name }) => name);
  const by = [
    otherwise.length > 0 && (settled ? WORDS.asSettled : game.editions.length > 1 ? WORDS.byAll : WORDS.asRead),
    claim.unsaid.length > 0 && WORDS.asStated,
    first && WORDS.firstAnswer,
  ];
  const named = (seat: number | null) => (seat === null ? "" : (dispute.names[seat] ?? ""));
  return (
    <>
      <div class="pinned">
        <Word result={result} by={by.filter(Boolean).join(", ")} />
        {otherwise.length > 0 && <Word result={claim.holds ? "fails" : "holds"} by={`${edition ? WORDS.byEdition : WORDS.bySome}: ${otherwise.join(", ")}`} />}
      </div>
      {claim.not_now.length > 0 && (
        <p class="rule">{WORDS.notNow} {claim.not_now.map(({ seat, words }) => [named(seat), words].filter(Boolean).join(", ")).join("; ")}.</p>
      )}
      {claim.outstanding.length > 0 && (
        <p class="rule">{WORDS.notComplete} {claim.outstanding.map(({ what, number }) => `${what} ${number}`).join(", ")}.</p>
      )}
      {claim.only_for_now && <p class="rule">{WORDS.onlyForNow} {claim.holds ? WORDS.no : WORDS.yes}</p>}
      {claim.decided_by.map(({ clause }) => <Rule key={clause} statement={game.clauses[clause]?.statement ?? clause} role={roleOf(claim, clause)} />)}
      {!clauses.length && <p class="rule">{WORDS.noRule}</p>}
      {facts && <p class="counted">{WORDS.counted}: {shown(facts)}</p>}
      {claim.holds && <Brings {...{ claim, named }} />}
      {claim.unsaid.length > 0 && (
        <p class="rule">
          {WORDS.unsaid} {listed(claim.unsaid, named)}{claim.unsaid.some(({ enough }) => enough) ? `; ${WORDS.withEnough}: ${claim.holds ? WORDS.no : WORDS.yes}` : "."}
        </p>
      )}
      {claim.open_on.map(({ seat, what }) => <p key={what}>{[named(seat), shown(what)].filter(Boolean).join(": ")}</p>)}
      {claim.moments.map(({ moment, result: then }) => (
        <p key={moment.words}>{SAYS[then]} {moment.words}</p>
      ))}
      <Turns {...{ claim, game, edition, suppose }} />
      <Places {...{ game, clauses, edition }} rests={claim.rests_on} />
      <Granted claim={claim} named={named} />
    </>
  );
}

function Word({ result, by, says = SAYS[result] }: { result: keyof typeof SAYS; by?: string; says?: string }) {
  return (
    <p class={`word ${result}`}>
      <span aria-hidden="true">{SHAPES[result]}</span> {says}{by && <small>{by}</small>}
    </p>
  );
}

/** What a clause has to do with the last move, if its sentence alone reads like the opposite of the verdict. */
function roleOf({ holds, moves }: Claim, clause: string): string {
  const verdict = moves[moves.length - 1]?.verdict;
  if (holds && verdict?.nearest?.clause === clause) return WORDS.nearest;
  const outcome = verdict?.findings.find((finding) => finding.clause === clause)?.outcome;
  return !holds && outcome === "not-applicable" ? WORDS.onlyIf : "";
}

const Rule = ({ statement, role }: { statement: string; role: string }) => <p class="rule">{role && <em>{role}: </em>}{statement}</p>;

function Cannot({ game, problems, edition }: { game: Game; problems: Problem[]; edition: string }) {
  const clauses = problems.flatMap(({ clause }) => (clause ? [clause] : []));
  return (
    <>
      <div class="pinned">
        <Word result="cannot" says={problems.some(({ code }) => code === SYNTAX) ? WORDS.unreadable : WORDS.cannot} />
      </div>
      {problems.map(({ code, message }) => (
        <p class="rule" key={message}>{code === SYNTAX && WORDS.theText} {shown(message.replace(CLAUSE, ""))}</p>
      ))}
      <Places {...{ game, clauses, edition }} />
    </>
  );
}

function Turns({ claim, game, edition, suppose }: Omit<VerdictProps, "report" | "first" | "settled"> & { claim: Claim }) {
  const otherwise = claim.holds ? WORDS.no : WORDS.yes;
  const facts = claim.facts?.turning ?? [];
  if (!facts.length && !claim.rests_on.length && !claim.rests_on_numbers.length) return null;
  return (
    <section class="turns">
      <h2>{WORDS.turnsOn}</h2>
      <ul>
        {facts.map(({ words, states }) => (
          <li key={words}>
            {states.length ? <button class="chip" onClick={() => suppose(states)}>{shown(words)}: {otherwise}</button> : `${shown(words)}: ${otherwise}`}
          </li>
        ))}
        {claim.rests_on_numbers.map(({ number, other }) => (
          <li key={number.line}>{numberIn(game, number.line)} ({WORDS.assumed}; {other}: {otherwise})</li>
        ))}
        {claim.rests_on.flatMap(({ ruling, other_readings }) => {
          const about = game.rulings[ruling];
          return other_readings.map((name) => (
            <li key={name} class={about?.presets[edition] === name ? "yours" : undefined}>
              {about?.question} {about?.readings.find((one) => one.name === name)?.text ?? name} {WORDS.then} {otherwise}
              {about && <em> {whoReads(game, about, name)}</em>}
            </li>
          ));
        })}
      </ul>
    </section>
  );
}

/** Whose reading it is: that of some editions, or hardly anybody's. */
function whoReads({ editions }: Game, { presets, sureness }: Ruling, reading: string): string {
  const names = editions.filter(({ code }) => presets[code] === reading).map(({ name }) => name);
  if (names.length) return `${WORDS.readSoBy}: ${names.join(", ")}.`;
  return sureness === "high" ? WORDS.unlikely : "";
}

/** An assumed number in words, such as "card telephone fake: question marks 2". */
function numberIn(game: Game, line: string): string {
  const found = game.numbers.find(({ key }) => line.startsWith(`${key} = `));
  return found ? `${calledNumber(found)} ${line.slice(found.key.length + 3)}` : line;
}

interface PlacesProps {
  game: Game;
  clauses: string[];
  edition: string;
  rests?: Claim["rests_on"];
}

/** Where the editions state the reading of each ruling that is taken, or that of the edition on the table, and the clauses. */
function Places({ game, clauses, edition, rests = [] }: PlacesProps) {
  const codes = edition ? [edition] : game.editions.map(({ code }) => code);
  const read = rests.flatMap(({ ruling, reading }) => {
    const about = game.rulings[ruling];
    const taken = about?.presets[edition] ?? reading;
    return about?.readings.find(({ name }) => name === taken)?.places ?? [];
  });
  const places = codes.flatMap((code) => [
    ...read.filter((place) => place.edition === code),
    ...clauses.flatMap((id) => {
      const cite = game.clauses[id]?.cites[code];
      return cite ? [{ edition: code, cite }] : [];
    }),
  ]);
  if (!clauses.length || !(places.length || edition)) return null;
  return (
    <section>
      <h2>{WORDS.places}</h2>
      {places.length ? <Cites places={places} /> : <p>{WORDS.silent}</p>}
    </section>
  );
}

/** Places in rulebooks, each once. */
export function Cites({ places }: { places: { edition: string; cite: Place }[] }) {
  const found = new Map(places.map(({ edition, cite }) => [[edition, cite.section, cite.anchor].join("\n"), { edition, cite }]));
  return (
    <p class="cites">
      {[...found].map(([key, { edition, cite }]) => <span key={key} lang={edition}>{cite.section}: “{cite.anchor}”</span>)}
    </p>
  );
}

/** How the path of a field begins that belongs to players. */
const PLAYERS = "players.";

/** What the moves cost players and give them, such as "Anne’s coins −2", and what is still to be paid. */
function Brings({ claim, named }: { claim: Claim; named: Named }) {
  const sums = new Map<string, number>();
  const verdicts = claim.moves.map(({ verdict }) => verdict);
  for (const { field, seat, what, before, after } of verdicts.flatMap(({ events }) => events ?? [])) {
    if (!field.startsWith(PLAYERS) || typeof before !== "number" || typeof after !== "number") continue;
    const name = ofPlayer(named(seat), what);
    sums.set(name, (sums.get(name) ?? 0) + after - before);
  }
  const things = [...sums].flatMap(([name, more]) => (more ? [`${name} ${signed(more)}`] : []));
  const left = (verdicts.at(-1)?.outstanding ?? []).map(({ what, number }) => `${what} ${number}`);
  return (
    <>
      {things.length > 0 && <p class="counted">{WORDS.brings}: {things.join(", ")}</p>}
      {left.length > 0 && <p class="counted">{WORDS.stillToCome}: {left.join(", ")}</p>}
    </>
  );
}
const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

type Named = (seat: number | null) => string;

/** Things of players and of the table, such as "Anna's goods, the offer". */
const listed = (things: Unsaid[], named: Named) =>
  things.map(({ seat, what }) => (seat === null ? `${WORDS.the} ${shown(what)}` : ofPlayer(named(seat), what))).join(", ");
const ofPlayer = (name: string, what: string): string => `${name}’s ${shown(what)}`;

function Granted({ claim, named }: { claim: Claim; named: Named }) {
  const { taken, as_set_up: left } = claim;
  const things = taken ? [[named(taken.seat), taken.words].filter(Boolean).join(", ")] : [];
  if (left.length) things.push(`${WORDS.asSetUp}: ${listed(left, named)}`);
  if (!things.length) return null;
  return <p class="granted">{WORDS.granted}: {things.join("; ")}</p>;
}
