/** A worker that runs the library: it answers each question with what `era judge --json` prints. */
import type { PyodideInterface } from "pyodide";
import type { Asked, Message } from "./engine";

declare const WHEELS: string[];
declare function postMessage(message: Message): void;

const JUDGE = `
import contextlib, io
from pathlib import Path
from era_of_inventions.tabletop.cli import main
from era_of_inventions.tabletop.play.registry import rulebook_named

def judge(game, text, facts):
    Path("dispute.toml").write_text(text, encoding="utf-8")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(rulebook_named(game), ["judge", "--json", *(["--facts"] if facts else []), "dispute.toml"])
    return out.getvalue()
judge
`;

async function load(): Promise<(game: string, text: string, facts: boolean) => string> {
  const steps = WHEELS.length + 3;
  let done = 0;
  const step = () => postMessage({ state: "loading", done: ++done / steps });
  const archives = WHEELS.map(async (wheel) => {
    const answer = await fetch(new URL(`wheels/${wheel}`, self.location.href));
    if (!answer.ok) throw new Error(`${wheel}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const base = new URL("pyodide/", self.location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as typeof import("pyodide");
  step();
  const py: PyodideInterface = await loadPyodide({ indexURL: base });
  step();
  for (const archive of archives) {
    py.unpackArchive(await archive, "wheel");
    step();
  }
  const judge = py.runPython(JUDGE) as (game: string, text: string, facts: boolean) => string;
  postMessage({ state: "ready" });
  return judge;
}

const ready = load().catch((error: unknown) => {
  postMessage({ state: "failed", why: String(error).slice(-300) });
  throw error;
});

self.onmessage = async (event: MessageEvent<Asked>) => {
  const { id, game, text, facts } = event.data;
  try {
    postMessage({ id, report: (await ready)(game, text, facts) });
  } catch (error) {
    postMessage({ id, error: String(error).slice(-300) });
  }
};
