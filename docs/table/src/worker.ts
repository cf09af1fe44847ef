/** A worker that runs the library: it answers each call with JSON. */
import type { PyodideInterface } from "pyodide";
import type { Asked, Message } from "./engine";
import { LIBRARY } from "./library";

declare const WHEELS: string[];
declare function postMessage(message: Message): void;

type Library = (call: string, args: string) => string;

/** Hold a lock under the name of this worker as long as it lives, so that the page knows when it stops. */
const alive = new Promise<void>((resolve) => {
  if (!navigator.locks) resolve();
  else void navigator.locks.request(self.name, () => {
    resolve();
    return new Promise(() => undefined);
  });
});

async function load(): Promise<Library> {
  await alive;
  const steps = WHEELS.length + 3;
  let done = 0;
  const step = () => postMessage({ state: "loading", done: ++done / steps });
  const archives = WHEELS.map(async (wheel) => (await fetch(new URL(`wheels/${wheel}`, self.location.href))).arrayBuffer());
  const base = new URL("pyodide/", self.location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as typeof import("pyodide");
  step();
  const py: PyodideInterface = await loadPyodide({ indexURL: base });
  step();
  for (const archive of archives) {
    py.unpackArchive(await archive, "wheel");
    step();
  }
  const library = py.runPython(LIBRARY) as Library;
  postMessage({ state: "ready" });
  return library;
}

const failed = (why: unknown) => postMessage({ state: "failed", why: String(why).slice(-300) });
self.addEventListener("unhandledrejection", (event) => failed(event.reason));

// Pyodide waits for ever if its program cannot be fetched, and writes that to the console alone.
const fetched = self.fetch;
self.fetch = async (...request) => {
  try {
    const answer = await fetched(...request);
    if (answer.ok) return answer;
    throw new Error(`${answer.url}: ${answer.status}`);
  } catch (error) {
    failed(error);
    throw error;
  }
};
const ready = load();

self.onmessage = async (event: MessageEvent<Asked>) => {
  const { id, call, arguments: args } = event.data;
  try {
    postMessage({ id, answer: (await ready)(call, args) });
  } catch (error) {
    postMessage({ id, error: String(error).slice(-300) });
  }
};
