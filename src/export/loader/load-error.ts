import { relative, resolve, sep } from 'node:path';
import type { Message } from 'esbuild';
import type { SourceLocator } from './source-locator.js';
import { bytesBefore } from './source-names.js';

/** An entry that cannot be loaded: the message says where and why, `fix` what to change. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  constructor(
    message: string,
    readonly fix: string,
    /** Absolute paths of the source files read before the failure, for a watcher. */
    readonly inputs: readonly string[] = [],
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

interface Attempt {
  /** The entry, relative to `cwd`. */
  readonly name: string;
  /** The folder that esbuild's locations are relative to. */
  readonly folder: string;
  readonly cwd: string;
  /** null until the bundle exists. */
  readonly locator: SourceLocator | null;
  readonly inputs: readonly string[];
}

/** The LoadError for whatever prevented a service from loading. */
export function explainFailure(error: unknown, attempt: Attempt): LoadError {
  if (error instanceof LoadError)
    return new LoadError(error.message, error.fix, attempt.inputs, { cause: error.cause });
  const messages = (error as { readonly errors?: readonly Message[] } | null)?.errors;
  if (!attempt.locator && Array.isArray(messages)) return explainBuild(error, messages, attempt);
  if (attempt.locator) return explainThrow(error, attempt.locator, attempt);
  throw error;
}

function explainBuild(cause: unknown, messages: readonly Message[], { name, folder, cwd, inputs }: Attempt): LoadError {
  const lines = messages.map(({ text, location, notes }) => {
    const hint = notes.find((note) => note.text.startsWith('Did you mean'))?.text;
    const sentence = hint ? `${tidy(text)} ${hint}` : tidy(text);
    if (!location) return sentence;
    const file = relative(cwd, resolve(folder, location.file)).split(sep).join('/');
    const column = location.column - (location.line === 1 ? bytesBefore(location.lineText) : 0);
    return `${file}:${location.line}:${column + 1} ${sentence}`;
  });
  const fix = fixes.find(([pattern]) => messages.some(({ text }) => pattern.test(text)))?.[1] ?? 'Fix these lines.';
  return new LoadError(`${name} does not compile.\n${lines.join('\n')}`, fix, inputs, { cause });
}

const fixes: readonly (readonly [RegExp, string])[] = [
  [
    /experimental decorators/,
    'svckit uses standard decorators. Do not import classes with experimental decorators from the export file.',
  ],
  [/^Could not resolve/, 'Install the package, or correct the path.'],
];

function tidy(text: string): string {
  return text.replace(/^No matching export in "svckit-host:([^"]+)" for import "([^"]+)"/, '$1 does not export $2.');
}

function explainThrow(cause: unknown, locator: SourceLocator, { name, inputs }: Attempt): LoadError {
  const stack = cause instanceof Error ? (cause.stack ?? String(cause)) : `Threw ${String(cause)}.`;
  const fix =
    cause instanceof Error && cause.name === 'DocumentError'
      ? 'Correct the document.'
      : 'Fix the error. svc loads this module only for its declarations: move code that connects or starts anything to onInit().';
  return new LoadError(`${name} threw an error while loading.\n${ownFrames(stack, locator)}`, fix, inputs, { cause });
}

/** The stack down to the service's outermost frame; the frames below are the loader's. */
function ownFrames(stack: string, locator: SourceLocator): string {
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => locator.locate(line) !== null);
  const end = last >= 0 ? last + 1 : lines.findIndex((line) => /^\s+at /.test(line));
  return locator.restore(lines.slice(0, end < 0 ? undefined : end).join('\n'));
}
