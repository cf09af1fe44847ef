/** The library in its worker: questions go in, reports come out. */
import type { Report } from "./data";

export type Status = { state: "loading"; done: number } | { state: "ready" } | { state: "failed"; why: string };
export interface Asked {
  id: number;
  call: string;
  arguments: string;
}
export type Message = { id: number; answer: string } | { id: number; error: string } | Status;

interface Waiting extends Asked {
  resolve: (answer: string) => void;
  reject: (why: Error) => void;
}
/** Calls of which only the last one matters, if several wait. */
const SUPERSEDED = ["judge", "controls", "draw", "draw_move"];

export class Engine {
  private worker: Worker | null = null;
  /** The library answers one call after another: the first of these is with it. */
  private waiting: Waiting[] = [];
  private next = 1;
  status: Status = { state: "loading", done: 0 };

  constructor(private readonly changed: (status: Status) => void) {}

  /** Start loading; a second call does nothing. */
  start(): void {
    if (this.worker) return;
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.show({ state: "failed", why: "no WebAssembly" });
      return;
    }
    this.worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<Message>) => this.take(event.data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker stopped");
  }

  /** Judge the text of a dispute, as `era judge --json` does. */
  judge(game: string, text: string, facts = false): Promise<Report> {
    return this.ask<Report>("judge", game, text, facts);
  }

  /** Call a function of the library; see `LIBRARY`. */
  async ask<T>(call: string, ...args: unknown[]): Promise<T> {
    this.start();
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
      this.show(message);
      return;
    }
    const asked = this.waiting.shift();
    if ("answer" in message) asked?.resolve(message.answer);
    else asked?.reject(new Error(message.error));
    this.send();
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
