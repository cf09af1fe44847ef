/** The library in its worker: questions go in, reports come out. */
import type { Report } from "./data";

export type Status = { state: "loading"; done: number } | { state: "ready" } | { state: "failed"; why: string };
export interface Asked {
  id: number;
  call: string;
  arguments: string;
}
export type Message = { id: number; answer: string } | { id: number; error: string } | Status;

type Waiting = { resolve: (answer: string) => void; reject: (why: Error) => void };

export class Engine {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
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
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, call, arguments: JSON.stringify(args) } satisfies Asked);
    });
    return JSON.parse(answer) as T;
  }

  private take(message: Message): void {
    if ("state" in message) {
      this.show(message);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ("answer" in message) asked?.resolve(message.answer);
    else asked?.reject(new Error(message.error));
  }

  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    this.show({ state: "failed", why });
  }

  private show(status: Status): void {
    this.status = status;
    this.changed(status);
  }
}
