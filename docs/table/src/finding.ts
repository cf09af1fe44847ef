/** The search of the site, over the questions and the kinds of moves of one game. */
import { useEffect, useRef, useState } from "preact/hooks";
import { fetched } from "./data";

/** Messages of the worker that the site's search box uses, and to it; see `docs/site/search.js`. */
const [SETUP, QUERY, RESULT] = [0, 2, 3];
interface Result {
  type: number;
  data: { items: { location: string }[][] };
}

/** What is found for the words that are typed, the best first; null without any, and until there is an answer. */
export function useFound(game: string, typed: string): string[] | null {
  const [found, setFound] = useState<string[] | null>(null);
  const worker = useRef<Worker | null>(null);
  const words = typed.trim();
  const wanted = words !== "";
  useEffect(() => {
    if (!wanted) return;
    const started = new Worker(new URL("search.js", document.baseURI));
    worker.current = started;
    started.onmessage = ({ data: { type, data } }: MessageEvent<Result>) => {
      if (type === RESULT) setFound(data.items.flatMap(([best]) => best?.location ?? []));
    };
    void fetched<{ docs: object; shelf: object }>(`data/${game}/search.json`)
      .then(({ docs, shelf }) => started.postMessage({ type: SETUP, data: { docs }, shelf }));
    return () => started.terminate();
  }, [game, wanted]);
  useEffect(() => {
    if (wanted) void fetched(`data/${game}/search.json`).then(() => worker.current?.postMessage({ type: QUERY, data: words }));
  }, [game, words]);
  return wanted ? found : null;
}
