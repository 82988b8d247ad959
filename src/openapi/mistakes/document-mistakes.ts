import { pointerTo } from '../../json/pointer.js';
import type { OpenDocument } from '../open-document.js';
import { listOperations, listWebhooks } from '../operations/list-operations.js';
import type { FoundMistake, MistakeKind } from './document-mistake.js';
import { operationMistakes } from './operation-mistakes.js';
import { pathMistakes } from './path-mistakes.js';
import { securityMistakes } from './security-mistakes.js';
import { valueMistakes } from './value-mistakes.js';
import { visitValues } from './visit-values.js';

/** A mistake of a document that its readers can use, and where it is. */
export interface DocumentMistake extends FoundMistake {
  /** The id of its kind, such as `security-scheme-unknown`. */
  readonly id: string;
  /** JSON pointer of its place in the document. */
  readonly pointer: string;
}

/** Every kind of mistake that is looked for. */
export const mistakeKinds: readonly MistakeKind[] = [
  ...securityMistakes,
  ...pathMistakes,
  ...operationMistakes,
  ...valueMistakes,
];

/** The mistakes of a document that do not keep anybody from using it, by kind. */
export function findMistakes(document: OpenDocument): readonly DocumentMistake[] {
  const operations = listOperations(document);
  const searched = {
    document,
    operations,
    allOperations: [...operations, ...listWebhooks(document).values()],
    values: visitValues(document),
  };
  return mistakeKinds.flatMap(({ id, find }) =>
    find(searched).map((found) => Object.freeze({ ...found, id, pointer: pointerTo(found.tokens) })),
  );
}

/** The first mistake of each kind, and how many there are of it. */
export function firstOfEachKind(
  mistakes: readonly DocumentMistake[],
): readonly { readonly mistake: DocumentMistake; readonly count: number }[] {
  return mistakeKinds.flatMap(({ id }) => {
    const own = mistakes.filter((one) => one.id === id);
    return own.length === 0 ? [] : [{ mistake: own[0]!, count: own.length }];
  });
}
