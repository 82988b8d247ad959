import { readFileSync } from 'node:fs';
import { loadDocumentText } from '../../contract/diff/load-document-text.js';
import { type Difference, findDifferences } from './find-differences.js';

const shownDifferences = 10;

/** What to say of a file that does not hold `text`; null when it does. */
export function compareWithFile(path: string, name: string, text: string): string | null {
  const found = readText(path);
  if (found === null) return `${name} is missing.`;
  if (found === text) return null;
  const previous = parseDocument(found);
  if (previous === undefined) return `${name} is not a readable document.`;
  const differences = findDifferences(previous, parseDocument(text));
  if (differences.length === 0) return `${name} says the same in other bytes: it was formatted or edited by hand.`;
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
