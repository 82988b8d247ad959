import { readFileSync } from 'node:fs';
import { loadDocumentText } from '../../openapi/load-document-text.js';

const shownDifferences = 10;

/** The differences between a file and `text`; null if there are none. */
export function compareWithFile(path: string, name: string, text: string): string | null {
  const found = readText(path);
  if (found === null) return `${name} is missing.`;
  if (found === text) return null;
  const previous = parseDocument(found);
  if (previous === undefined) return `${name} is not a valid document.`;
  const differences = findDifferences(previous, parseDocument(text));
  if (differences.length === 0)
    return `${name} has the same contents in other bytes: it was formatted or edited by hand.`;
  const lines = differences.slice(0, shownDifferences).map(line);
  const rest = differences.length - lines.length;
  return [`${name} differs:`, ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join('\n');
}

const line = ({ kind, pointer }: Difference) => `  ${kind.padEnd(7)} ${pointer || '(the whole document)'}`;

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parseDocument(text: string): unknown {
  try {
    return loadDocumentText(text);
  } catch {
    return undefined;
  }
}

type Json = Readonly<Record<string, unknown>> | readonly unknown[];

interface Difference {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
}

/** The outermost differences, in the order of `previous` and then of `current`. */
function findDifferences(previous: unknown, current: unknown, pointer = ''): readonly Difference[] {
  if (!isTree(previous) || !isTree(current) || Array.isArray(previous) !== Array.isArray(current)) {
    return Object.is(previous, current) ? [] : [{ pointer, kind: 'changed' }];
  }
  const keys = [...new Set([...Object.keys(previous), ...Object.keys(current)])];
  return keys.flatMap((key): readonly Difference[] => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(current, key)) return [{ pointer: place, kind: 'removed' }];
    if (!Object.hasOwn(previous, key)) return [{ pointer: place, kind: 'added' }];
    return findDifferences(member(previous, key), member(current, key), place);
  });
}

const isTree = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const member = (tree: Json, key: string) => (tree as Readonly<Record<string, unknown>>)[key];
