import type { Row } from './table.js';

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const cells = 24;

/** Shows which scenario runs and how far it is: a bar on a terminal, a line for each finished scenario elsewhere. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #total: number;
  #begun = 0;
  #drawn = '';

  constructor(terminal: Terminal, total: number) {
    this.#terminal = terminal;
    this.#total = total;
  }

  /** Returns what shows how far the scenario is; of several, the latest is seen. */
  begin(name: string): (done: number, total: number) => void {
    this.#begun += 1;
    const show = (done: number, total: number) => this.#draw(name, done, total);
    show(0, 1);
    return show;
  }

  #draw(name: string, done: number, total: number): void {
    if (this.#terminal.isTTY !== true) return;
    const filled = Math.round((cells * Math.min(done, total)) / Math.max(total, 1));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(cells - filled)}`;
    const line = `${bar} ${this.#begun}/${this.#total} ${name} ${done}/${total}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#terminal.write(`\r\u001b[K${line.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  end({ name, verdict, seconds, note, broken }: Row): void {
    const clear = this.#terminal.isTTY === true ? '\r\u001b[K' : '';
    const lines = [
      `${verdict.padEnd(7)} ${name} (${seconds.toFixed(1)} s): ${note}`,
      ...broken.map((text) => `        ${text}`),
    ];
    this.#terminal.write(`${clear}${lines.join('\n')}\n`);
  }
}
