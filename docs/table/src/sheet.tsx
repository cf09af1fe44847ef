/** A sheet from below with large choices; with many of them, a field narrows them down. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { shown, WORDS } from "./words";

const MANY = 12;

export function Sheet({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []); // the title has the focus, so that no keyboard comes up
  return (
    <dialog ref={dialog} onClose={close} aria-label={title} onClick={(event) => event.target === dialog.current && close()}>
      <h2 tabIndex={-1} autofocus>{title}</h2>
      {children}
    </dialog>
  );
}

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
  const [typed, setTyped] = useState("");
  const fits = options.filter((option) => show(option).toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Sheet title={title} close={close}>
      {options.length > MANY && (
        <label class="narrow">
          {WORDS.narrow}
          <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      {fits.map((option) => (
        <button class="choice" key={option} aria-pressed={chosen.includes(option)} onClick={() => choose(option)}>
          {show(option)}
          {about && <span>{about(option)}</span>}
        </button>
      ))}
      <button class="close" onClick={close}>{WORDS.close}</button>
    </Sheet>
  );
}

/** The options with another one, or without it. */
export const turned = (chosen: readonly string[], option: string): string[] =>
  chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];

interface SeveralChoicesProps extends Omit<ChoicesProps, "choose"> {
  take: (chosen: string[]) => void;
}

/** A sheet in which several options are chosen, which count when it is closed. */
export function SeveralChoices({ chosen, take, close, ...rest }: SeveralChoicesProps) {
  const [now, setNow] = useState(chosen);
  const done = () => {
    if (now !== chosen) take([...now]);
    close();
  };
  return <Choices {...rest} chosen={now} choose={(option) => setNow(turned(now, option))} close={done} />;
}
