/** A sheet from below with large choices; with many of them, a field narrows them down. */
import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { shown, WORDS } from "./words";

const MANY = 12;

/** Leave a sheet, and do something after that. */
export type Leave = (then: () => void) => void;
interface SheetProps {
  title: string;
  close: () => void;
  children: (leave: Leave) => ComponentChildren;
}

/** A sheet is a step of the browser's history: going back closes it, and closing it goes back. */
export function Sheet({ title, close, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const then = useRef<(() => void) | null>(null);
  const closed = useRef(close);
  closed.current = close;
  const leave: Leave = (next) => {
    if (!then.current) history.back();
    then.current ??= next;
  };
  useEffect(() => {
    dialog.current?.showModal(); // the title has the focus, so that no keyboard comes up
    history.pushState(null, "");
    const left = () => (then.current ?? closed.current)();
    addEventListener("popstate", left);
    return () => removeEventListener("popstate", left);
  }, []);
  return (
    <dialog ref={dialog} onClose={() => leave(close)} aria-label={title} onClick={(event) => event.target === dialog.current && leave(close)}>
      <h2 tabIndex={-1} autofocus>{title}</h2>
      {children(leave)}
    </dialog>
  );
}

/** What people see on things, by their names. */
export const Captions = createContext<Record<string, string>>({});

export interface ChoicesProps {
  title: string;
  options: readonly string[];
  chosen: readonly string[];
  choose: (option: string) => void;
  close: () => void;
  /** An option as people read it. */
  show?: (option: string) => string;
  about?: (option: string) => string;
}

export function Choices({ title, options, chosen, choose, close, show = shown, about }: ChoicesProps) {
  const captions = useContext(Captions);
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const said = about ?? ((option: string) => captions[option] ?? "");
  const starts = (option: string) => said(option).toLowerCase().startsWith(wanted);
  const found = options.filter((option) => `${show(option)} ${said(option)}`.toLowerCase().includes(wanted));
  const fits = wanted ? [...found.filter(starts), ...found.filter((option) => !starts(option))] : found;
  return (
    <Sheet title={title} close={close}>
      {(leave) => (
        <>
          {options.length > MANY && (
            <label class="narrow">
              {WORDS.narrow}
              <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
            </label>
          )}
          {fits.map((option) => (
            <button class="choice" key={option} aria-pressed={chosen.includes(option)}
              onClick={() => leave(() => choose(option))}>
              {show(option)}
              {said(option) && <span>{said(option)}</span>}
            </button>
          ))}
          <button class="close" onClick={() => leave(close)}>{WORDS.back}</button>
        </>
      )}
    </Sheet>
  );
}
