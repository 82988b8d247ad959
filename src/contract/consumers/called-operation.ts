import { withoutVersion } from '../../openapi/operations/align-operations.js';

/** An operation as a document names it. */
interface DeclaredOperation {
  readonly method: string | null;
  readonly path: string | null;
  readonly apiVersion: string | null;
}

/**
 * Whether a consumer calls an operation: `GET /books/{id}`, or `GET /books/7` of recorded requests. What it calls has no version in its path,
 * and the names of parameters do not matter. Everybody calls what has no method.
 */
export function isCalled(called: string, { method, path, apiVersion }: DeclaredOperation): boolean {
  if (method === null || path === null) return true;
  const space = called.indexOf(' ');
  if (called.slice(0, space) !== method) return false;
  const own = called.slice(space + 1).split('/');
  return [path, withoutVersion(path, apiVersion)].some((declared) => {
    const segments = declared.split('/');
    return (
      segments.length === own.length &&
      segments.every((segment, position) => segment === own[position] || segment.startsWith('{'))
    );
  });
}
