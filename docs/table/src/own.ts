/** What a table has settled for a game: readings, and numbers of its own copy. It is kept in the browser. */
import { useEffect, useState } from "preact/hooks";
import type { Game } from "./data";
import { pack, unpack } from "./packed";

export interface Own {
  /** Texts of printed values, by the keys that state them. */
  values: Record<string, string>;
  /** Names of readings, by rulings. */
  readings: Record<string, string>;
}
export const NONE: Own = { values: {}, readings: {} };
export const sizeOf = ({ values, readings }: Own): number => Object.keys(values).length + Object.keys(readings).length;

export interface Settled {
  own: Own;
  /** Settle something for this table; an empty text takes it back. */
  put: (part: keyof Own, key: string, text: string) => void;
  /** Whether the browser keeps it. */
  kept: boolean;
  /** Whether it is that of a link, and what to do with it. */
  foreign: boolean;
  adopt: () => void;
  dismiss: () => void;
}

const place = (game: string) => `table/${game}`;

/** What fits the game in something that somebody else may have written. */
function fitting(game: Game, raw: unknown): Own {
  const { values, readings } = (raw ?? {}) as Partial<Record<keyof Own, unknown>>;
  const keys = new Set(game.numbers.map(({ key }) => key));
  const texts = (found: unknown, fits: (key: string, text: string) => boolean) =>
    Object.fromEntries(
      Object.entries((found ?? {}) as Record<string, unknown>).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string" && fits(entry[0], entry[1]),
      ),
    );
  return {
    values: texts(values, (key, text) => keys.has(key) && text.length <= 100),
    readings: texts(readings, (key, text) => game.rulings[key]?.readings.some(({ name }) => name === text) ?? false),
  };
}

function stored(game: Game): Own {
  try {
    return fitting(game, JSON.parse(localStorage.getItem(place(game.name)) ?? "{}"));
  } catch {
    return NONE;
  }
}

const editionPlace = (game: string) => `table/${game}/edition`;
/** The rulebook that lay on the table when somebody last chose one. */
export function editionKept(game: string): string {
  try {
    return localStorage.getItem(editionPlace(game)) ?? "";
  } catch {
    return "";
  }
}
export function keepEdition(game: string, edition: string): void {
  try {
    localStorage.setItem(editionPlace(game), edition);
  } catch {
    // it counts in this case all the same: the address holds it
  }
}

/** Keep it, and return whether the browser did. */
function keep(game: Game, own: Own): boolean {
  try {
    localStorage.setItem(place(game.name), JSON.stringify(own));
    return true;
  } catch {
    return false;
  }
}

export const packOwn = async (own: Own): Promise<string> => (sizeOf(own) ? pack(JSON.stringify(own)) : "");

/** What is settled for a game, or by the link that was opened; other tabs see what is kept. */
export function useSettled(game: Game | null, packed: string, dismissed: () => void, broken: () => void): Settled {
  const [own, setOwn] = useState(NONE);
  const [kept, setKept] = useState(true);
  const [sent, setSent] = useState<Own | null>(null);
  useEffect(() => {
    if (!game) return;
    setOwn(stored(game));
    const changed = (event: StorageEvent) => event.key === place(game.name) && setOwn(stored(game));
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
  }, [game]);
  useEffect(() => {
    let current = true;
    setSent(null);
    if (game && packed)
      unpack(packed).then((text) => {
        const found = fitting(game, JSON.parse(text));
        if (!sizeOf(found)) throw new Error("nothing that fits");
        if (current) setSent(found);
      }).catch(() => {
        if (!current) return;
        dismissed();
        broken();
      });
    return () => {
      current = false;
    };
  }, [game, packed]);

  const save = (next: Own) => {
    setOwn(next);
    if (game) setKept(keep(game, next));
  };
  const changed = (before: Own, part: keyof Own, key: string, text: string): Own => {
    const { [key]: _, ...others } = before[part];
    return { ...before, [part]: text ? { ...others, [key]: text } : others };
  };
  return {
    own: sent ?? own,
    kept,
    foreign: sent !== null,
    put: (part, key, text) => {
      if (sent) setSent(changed(sent, part, key, text));
      else if (game) save(changed(kept ? stored(game) : own, part, key, text));
    },
    adopt: () => {
      if (sent && game) save({ values: { ...own.values, ...sent.values }, readings: { ...own.readings, ...sent.readings } });
      dismissed();
    },
    dismiss: dismissed,
  };
}
