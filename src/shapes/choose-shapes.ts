import { objectAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import type { Shape } from '../source/print-shapes.js';
import { escapeControls } from '../text/escape.js';
import { unknownName } from '../text/nearest-name.js';
import { addressOf, type NamedOperation } from './operation-shapes.js';
import type { ShapeList } from './shapes-of-schemas.js';

/** Names that a document has no schema and no operation for. */
export class UnknownShapeError extends Error {}

/** The schemas and operations that a file of shapes is about. */
export interface Choice {
  readonly shapes: readonly Shape[];
  readonly operations: readonly NamedOperation[];
}

/** Finds schemas by their names, and operations by their ids or addresses. Throws an UnknownShapeError for names of neither. */
export function chooseShapes(
  only: readonly string[],
  document: OpenDocument,
  list: ShapeList,
  operations: readonly NamedOperation[],
): Choice {
  const schemas = new Map(
    list
      .all()
      .filter((shape) => list.isComponent(shape))
      .map((shape) => [shape.id!, shape] as const),
  );
  const byName = new Map<string, NamedOperation>();
  for (const one of operations) byName.set(one.key, one).set(addressOf(one.operation), one);
  const names = only.flatMap((name) => splitName(name, (one) => schemas.has(one) || byName.has(one)));
  const available = [...Object.keys(objectAt(objectAt(document.root['components'])['schemas'])), ...byName.keys()];
  const unknown = names.filter((name) => !schemas.has(name) && !byName.has(name));
  if (unknown.length > 0) {
    const otherwise = 'Name schemas, and operations by their operationId or as in "GET /books".';
    throw new UnknownShapeError(
      unknown.map((name) => unknownName('schema or operation', name, available, otherwise)).join('\n'),
    );
  }
  return {
    shapes: [...schemas].flatMap(([id, shape]) => (names.includes(id) ? [shape] : [])),
    operations: operations.filter((one) => names.includes(one.key) || names.includes(addressOf(one.operation))),
  };
}

/** Commas separate names, but for those inside a name of the document. */
function splitName(text: string, isKnown: (name: string) => boolean): readonly string[] {
  if (isKnown(text)) return [text];
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** What a file of some shapes says at its head, in words of a command line. */
export const choiceComment = (only: readonly string[]): string =>
  `// Holds what is named here, and what that contains: ${escapeControls(only.map((name) => `--only ${quoteWord(name)}`).join(' '))}`;

const quoteWord = (word: string) =>
  /^[\w.,/:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
