/** One fact of the table, with the control that its declaration asks for. */
import { useState } from "preact/hooks";
import type { Control, Fact, Value } from "./controls";
import { Choices } from "./sheet";
import { shown, WORDS } from "./words";

/** As many toggles, and numbers, as fit on the page; of more options, some are chosen in a sheet. */
const TOGGLES = 20;
const NUMBERS = 8;
/** As a dispute says that there is enough. */
const ENOUGH = "enough";
type Put<V> = { control: Control; value: V; put: (value: Value) => void; called: string };

export function FactField({ fact, whose, put }: { fact: Fact; whose: string; put: (value: Value) => void }) {
  const { control, value } = fact;
  const called = `${whose}: ${control.words}`;
  return (
    <fieldset class={fact.granted ? "fact not-chosen" : "fact"}>
      <legend>
        {called}{fact.granted && <em> {WORDS.notChosen}</em>}
        {control.about && <small>{control.about}</small>}
      </legend>
      <Held {...{ control, value, put, called }} />
      {control.enough && <button class="chip" aria-label={`${called}: ${WORDS.enough}`} onClick={() => put(ENOUGH)}>{WORDS.enough}</button>}
    </fieldset>
  );
}

function Held({ value, ...rest }: Put<Value>) {
  const { control, put, called } = rest;
  if (control.control === "flag")
    return <Toggle words={value ? WORDS.isSo : WORDS.isNotSo} on={value === true} turn={() => put(!value)} called={called} />;
  if (control.control === "number") return <Numbered {...rest} value={value as number | string} />;
  if (control.control === "one") return <One {...rest} value={String(value)} options={control.options} />;
  if (control.control === "row") return <Row {...rest} value={value as string[]} />;
  if (control.control === "several") return <Several {...rest} value={value as string[]} />;
  if (control.control === "stacks") return <Stacks {...rest} value={value as Record<string, number | string[]>} />;
  return <Counts {...rest} value={value as Record<string, number>} />;
}

function Toggle({ words, on, turn, called }: { words: string; on: boolean; turn: () => void; called: string }) {
  return <button class="chip" aria-pressed={on} aria-label={`${called}: ${words}`} onClick={turn}>{words}</button>;
}

function Stepper({ called, value, low, high, put }: { called: string; value: number; low: number; high: number; put: (value: number) => void }) {
  const fits = (next: number) => Number.isInteger(next) && next >= low && next <= high;
  const to = (next: number) => fits(next) && put(next);
  const [typed, setTyped] = useState<string>(); // what is typed stays, whatever answer arrives meanwhile
  return (
    <span class="stepper" role="group" aria-label={called}>
      <button aria-label={`${called}: ${WORDS.fewer}`} disabled={value <= low} onClick={() => to(value - 1)}>−</button>
      <input type="number" inputMode="numeric" aria-label={called} value={typed ?? value} min={low} max={high}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={({ currentTarget: box }) => {
          setTyped(undefined);
          to(box.valueAsNumber);
        }} />
      <button aria-label={`${called}: ${WORDS.more}`} disabled={value >= high} onClick={() => to(value + 1)}>+</button>
    </span>
  );
}

/** A number; where there may be none, that is one more choice. */
function Numbered({ control, value, put, called }: Put<number | string>) {
  const { low, high, options } = control;
  return (
    <>
      {options.map((option) => <Toggle key={option} words={shown(option)} on={value === option} turn={() => put(option)} called={called} />)}
      {typeof value === "number" ? <Stepper {...{ called, value, low, high, put }} /> : (
        <button class="chip" onClick={() => put(Math.max(low, 0))}>{WORDS.aNumber}</button>
      )}
    </>
  );
}

function One({ value, options, put, called }: Put<string> & { options: string[] }) {
  return <Chosen called={called} words={`${shown(value)} ▾`} means={shown(value)} options={options} chosen={[value]} choose={put} />;
}

interface ChosenProps {
  called: string;
  words: string;
  /** What the words mean, if they are read aloud. */
  means: string;
  options: string[];
  chosen?: string[];
  choose: (option: string) => void;
}

/** A chip that opens a sheet in which one option is chosen. */
function Chosen({ called, words, means, options, chosen = [], choose }: ChosenProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="chip" aria-label={`${called}: ${means}`} onClick={() => setOpen(true)}>{words}</button>
      {open && (
        <Choices title={called} options={options} chosen={chosen} close={() => setOpen(false)}
          choose={(option) => {
            setOpen(false);
            choose(option);
          }} />
      )}
    </>
  );
}

/** One more of the options that are not there yet. */
const Added = (props: Pick<ChosenProps, "called" | "options" | "choose">) => <Chosen {...props} words={`+ ${WORDS.add}`} means={WORDS.add} />;

function Row({ control, value, put, called }: Put<string[]>) {
  const places = Array.from({ length: control.places }, (_, at) => value[at] ?? "-");
  return (
    <ol class="row">
      {places.map((held, at) => (
        <li key={at}>
          <One control={control} value={held} called={`${called} ${at + 1}`} put={(option) => put(places.map((one, place) => (place === at ? String(option) : one)))}
            options={control.options.filter((option) => option === "-" || option === held || !places.includes(option))} />
        </li>
      ))}
    </ol>
  );
}

/** Things by name, each there or not; and those that are alike by their number. */
function Several({ control, value, put, called }: Put<string[]>) {
  const { options, alike } = control;
  const named = options.filter((option) => !alike.includes(option));
  const numbers = Object.fromEntries(alike.map((option) => [option, value.filter((one) => one === option).length]));
  return (
    <>
      <Named {...{ called, named, held: value.filter((one) => named.includes(one)) }}
        put={(held) => put([...held, ...value.filter((one) => alike.includes(one))])} />
      <Numbers {...{ called, options: alike, numbers }} low={0} high={control.high || 99}
        put={(next) => put([...value.filter((one) => !(one in next)), ...Object.entries(next).flatMap(([one, number]) => Array<string>(number).fill(one))])} />
    </>
  );
}

function Named({ called, named, held, put }: { called: string; named: string[]; held: string[]; put: (held: string[]) => void }) {
  const few = named.length <= TOGGLES;
  const others = named.filter((option) => !held.includes(option));
  const turn = (option: string) => put(held.includes(option) ? held.filter((one) => one !== option) : [...held, option]);
  return (
    <span class="chips">
      {(few ? named : held).map((option) => (
        <Toggle key={option} words={`${shown(option)}${few ? "" : " ✕"}`} on={held.includes(option)} turn={() => turn(option)} called={called} />
      ))}
      {!few && <Added called={called} options={others} choose={turn} />}
    </span>
  );
}

interface NumbersProps {
  called: string;
  options: string[];
  numbers: Record<string, number>;
  /** Take other numbers for some of the options. */
  put: (numbers: Record<string, number>) => void;
  low: number;
  high: number;
}

/** A number for each option; of many, for those that there are. */
function Numbers({ called, options, numbers, put, low, high }: NumbersProps) {
  const few = options.length <= NUMBERS;
  const listed = few ? options : options.filter((option) => numbers[option]);
  return (
    <ul class="numbers">
      {listed.map((option) => (
        <li key={option}>
          <span>{shown(option)}</span>
          <Stepper called={`${called}: ${shown(option)}`} value={numbers[option] ?? 0} low={low} high={high} put={(to) => put({ [option]: to })} />
        </li>
      ))}
      {!few && <li><Added called={called} options={options.filter((option) => !numbers[option])} choose={(option) => put({ [option]: 1 })} /></li>}
    </ul>
  );
}

function Counts({ control, value, put, called }: Put<Record<string, number>>) {
  const { options, low, high } = control;
  return <Numbers {...{ called, options, low, high }} numbers={value} put={(next) => put({ ...value, ...next })} />;
}

/** Cards that others lie on: those that there are, each with the number of cards on it; an empty list if there is none. */
function Stacks({ control, value, put, called }: Put<Record<string, number | string[]>>) {
  const held = Object.keys(value);
  const on = (base: string) => {
    const cards = value[base] ?? 0;
    return typeof cards === "number" ? cards : cards.length;
  };
  const hold = (bases: string[]) => put(Object.fromEntries(bases.map((base) => [base, value[base] ?? []])));
  return (
    <>
      <Named {...{ called, named: control.options, held, put: hold }} />
      {held.length > 0 && <small>{WORDS.lyingOn}</small>}
      <ul class="numbers">
        {held.map((base) => (
          <li key={base}>
            <span>{shown(base)}</span>
            <Stepper called={`${called}: ${shown(base)}`} value={on(base)} low={0} high={control.options.length} put={(to) => put({ ...value, [base]: to || [] })} />
          </li>
        ))}
      </ul>
    </>
  );
}
