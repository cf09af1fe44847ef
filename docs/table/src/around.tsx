/** What lies around a sentence: the facts that can be changed by touch, and the whole table as it is drawn. */
import { useState } from "preact/hooks";
import { useControls, type Change } from "./controls";
import { Different, LookedAt } from "./different";
import { Picture } from "./drawing";
import type { Engine } from "./engine";
import { WORDS } from "./words";

export interface AroundProps {
  engine: Engine;
  ready: boolean;
  game: string;
  /** The dispute with the changes in it. */
  text: string;
  /** Whether it has been judged: the facts that the rules look at come after the verdict. */
  checked: boolean;
  changes: Change[];
  change: (changes: Change[]) => void;
  /** Whether another move can be asked about as well. */
  moves: boolean;
  /** Whether the whole table is shown from the start. */
  unfolded?: boolean;
}

export function Around({ engine, ready, game, text, checked, changes, change, moves, unfolded = false }: AroundProps) {
  const [differs, setDiffers] = useState(false);
  const [whole, setWhole] = useState(false);
  const controls = useControls(engine, ready && (checked || differs), game, text);
  return (
    <>
      {controls && <LookedAt {...{ controls, changes, change }} />}
      <details onToggle={(event) => setDiffers(event.currentTarget.open)}>
        <summary>{WORDS.elsewise}</summary>
        {differs && controls ? <Different {...{ controls, changes, change, moves }} /> : <p>{ready ? WORDS.moment : WORDS.waiting}</p>}
      </details>
      <details open={unfolded} onToggle={(event) => setWhole(event.currentTarget.open)}>
        <summary>{WORDS.wholeTable}</summary>
        {whole && ready && <Picture engine={engine} call="draw" args={[game, text]} />}
      </details>
    </>
  );
}
