import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { showProgress } from '../terminal/show-progress.js';

const megabyte = 1e6;

interface LineOptions {
  /** The option that names the files, such as `--log`. */
  readonly option: string;
  /** A file that the option may name. */
  readonly example: string;
  /** The longest line that is read, in UTF-16 code units. */
  readonly longest: number;
}

/** Takes a line of a file, without its end: null for one that is too long. Lines count from 1. */
type TakeLine = (line: string | null, file: string, number: number) => void;

/**
 * Calls `take` with each line of files in turn; `-` is standard input. Unpacks `.gz`, and holds one line at a time. What `take` throws ends the
 * reading.
 */
export async function readLines(
  names: readonly string[],
  options: LineOptions,
  io: Pick<Io, 'cwd' | 'stderr' | 'openInput'>,
  take: TakeLine,
): Promise<void> {
  if (names.filter((name) => name === '-').length > 1) throw usageError('Standard input can be read only once.');
  const sizes = names.map(sizeIn(options, io.cwd));
  const total = Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / megabyte);
  const progress = showProgress(io.stderr);
  let before = 0;
  for (const [index, name] of names.entries()) {
    const file = name === '-' ? null : createReadStream(resolve(io.cwd, name));
    const source = file ?? io.openInput();
    let shown = -1;
    const show = () => {
      const done = Math.floor((before + (file?.bytesRead ?? 0)) / megabyte);
      if (done > shown) progress.show((shown = done), total, `MB, ${name}`);
    };
    try {
      const lines = name.endsWith('.gz') ? unpack(source) : source;
      await takeLines(lines, options.longest, show, (line, number) =>
        take(line, file ? name : 'standard input', number),
      );
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      throw new CommandFailure(`${name} cannot be read: ${(error as Error).message}`);
    } finally {
      progress.clear();
    }
    before += sizes[index]!;
  }
}

const sizeIn =
  ({ option, example }: LineOptions, cwd: string) =>
  (name: string): number => {
    if (name === '-') return 0;
    if (name.trim() === '') throw usageError(`${option} names no file. Name one, such as ${option} ${example}.`);
    const found = statSync(resolve(cwd, name), { throwIfNoEntry: false });
    if (!found) throw usageError(`${option} ${name} not found.`);
    if (found.isDirectory())
      throw usageError(`${option} ${name} is a folder. Name its files, such as ${option} ${name}/${example}.`);
    return found.size;
  };

function unpack(source: Readable): Readable {
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  return unpacked;
}

async function takeLines(
  source: Readable,
  longest: number,
  show: () => void,
  take: (line: string | null, number: number) => void,
): Promise<void> {
  let [number, isLong] = [0, false];
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    isLong ||= length > longest;
    if (isLong) parts = [];
    else parts.push(part);
  };
  const end = () => {
    const line = parts.join('');
    take(isLong ? null : line.endsWith('\r') ? line.slice(0, -1) : line, ++number);
    [parts, length, isLong] = [[], 0, false];
  };
  for await (const chunk of source.setEncoding('utf8') as AsyncIterable<string>) {
    show();
    const [first, ...others] = chunk.split('\n');
    add(first!);
    for (const part of others) {
      end();
      add(part);
    }
  }
  if (length > 0) end();
}
