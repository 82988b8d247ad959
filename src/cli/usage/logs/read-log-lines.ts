import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandFailure, usageError } from '../../command-failure.js';
import type { Io } from '../../io.js';
import { showProgress } from '../../terminal/show-progress.js';

/** The longest line that is read, in characters; servers take requests of a fraction of it. */
const longestLine = 1 << 16;
const megabyte = 1e6;

/** Calls `take` with each line of logs in turn, null for one that is too long, and its place; `-` is standard input. Unpacks `.gz`. */
export async function readLogLines(
  names: readonly string[],
  io: Pick<Io, 'cwd' | 'stderr' | 'openInput'>,
  take: (line: string | null, file: string, number: number) => void,
): Promise<void> {
  const sizes = names.map((name) => (name === '-' ? 0 : sizeOf(name, io.cwd)));
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
      await takeLines(lines, show, (line, number) => take(line, file ? name : 'standard input', number));
    } catch (error) {
      throw new CommandFailure(`${name} cannot be read: ${(error as Error).message}`);
    } finally {
      progress.clear();
    }
    before += sizes[index]!;
  }
}

function sizeOf(name: string, cwd: string): number {
  const found = statSync(resolve(cwd, name), { throwIfNoEntry: false });
  if (!found) throw usageError(`--log ${name} not found.`);
  if (found.isDirectory())
    throw usageError(`--log ${name} is a folder. Name its files, such as --log ${name}/access.log.`);
  return found.size;
}

function unpack(source: Readable): Readable {
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  return unpacked;
}

async function takeLines(
  source: Readable,
  show: () => void,
  take: (line: string | null, number: number) => void,
): Promise<void> {
  let [number, isLong] = [0, false];
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    isLong ||= length > longestLine;
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
