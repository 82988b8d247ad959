import { shareClass } from '../report/share-class.js';
import { captureSource, type SourceReader } from '../report/load-session.js';
import { isText } from './read-arguments.js';

/** Thrown by a part of a change that `todo()` stands for. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';

  constructor(
    readonly question: string,
    readonly source: SourceReader,
  ) {
    super(`it is not finished: ${question}`);
  }
}
shareClass(Unfinished, 'unfinished');

const brand = Symbol.for('svckit.todo');

/** How many conversions run now, in any copy of svckit: they are synchronous, and one may run inside another. */
const runningKey = Symbol.for('svckit.running');
const holder = globalThis as { [runningKey]?: number };
const running = () => holder[runningKey] ?? 0;

/** Runs a part of a change; a `todo()` that it reaches throws. */
export function runPart<T>(run: () => T): T {
  holder[runningKey] = running() + 1;
  try {
    return run();
  } finally {
    holder[runningKey] = running() - 1;
  }
}

/**
 * Stands for a part of a change that is not written yet: a converter, a value, or a member of what a converter returns. It compiles
 * anywhere. `svc check` reports the question as `change-unfinished`, and `svc release` refuses; a request that gets there is a 500.
 * Throws a TypeError without a question.
 */
export function todo(question: string): never {
  if (!isText(question))
    throw new TypeError("todo() needs the question that is open, such as todo('What was the name before?').");
  const source = captureSource();
  const stop = () => {
    throw new Unfinished(question, source);
  };
  if (running() > 0) stop();
  return Object.freeze(Object.assign(stop, { [brand]: true, toJSON: stop })) as never;
}

type Todo = () => never;

/** The first `todo()` among values and what they hold; undefined where there is none. */
export function findTodo(value: unknown, seen = new Set<unknown>()): Todo | undefined {
  if (typeof value === 'function') return brand in value ? (value as unknown as Todo) : undefined;
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  for (const member of Object.values(value)) {
    const found = findTodo(member, seen);
    if (found) return found;
  }
  return undefined;
}
