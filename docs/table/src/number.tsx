/** A sheet that asks for one number of somebody's own copy. */
import { useState } from "preact/hooks";
import { calledNumber, type AssumedNumber } from "./data";
import { Sheet } from "./sheet";
import { WORDS } from "./words";

/** The keyboard that a number wants. */
export const inputOf = ({ assumed }: AssumedNumber) => (/^\d+$/.test(assumed) ? "numeric" : "text");

export interface NumberSheetProps {
  number: AssumedNumber;
  now: string;
  give: (text: string) => void;
  close: () => void;
}

export function NumberSheet({ number, now, give, close }: NumberSheetProps) {
  const [typed, setTyped] = useState(now);
  const done = () => {
    give(typed.trim());
    close();
  };
  return (
    <Sheet title={calledNumber(number)} close={close}>
      {(leave) => (
        <form onSubmit={(event) => {
          event.preventDefault();
          leave(done);
        }}>
          <label>
            {WORDS.whatShows} {number.about}
            <input value={typed} placeholder={number.assumed} maxLength={100} inputMode={inputOf(number)}
              onInput={(event) => setTyped(event.currentTarget.value)} />
          </label>
          <button class="close" type="submit">{WORDS.close}</button>
        </form>
      )}
    </Sheet>
  );
}
