/** The whole table as the library draws it, in one column. */
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "./engine";
import { WORDS } from "./words";

/** The picture stands in an image, where no script and no link of it can be followed. */
export function Drawing({ engine, game, text }: { engine: Engine; game: string; text: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    let current = true;
    engine.ask<string>("draw", game, text).then((svg) => {
      if (current) setAddress(URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
    }, () => undefined);
    return () => {
      current = false;
    };
  }, [game, text]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address ? <img class="drawing" src={address} alt={WORDS.drawn} /> : null;
}
