import type { IncomingMessage } from 'node:http';
import { smallBody } from './large-bodies.js';
import type { Turns } from './turns.js';

/** An item takes as long as so many bytes, beside its own. */
const itemBytes = 64;

/** Divides a stream into pieces that take turns with the work of others. */
export class Pace {
  #left = smallBody;

  constructor(
    readonly turns: Turns,
    readonly req: IncomingMessage,
  ) {}

  /** Counts an item, or bytes without one; a promise of the next turn when this one is over. */
  after(bytes: number): Promise<void> | undefined {
    this.#left -= bytes + itemBytes;
    if (this.#left > 0) return undefined;
    this.#left = smallBody;
    return new Promise((resolve) => this.turns.take(this.req, resolve));
  }
}
