/** The library in its worker: questions go in, reports come out. */
import type { Report } from "./data";

export type Status = { state: "loading"; done: number } | { state: "ready" } | { state: "failed"; why: string };
export interface Asked {
  id: number;
  call: string;
  arguments: string;
}
export type Message = { id: number; answer: string } | { id: number; error: string } | Status;

/** How often the library is loaded again by itself if its worker stops. */
const RESTARTS = 3;

interface Waiting extends Asked {
  resolve: (answer: string) => void;
  reject: (why: Error) => void;
}
/** Calls that a later one of the same name replaces while they wait. */
const SUPERSEDED = ["judge", "judge_first", "judge_with_facts", "controls", "draw", "draw_move"];

export class Engine {
  private worker: Worker | null = null;
  /** The library answers one call after another: the first of these is with it. */
  private waiting: Waiting[] = [];
  private next = 1;
  private started = 0;
  status: Status = { state: "loading", done: 0 };

  constructor(private readonly changed: (status: Status) => void) {}

  /** Start loading; a second call does nothing. */
  start(): void {
    if (this.worker) return;
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.show({ state: "failed", why: "no WebAssembly" });
      return;
    }
    const name = `library-${Math.random()}`;
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module", name });
    const stopped = () => {
      if (worker === this.worker) this.restart();
    };
    let watched = false;
    worker.onmessage = (event: MessageEvent<Message>) => {
      if (!watched) void navigator.locks?.request(name, stopped); // the worker holds this lock as long as it lives
      watched = true;
      if (worker === this.worker) this.take(event.data);
    };
    worker.onerror = (event) => this.fail(event.message || "the worker stopped");
    this.worker = worker;
    this.started += 1;
    this.show({ state: "loading", done: 0 });
  }

  /** Load the library again, after it could not be loaded. */
  retry(): void {
    this.started = 0;
    this.start();
  }

  /** Judge the text of a dispute, as `era judge --json` does. */
  judge(game: string, text: string): Promise<Report> {
    return this.ask<Report>("judge", game, text);
  }

  /** Judge it with the facts that turn the result, as long as they are wanted. Other calls have their turn meanwhile. */
  async judgeWithFacts(game: string, text: string, wanted: () => boolean): Promise<Report | null> {
    let found: Report | null = null;
    while (!found && wanted()) found = await this.ask<Report | null>("judge_with_facts", game, text);
    return found;
  }

  /** Judge it without what the verdict rests on, which takes a fraction of the time. */
  judgeFirst(game: string, text: string): Promise<Report> {
    return this.ask<Report>("judge_first", game, text);
  }

  /** Call a function of the library; see `LIBRARY`. */
  async ask<T>(call: string, ...args: unknown[]): Promise<T> {
    if (!this.worker) throw new Error("the library is not there");
    const answer = await new Promise<string>((resolve, reject) => {
      const [current, ...queued] = this.waiting;
      const replaced = queued.filter((one) => one.call === call && SUPERSEDED.includes(call));
      const kept = queued.filter((one) => !replaced.includes(one));
      const asked = { id: this.next++, call, arguments: JSON.stringify(args), resolve, reject };
      for (const one of replaced) one.reject(new Error("asked anew"));
      this.waiting = [...(current ? [current] : []), ...kept, asked];
      if (!current) this.send();
    });
    return JSON.parse(answer) as T;
  }

  private send(): void {
    const [asked] = this.waiting;
    if (asked) this.worker?.postMessage({ id: asked.id, call: asked.call, arguments: asked.arguments } satisfies Asked);
  }

  private take(message: Message): void {
    if ("state" in message) {
      if (message.state === "failed") this.fail(message.why);
      else this.show(message);
      return;
    }
    const asked = this.waiting.shift();
    if ("answer" in message) asked?.resolve(message.answer);
    else asked?.reject(new Error(message.error));
    this.send();
  }

  private restart(): void {
    const again = this.started <= RESTARTS;
    this.fail("the worker stopped");
    if (again) this.start();
  }

  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting) reject(new Error(why));
    this.waiting = [];
    this.show({ state: "failed", why });
  }

  private show(status: Status): void {
    this.status = status;
    this.changed(status);
  }
}
