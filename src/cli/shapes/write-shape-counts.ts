import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeJson } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import { readShapeCounts, type ShapeCounts } from '../../lens/lock/shape-counts.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { countOf } from '../../text/join-words.js';
import { compareVersions } from '../../text/version-order.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { lensesOfService } from '../questions/lenses-of-service.js';
import { openApi } from '../sources/open-api.js';
import { printTable } from '../terminal/print-table.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import { countShapes } from './count-shapes.js';

export interface ShapeCountOptions {
  readonly from: readonly string[];
  readonly field?: string;
  readonly unmarked?: string;
  readonly out?: string;
  readonly format: 'pretty' | 'json';
}

/** Counts rows by shape, and writes or prints the counts. The exit code is 1 where rows have a shape that nothing around the working directory reads. */
export async function writeShapeCounts(options: ShapeCountOptions, io: Io): Promise<0 | 1> {
  const { from, field = 'shape', unmarked = null, out, format } = options;
  if (field.trim() === '') throw usageError('--field is empty. Name the member of each row that holds its shape.');
  if (out !== undefined && !out.endsWith('.json'))
    throw usageError(`--out ${out} is not a JSON file. Name one, such as --out counts.json.`);
  const known = await knownShapes(io);
  if (out !== undefined) refuseForeignFile(out, io);
  const counted = await countShapes(from, { field, unmarked }, io);
  const unknown = known ? Object.keys(counted.counts).filter((shape) => !known.includes(shape)) : [];
  if (out !== undefined) writeFileAtomically(resolve(io.cwd, out), writeJson(counted), out);
  if (format === 'json') io.stdout.write(writeJson(counted));
  else io.stdout.write(draw(counted, unknown));
  if (out !== undefined) io.stderr.write(`Wrote ${out}.\n`);
  if (unknown.length === 0) return 0;
  const rows = unknown.reduce((sum, shape) => sum + counted.counts[shape]!, 0);
  io.stderr.write(
    `${countOf(rows, 'row')} ${rows === 1 ? 'has' : 'have'} a shape that this service does not know. Known shapes: ${known!.join(', ')}.\n`,
  );
  return 1;
}

/** The shapes that the lenses around the working directory read; without lenses, the released versions of the service or the documents there. */
async function knownShapes(io: Io): Promise<readonly string[] | null> {
  const { findConfig } = await import('../../export/index.js');
  if (findConfig(io.cwd) === null) return null;
  const api = await openApi({}, io);
  const read = lensesOfService(api).lenses.flatMap(({ shapes }) => shapes);
  const names = read.length > 0 ? read : (api.versioning?.versions?.names ?? versionsOf(api.routes));
  return names.length === 0 ? null : [...new Set(names)].toSorted(compareVersions);
}

/** Throws for a file that holds something else. */
function refuseForeignFile(out: string, { cwd }: Pick<Io, 'cwd'>): void {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, out), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new CommandFailure(`${out} cannot be read: ${message.split(', ')[0]}. Choose another file with --out.`);
  }
  if (text.trim() !== '' && readShapeCounts(tryParse(text)) === null)
    throw new CommandFailure(`${out} was not written by svc shapes. Move it, or choose another file with --out.`);
}

function draw({ counts, unmarked, rows }: ShapeCounts, unknown: readonly string[]): string {
  if (rows === 0) return 'No rows.\n';
  const entries = Object.entries(counts).map(([shape, count]) => [shape, count, unknown.includes(shape)] as const);
  const all = [...entries, ...(unmarked > 0 ? [['without a mark', unmarked, false] as const] : [])];
  const width = Math.max('rows'.length, ...all.map(([, count]) => String(count).length));
  const table = all.map(([shape, count, isUnknown]) => [
    shape,
    String(count).padStart(width),
    isUnknown ? 'unknown' : '',
  ]);
  return `${printTable([['shape', 'rows'.padStart(width), ''], ...table])}\n${countOf(rows, 'row')}\n`;
}
