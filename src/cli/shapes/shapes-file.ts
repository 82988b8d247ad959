import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writtenBy } from '../../shapes/print-document-shapes.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { writeFileAtomically } from '../write-file-atomically.js';

/** Whether the file of `--out` is there, and holds a text. Throws for one that was not written by `svc shapes`. */
export function compareShapesFile(out: string, text: string, { cwd }: Pick<Io, 'cwd'>): 'missing' | 'differs' | 'same' {
  const written = readIfPresent(out, cwd);
  if (written === null) return 'missing';
  if (written === text) return 'same';
  if (written.trim() !== '' && !written.slice(0, 1000).includes(writtenBy))
    throw new CommandFailure(`${out} was not written by svc shapes. Move it, or choose another file with --out.`);
  return 'differs';
}

export function writeShapesFile(out: string, text: string, { cwd }: Pick<Io, 'cwd'>): void {
  writeFileAtomically(resolve(cwd, out), text, out);
}

function readIfPresent(out: string, cwd: string): string | null {
  try {
    return readFileSync(resolve(cwd, out), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new CommandFailure(`${out} cannot be read: ${message.split(', ')[0]}. Choose another file with --out.`);
  }
}
