import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Io, StopRequest } from '../io.js';
import { run } from '../run.js';

export interface Capture {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  /** The width of a terminal; omitted, there is no terminal. */
  readonly columns?: number;
  readonly env?: Io['env'];
  readonly now?: Date;
  /** What is on standard input. */
  readonly input?: string;
}

/** An Io that captures output; `stop` requests to stop. */
export function captureIo({
  cwd = fixture(''),
  columns,
  env = {},
  now = new Date('2026-11-21T12:00:00Z'),
  input = '',
}: Surroundings = {}) {
  const written = { stdout: '', stderr: '' };
  const handlers = new Set<(request: StopRequest) => void>();
  const exits: number[] = [];
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTTY: columns !== undefined,
    columns,
  });
  const io: Io = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    terminal: null,
    readInput: () => Promise.resolve(input),
    openInput: () => Readable.from([Buffer.from(input)], { objectMode: false }),
    env,
    cwd,
    script: '',
    now: () => now,
    ask: async (question) => (await import('../questions/answer-question.js')).answerQuestion(await question, io),
    onStop: (handler) => {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    tellParent: () => Promise.resolve(),
    exit: (code) => void exits.push(code),
  };
  return { io, written, exits, stop: (request: StopRequest) => handlers.forEach((handler) => handler(request)) };
}

/** Runs one command line to its end. */
export async function capture(argv: readonly string[], surroundings?: Surroundings): Promise<Capture> {
  const { io, written } = captureIo(surroundings);
  const code = await run(argv, io);
  return { code, ...written };
}

/** A folder under fixtures/. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
}
