/** The facts of a case by touch: those that the clauses read, and under "Something else is different" all others. */
import { useRef, useState } from "preact/hooks";
import { changed, changeInWords, factsOf, factsRead, placeOf, type Change, type Controls, type Fact, type Value } from "./controls";
import { FactField } from "./field";
import { firstPicked, LegalMoves, MoveSentence, type Picked } from "./moves";
import { WORDS } from "./words";

export interface DifferentProps {
  controls: Controls;
  changes: Change[];
  change: (changes: Change[]) => void;
  /** Whether another move can be asked about as well. */
  moves: boolean;
}

/** What the rules look at: what decides comes first, but facts keep their order while somebody changes them. */
export function LookedAt({ controls, changes, change }: Omit<DifferentProps, "moves">) {
  const read = useOrder(factsRead(controls).slice(0, FIRST), changes.length > 0);
  if (!read.length) return null;
  return (
    <>
      <h2>{WORDS.looksAt}</h2>
      <Facts facts={read} {...about({ controls, changes, change })} />
    </>
  );
}

/** The facts in their own order or, if it `stays`, in that in which they stood before; new ones come after these. */
function useOrder(facts: Fact[], stays: boolean): Fact[] {
  const stood = useRef<string[]>([]);
  const named = (fact: Fact) => placeOf(fact).join(" ");
  const at = (fact: Fact) => (stood.current.includes(named(fact)) ? stood.current.indexOf(named(fact)) : stood.current.length);
  const ordered = stays ? [...facts].sort((one, other) => at(one) - at(other)) : facts;
  stood.current = ordered.map(named);
  return ordered;
}

export function Different({ controls, changes, change, moves }: DifferentProps) {
  const read = factsRead(controls).slice(0, FIRST);
  const others = (facts: Fact[]) => facts.filter((fact) => !read.some((one) => one.control === fact.control && one.table === fact.table));
  const { asked: [acting = controls.to_move] } = controls;
  const every = controls.parts.flatMap((part) => part.tables.map((table, at) => [part, table, at] as const));
  const first = every.filter(([, [, name]]) => name === acting);
  const tables = [...first, ...every.filter((one) => !first.includes(one))];
  const rest = about({ controls, changes, change });
  return (
    <>
      {tables.map(([part, table, at], nth) => (
        <Folded key={table.join(" ")} title={rest.whose(table)} unfolded={nth === 0} facts={others(factsOf(controls, part, at))} {...rest} />
      ))}
      {moves && <AnotherHere controls={controls} put={(value) => change(changed(changes, { place: CLAIM, value, also: [] }))} />}
    </>
  );
}

const CLAIM = ["claim"];
/** How many of the facts that the clauses read stand above the tables; each fact stands once. */
const FIRST = 5;

/** Another move in place of the one that the sentence is about, which stands here at first. */
function AnotherHere({ controls, put }: { controls: Controls; put: (value: { moves: string }[]) => void }) {
  const picked = firstPicked(controls);
  const pick = ({ who, text }: Picked) => put([{ moves: `${who}: ${text}` }]);
  return (
    <details>
      <summary>{WORDS.anotherHere}</summary>
      {picked && <MoveSentence {...{ controls, picked, pick }} />}
      <LegalMoves {...{ controls, pick }} />
    </details>
  );
}

/** The changes that somebody has made and can take back one by one, and what they take along. */
export function Changes({ changes, along, change }: Pick<DifferentProps, "changes" | "change"> & { along: Change[] }) {
  if (!changes.length && !along.length) return null;
  const moved = along.filter((one) => one.value !== null || !changes.some(({ place }) => place.join() === one.place.join())); // what is left out of a change stands elsewhere
  return (
    <section class="changes">
      {changes.length > 0 && <h2>{WORDS.differently}</h2>}
      {changes.map((one) => {
        const words = changeInWords(one);
        return (
          <button class="chip" key={one.place.join(" ")} aria-label={`${words}: ${WORDS.takeBack}`}
            onClick={() => change(changes.filter((other) => other !== one))}>
            {words} ✕
          </button>
        );
      })}
      {moved.length > 0 && <p class="granted">{WORDS.takenAlong}: {moved.map(changeInWords).join("; ")}</p>}
    </section>
  );
}

/** The name of the player, or of the part of the table, that a table of a dispute is about. */
const whoseIn = ({ parts }: Controls) => (table: string[]) =>
  table[1] ?? parts.find(({ tables }) => tables.some((one) => one.join() === table.join()))?.words ?? "";

/** What somebody has just stated stands at once, before the library has read it. */
const withChanges = (changes: Change[]) => (fact: Fact): Fact => {
  const place = JSON.stringify(placeOf(fact));
  const found = changes.find((change) => JSON.stringify(change.place) === place);
  return found && formOf(found.value) === formOf(fact.value) ? { ...fact, value: found.value as Value, granted: false } : fact;
};
/** A control shows only values of its form; a change in a link can be of another one. */
const formOf = (value: Change["value"]) => (Array.isArray(value) ? "list" : value === null ? "" : typeof value === "object" ? "counts" : "word");

interface FactsProps {
  facts: Fact[];
  put: (fact: Fact) => (value: Value) => void;
  whose: (table: string[]) => string;
  now: (fact: Fact) => Fact;
}

/** How facts are shown and changed. */
const about = ({ controls, changes, change }: Omit<DifferentProps, "moves">): Omit<FactsProps, "facts"> => ({
  put: (fact) => (value) => change(changed(changes, { place: placeOf(fact), value, also: fact.control.also })),
  whose: whoseIn(controls),
  now: withChanges(changes),
});

function Facts({ facts, put, whose, now }: FactsProps) {
  return (
    <>
      {facts.map(now).map((fact) => (
        <FactField key={placeOf(fact).join(" ")} fact={fact} whose={whose(fact.table)} put={put(fact)} />
      ))}
    </>
  );
}

/** The facts of a player or a part, which are made when they are looked at. */
function Folded({ title, unfolded = false, ...facts }: FactsProps & { title: string; unfolded?: boolean }) {
  const [open, setOpen] = useState(unfolded);
  return (
    <details open={unfolded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <Facts {...facts} />}
    </details>
  );
}
