import { injectableName } from '../../wiring/token.js';
import { NEXT } from '../../text/version-order.js';
import type { Change } from '../../changes/change.js';
import { areOne } from '../../changes/frozen.js';
import { type OperationChange, operationChangesOf } from '../changes/operation.js';
import { schemaInWords } from '../../changes/schema-name.js';
import type { Versions } from '../../changes/known-versions.js';
import { type Preview, previewsOf } from './preview.js';

interface SharedWithNext {
  readonly preview: Preview;
  /** The change of what is not released. */
  readonly other: Change;
  /** The schemas and operations that both change. */
  readonly shared: readonly string[];
}

/** The previews and the changes that are not released which change one schema or operation. */
export function sharedWithNext(versions: Versions): readonly SharedWithNext[] {
  const changes = versions.list.find(({ version }) => version === NEXT)?.changes ?? [];
  return previewsOf(versions).flatMap((preview) =>
    changes.flatMap((other) => {
      const reshapes = preview.change?.reshapes ?? [];
      const operations = preview.change ? operationChangesOf(preview.change) : [];
      const schemas = other.reshapes
        .map(({ trees }) => trees.after)
        .filter((after) => reshapes.some(({ trees }) => areOne(trees.after, after) || areOne(trees.before, after)));
      const named = operationChangesOf(other).filter((one) => operations.some(isSameOperation(one)));
      const shared = [...schemas.map(schemaInWords), ...named.map(operationName)];
      return shared.length > 0 ? [{ preview, other, shared }] : [];
    }),
  );
}

export const isSameOperation = (one: OperationChange) => (other: OperationChange) =>
  one.handler === other.handler && one.controller() === other.controller();

/** `BooksController.list`. */
export const operationName = ({ controller, handler }: OperationChange) => `${injectableName(controller())}.${handler}`;
