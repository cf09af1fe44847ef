/** "My copy": the assumed numbers of a game as one list, to fill in what the owner's cards show. */
import { useEffect, useState } from "preact/hooks";
import type { AssumedNumber, Game } from "./data";
import type { Engine } from "./engine";
import { download, textFile } from "./files";
import type { Settled } from "./own";
import { inputOf } from "./number";
import { shown, WORDS } from "./words";

interface Checked {
  wrong: string[];
  against: string[];
}

export function Copy({ game, settled, engine, ready }: { game: Game; settled: Settled; engine: Engine; ready: boolean }) {
  const { own, put, kept } = settled;
  const [checked, setChecked] = useState<Checked>({ wrong: [], against: [] });
  const [note, setNote] = useState("");
  const count = Object.keys(own.values).length;
  useEffect(() => {
    let current = true;
    if (ready) engine.ask<Checked>("check", game.name, own.values).then((found) => current && setChecked(found), () => undefined);
    return () => {
      current = false;
    };
  }, [own, ready]);
  const save = () =>
    engine.ask<string>("component_file", game.name, own.values, WORDS.readOff).then(
      (text) => download(`${game.name}-my-copy.toml`, textFile(text, "application/toml")),
      () => setNote(WORDS.noFile),
    );
  const parts = grouped(game.numbers, ({ part }) => part.split(" ")[0] ?? "");
  return (
    <section>
      <h2>{WORDS.myCopy}</h2>
      <p>{WORDS.copyAbout}</p>
      <p role="status">{count} / {game.numbers.length} {WORDS.filledIn}</p>
      {!kept && <p role="alert">{WORDS.notKept}</p>}
      {checked.wrong.map((problem) => <p role="alert" key={problem}>{problem}</p>)}
      {checked.against.length > 0 && <p>{WORDS.against}</p>}
      {checked.against.map((problem) => <p key={problem}>{problem}</p>)}
      <nav>
        <button disabled={!ready || !count || checked.wrong.length > 0} onClick={() => void save()}>{WORDS.saveCopy}</button>
      </nav>
      <p role="status">{note}</p>
      {[...parts].map(([name, numbers]) => <Part key={name} {...{ name, numbers, own: own.values }} put={(key, text) => put("values", key, text)} />)}
    </section>
  );
}

interface PartProps {
  name: string;
  numbers: AssumedNumber[];
  own: Record<string, string>;
  put: (key: string, text: string) => void;
}

function Part({ name, numbers, own, put }: PartProps) {
  const [open, setOpen] = useState(false);
  const filled = numbers.filter(({ key }) => key in own).length;
  const things = grouped(numbers, ({ part }) => part);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name.replaceAll("_", " ")} ({filled} / {numbers.length})</summary>
      {open && [...things].map(([part, rows]) => (
        <fieldset key={part}>
          <legend>{shown(part.split(" ").slice(1).join(" ") || part)}</legend>
          {rows.map((number) => (
            <NumberField key={number.key} number={number} value={own[number.key] ?? ""} put={(text) => put(number.key, text)} />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

/** A number of one's own copy. What is being typed stays, whatever else happens on the page. */
function NumberField({ number, value, put }: { number: AssumedNumber; value: string; put: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <label class="printed" title={number.about}>
      {number.name.replaceAll("_", " ")}
      <input value={typed} placeholder={`${number.assumed}°`} maxLength={100} inputMode={inputOf(number)}
        onInput={(event) => setTyped(event.currentTarget.value)} onChange={() => put(typed.trim())} />
    </label>
  );
}

function grouped<T>(things: readonly T[], by: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) groups.set(by(thing), [...(groups.get(by(thing)) ?? []), thing]);
  return groups;
}
