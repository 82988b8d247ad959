import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '../../json/json.js';
import { UnknownShapeError } from '../../shapes/choose-shapes.js';
import { type DocumentShapes, printDocumentShapes, writtenBy } from '../../shapes/print-document-shapes.js';
import { meaningOfShapes } from '../../shapes/meaning/shapes-meaning.js';
import { countOf } from '../../text/join-words.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { openNamedDocument } from '../sources/open-named-document.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import { meaningLines, meaningRecord } from './report-meaning.js';

export interface DocumentShapesOptions {
  readonly out?: string;
  readonly check?: boolean;
  /** Whether to prove that shapes mean what the document says. */
  readonly meaning?: boolean;
  readonly only?: readonly string[];
  readonly format: 'pretty' | 'json';
}

/** Writes or compares the shapes of a document; gives the exit code. */
export async function writeDocumentShapes(document: string, options: DocumentShapesOptions, io: Io): Promise<0 | 1> {
  const { out, check = false, meaning = false, only, format } = options;
  refuseUseless(options);
  const source = (await openNamedDocument(document, io)).document;
  const printed = printChosen(source, only);
  const choice = only ? { only } : {};
  if (out === undefined && !meaning) {
    io.stdout.write(format === 'json' ? recordOf(printed, { ...choice, text: printed.text }) : printed.text);
    return 0;
  }
  const found = out === undefined ? 'same' : compareShapesFile(out, printed.text, io);
  if (out !== undefined && !check && found !== 'same') writeFileAtomically(resolve(io.cwd, out), printed.text, out);
  const proved = meaning ? meaningRecord(await meaningOfShapes(source, printed.printed)) : null;
  if (format === 'json') {
    const compared = check ? { isUpToDate: found === 'same' } : { written: found !== 'same' };
    const file = out === undefined ? {} : { file: out, ...compared };
    io.stdout.write(recordOf(printed, { ...choice, ...file, ...(proved && { meaning: proved }) }));
  } else {
    if (proved) io.stdout.write(`${meaningLines(proved).join('\n')}\n`);
    if (out !== undefined) report(printed, out, { found, check }, io);
  }
  return check && (found !== 'same' || (proved?.differs.length ?? 0) > 0) ? 1 : 0;
}

function refuseUseless({ out, check = false, meaning = false, only }: DocumentShapesOptions): void {
  if (only?.every((names) => names.replaceAll(',', '').trim() === ''))
    throw usageError('--only is empty. Name schemas or operations: svc shapes openapi.yaml --only Book,Order.');
  if (meaning && !check)
    throw usageError('--meaning needs --check: svc shapes openapi.yaml --out shapes.ts --check --meaning.');
  if (check && !meaning && out === undefined)
    throw usageError('--check compares with a file. Name it: svc shapes openapi.yaml --out shapes.ts --check.');
  if (out !== undefined && (!/\.[cm]?tsx?$/.test(out) || /\.d\.[cm]?ts$/.test(out)))
    throw usageError(`--out ${out || '""'} is no file of TypeScript code. Name one, such as --out shapes.ts.`);
}

function printChosen(document: JsonObject, only: readonly string[] | undefined): DocumentShapes {
  try {
    return printDocumentShapes(document, { only });
  } catch (error) {
    throw error instanceof UnknownShapeError ? usageError(error.message) : error;
  }
}

/** Whether the file of `--out` is there, and holds a text. Throws for one that was not written by `svc shapes`. */
function compareShapesFile(out: string, text: string, { cwd }: Pick<Io, 'cwd'>): 'missing' | 'differs' | 'same' {
  const written = readIfPresent(out, cwd);
  if (written === null) return 'missing';
  if (written === text) return 'same';
  if (written.trim() !== '' && !written.slice(0, 1000).includes(writtenBy))
    throw new CommandFailure(`${out} was not written by svc shapes. Move it, or choose another file with --out.`);
  return 'differs';
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

function report(
  { shapes, operations }: DocumentShapes,
  out: string,
  { found, check }: { readonly found: ReturnType<typeof compareShapesFile>; readonly check: boolean },
  { stdout, stderr }: Io,
): void {
  const contents = `${countOf(shapes.length, 'shape')} and ${countOf(operations.length, 'operation')}`;
  if (found === 'same') stderr.write(`${out} is up to date: ${contents}.\n`);
  else if (!check) stderr.write(`Wrote ${out}: ${contents}.\n`);
  else {
    stdout.write(`${out} ${found === 'missing' ? 'is missing' : 'differs'}.\n`);
    stderr.write('Run the same command without --check to update the file, and commit it.\n');
  }
}

function recordOf(
  { shapes, operations, keepsKeywords }: DocumentShapes,
  more: Readonly<Record<string, unknown>>,
): string {
  return `${JSON.stringify({ version: 1, shapes, operations, keepsKeywords, ...more }, null, 2)}\n`;
}
