import type { OpenApiDocument, Operation } from '../document/open-api.js';

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The id of its place in the page: the viewer's own, so that one link leads to either. */
  readonly anchor: string;
}

export interface TagGroup {
  readonly tag: string;
  readonly operations: readonly ListedOperation[];
}

/** Every operation below its first tag, in the order of the document. */
export function listOperations({ paths, tags }: OpenApiDocument): readonly TagGroup[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => 'responses' in operation)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map(({ name }) => ({
    tag: name,
    operations: all
      .filter(({ operation }) => operation.tags?.[0] === name)
      .map((listed) => ({
        ...listed,
        anchor: `operations-${name.replaceAll(' ', '_')}-${listed.operation.operationId}`,
      })),
  }));
}
