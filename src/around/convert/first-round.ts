import { enough } from '../node/taken-body.js';

/** Something that waits for the end of a round. */
interface Waiting {
  endRound(): void;
}

let waiting: Waiting[] = [];

/** Calls `endRound` when a round of the event loop has brought what has arrived: by then most answers are whole. */
function atEndOfRound(one: Waiting): void {
  if (waiting.push(one) > 1) return;
  setImmediate(() => {
    const due = waiting;
    waiting = [];
    for (const each of due) each.endRound();
  });
}

/** An answer in the making. What comes in the round of its head is kept, because most answers are whole by then; the rest flows. */
export abstract class FirstRound implements Waiting {
  /** null once it flows, or is whole. */
  #chunks: Buffer[] | null = [];
  #size = 0;

  /** The answer is not whole yet: from now on it flows. `chunks` have arrived so far. */
  protected abstract flow(chunks: readonly Buffer[]): void;

  /** The head has arrived. */
  protected startRound(): void {
    atEndOfRound(this);
  }

  /** Whether bytes are kept; those of an answer that flows are not. */
  protected keep(chunk: Buffer): boolean {
    if (this.#chunks === null) return false;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > enough) this.endRound();
    return true;
  }

  endRound(): void {
    const chunks = this.endKeeping();
    if (chunks !== null) this.flow(chunks);
  }

  /** What is kept, where it does not flow: from now on, it never does. */
  protected endKeeping(): readonly Buffer[] | null {
    const chunks = this.#chunks;
    this.#chunks = null;
    return chunks;
  }
}
