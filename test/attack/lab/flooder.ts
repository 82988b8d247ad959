import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Context } from '../scenario.js';
import type { Tally } from './tally.js';

/** What the program reports: an answer, a request without one, or that it does what it was asked to. */
type Report = { readonly status: number; readonly text: string } | { readonly error: string } | null;

/** A process that floods a service, at a lower priority: the clients of a real one have processors of their own. */
export class Flooder {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, tally: Tally) {
    this.#child = child;
    child.on('message', (report: Report) => {
      if (report === null) return;
      if ('status' in report) return tally.answer(report.status, report.text);
      tally.expect(false, `a request of a flood got no answer: ${report.error}`);
      tally.unanswered();
    });
  }

  static async start(context: Context, origin: string, tally: Tally): Promise<Flooder> {
    const child = fork(await context.bundle('programs/flood.ts'), [origin]);
    context.onEnd(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    setPriority(child.pid!, 10);
    return new Flooder(child, tally);
  }

  /** Begins a flood, by name. */
  begin(name: string): Promise<void> {
    return this.#tell(name);
  }

  /** Closes every connection, without the answers that are under way. */
  async end(): Promise<void> {
    await this.#tell(null);
  }

  async #tell(name: string | null): Promise<void> {
    const done = new Promise<void>((resolve) => {
      const read = (report: Report) => {
        if (report !== null) return;
        this.#child.off('message', read);
        resolve();
      };
      this.#child.on('message', read);
    });
    this.#child.send(name as string);
    await done;
  }
}
