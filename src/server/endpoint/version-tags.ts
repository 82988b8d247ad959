import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from '../../routing/table/route.js';

/** The entity tag of an answer in a version: `"a1"` becomes `"a1--v1"`, because it is another representation (RFC 9110, section 8.8.3). */
export const versionedTag = (tag: string, version: string): string =>
  /^(?:W\/)?".*"$/s.test(tag) ? `${tag.slice(0, -1)}--v${version}"` : tag;

/** How the version of a request came to be, and what it has. */
interface VersionedRequest {
  readonly route: Route;
  readonly isOlder: boolean;
  /** Whether answers of the version have tags of their own. */
  readonly isConverted: boolean;
  /** Whether the request names its version itself. */
  readonly isNamed: boolean;
}

/** What a list that is made of pages leaves out of requests and answers: a tag or a date of one page says nothing of the others. */
export const ofOnePage = {
  request: ['if-none-match', 'if-modified-since'],
  answer: ['ETag', 'Last-Modified'],
} as const;

const tagFields = ['if-match', 'if-none-match'] as const;

/** Whether a request has conditions that `conditionsIn` may change. */
export const hasConditions = (headers: IncomingHttpHeaders): boolean =>
  headers['if-match'] !== undefined ||
  headers['if-none-match'] !== undefined ||
  headers['if-modified-since'] !== undefined;

/**
 * The conditions of a request as what answers it in the newest version takes them, where they differ: with the tags that it made. A date says nothing
 * of the version of a copy (RFC 9110, section 13.1.3), so one is left out where a request whose version comes from elsewhere may have another one.
 */
export function conditionsIn(
  headers: IncomingHttpHeaders,
  { route: { version, differs }, isOlder, isConverted, isNamed }: VersionedRequest,
): Record<string, string | null> {
  const changed: Record<string, string | null> = {};
  if (version === null) return changed;
  if (isOlder || isConverted)
    for (const name of tagFields) {
      const condition = headers[name];
      if (condition === undefined) continue;
      const tags = isConverted ? convertedTags(condition, version) : passedTags(condition, version);
      if (tags !== condition) changed[name] = tags;
    }
  if (differs && !isNamed && headers['if-modified-since'] !== undefined) changed['if-modified-since'] = null;
  return changed;
}

/** A tag of another version must match nothing, so it becomes one that nobody makes. `*` means any tag. */
function convertedTags(condition: string, version: string): string {
  const end = `--v${version}"`;
  return condition.replaceAll(/"([^"]*)"/g, (tag) =>
    tag.endsWith(end) ? `${tag.slice(0, -end.length)}"` : `"of-another-version--${tag.slice(1)}`,
  );
}

/** Of an operation that has no tags of its own in the version: those that others of the version have given stand for the same state. */
const passedTags = (condition: string, version: string) => condition.replaceAll(`--v${version}"`, '"');
