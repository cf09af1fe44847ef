/** The table as the library draws it, in one column. */
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "./engine";
import { WORDS } from "./words";

/** A picture that the library draws when it is called. It stands in an image, where no script and no link of it works. */
export function Picture({ engine, call, args }: { engine: Engine; call: string; args: unknown[] }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    let current = true;
    engine.ask<string>(call, ...args).then((svg) => {
      if (current) setAddress(URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })));
    }, () => undefined);
    return () => {
      current = false;
    };
  }, [call, ...args]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address ? <img class="drawing" src={address} alt={WORDS.drawn} /> : <p>{WORDS.moment}</p>;
}
