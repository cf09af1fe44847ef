/** "Something else is different": the facts of a case by touch, first those that the clauses read. */
import { useState } from "preact/hooks";
import { changed, factsOf, factsRead, placeOf, type Change, type Controls, type Fact, type Value } from "./controls";
import { FactField } from "./field";
import { WORDS } from "./words";

export interface DifferentProps {
  controls: Controls;
  changes: Change[];
  change: (changes: Change[]) => void;
}

export function Different({ controls, changes, change }: DifferentProps) {
  const put = (fact: Fact) => (value: Value) =>
    change(changed(changes, { place: placeOf(fact), value, also: fact.control.also }));
  const now = withChanges(changes);
  const read = factsRead(controls);
  return (
    <>
      {read.length > 0 && <h2>{WORDS.looksAt}</h2>}
      <Facts facts={read.map(now)} put={put} whose={whose} />
      {controls.parts.flatMap((part) =>
        part.tables.map((table, at) => (
          <Folded key={table.join(" ")} title={whose(table) || part.words} facts={factsOf(part, at).map(now)} put={put} />
        )),
      )}
      {changes.length > 0 && <button onClick={() => change([])}>{WORDS.asBefore}</button>}
    </>
  );
}

/** The name of the player to whom a table belongs. */
const whose = (table: string[]) => (table[0] === "player" ? (table[1] ?? "") : "");

/** What somebody has just stated stands at once, before the library has read it. */
const withChanges = (changes: Change[]) => (fact: Fact): Fact => {
  const place = JSON.stringify(placeOf(fact));
  const found = changes.find((change) => JSON.stringify(change.place) === place);
  return found?.value == null ? fact : { ...fact, value: found.value as Value };
};

interface FactsProps {
  facts: Fact[];
  put: (fact: Fact) => (value: Value) => void;
  whose?: (table: string[]) => string;
}

function Facts({ facts, put, whose = () => "" }: FactsProps) {
  return (
    <>
      {facts.map((fact) => (
        <FactField key={placeOf(fact).join(" ")} fact={fact} whose={whose(fact.table)} put={put(fact)} />
      ))}
    </>
  );
}

/** The facts of a player or a part, which are made when they are looked at. */
function Folded({ title, ...facts }: FactsProps & { title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <Facts {...facts} />}
    </details>
  );
}
