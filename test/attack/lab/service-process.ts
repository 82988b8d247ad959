import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../scenario.js';
import type { Tally } from './tally.js';

export interface ServiceProcessOptions {
  /** The folder that the process runs in, and keeps its data in. */
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** The program and its arguments, for Node; by default `svc serve` on a free port. */
  readonly command?: readonly string[];
  /** A program that starts Node, such as strace with its options. */
  readonly under?: readonly string[];
  readonly args?: readonly string[];
}

/** A process of the service, whose memory is watched until it ends. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #log: string[];
  readonly url: string;

  private constructor(child: ChildProcess, exited: Promise<unknown>, log: string[], url: string) {
    this.#child = child;
    this.#exited = exited;
    this.#log = log;
    this.url = url;
  }

  /** Resolves when the process has printed its address; rejects with its output when it ends before. */
  static async start(context: Context, tally: Tally, options: ServiceProcessOptions): Promise<ServiceProcess> {
    const serve = [`${context.repository}bin/svc.mjs`, 'serve', '--demo', '--port', '0', ...(options.args ?? [])];
    const [program = '', ...args] = [...(options.under ?? []), process.execPath, ...(options.command ?? serve)];
    const child = spawn(program, args, {
      cwd: options.folder,
      env: { PATH: context.env['PATH'], LOG_LEVEL: 'warn', NO_COLOR: '1', ...options.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log: string[] = [];
    const exited = once(child, 'exit');
    context.onEnd(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    const watch = setInterval(() => tally.memory(peakMegabytes(child)), 50);
    void exited.then(() => clearInterval(watch));
    const url = await addressOf(child, log);
    return new ServiceProcess(child, exited, log, url);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What the process has printed. */
  get log(): string {
    return this.#log.join('');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Asks the process to stop; resolves to the seconds that it took, or null when it did not stop in time. */
  async stop(limitSeconds: number): Promise<number | null> {
    const start = performance.now();
    this.#child.kill('SIGTERM');
    const stopped = this.#exited.then(() => (performance.now() - start) / 1_000);
    return Promise.race([stopped, sleep(limitSeconds * 1_000, null, { ref: false })]);
  }
}

/** The most memory that the largest of a process and its children has held. */
export function peakMegabytes({ pid }: ChildProcess): number {
  const children = readIfRunning(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const peaks = [String(pid), ...children].map(
    (one) => Number(/VmHWM:\s+(\d+)/.exec(readIfRunning(`/proc/${one}/status`))?.[1] ?? 0) / 1024,
  );
  return Math.max(...peaks);
}

function readIfRunning(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function addressOf(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log.push(String(chunk));
      const address = /ready at (http:\S+)/.exec(log.slice(0, 20).join(''))?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The service ended with ${code} before it was ready:\n${log.join('')}`)),
    );
  });
}
