import type { ReadOperation } from './read-document.js';

/** Where the pages of a site are, as one of them links to the others. */
export interface PageLinks {
  /** The first page of the shown version. */
  readonly home: string;
  /** What changed from version to version, and the guide to the shown one. */
  readonly changes: string;
  /** The timeline. */
  readonly timeline: string;
  /** The page of the document that holds every version; null where each version has its own. */
  readonly allVersions: string | null;
  readonly document: string;
  /** What a signed-in caller calls; null where calls are not counted or callers are not known. */
  readonly ownUsage: string | null;
  /** The file of a version and the one before. */
  pair(version: string): string;
  /** Without a trailing slash. */
  readonly assets: string;
  operation(slug: string): string;
  schema(name: string): string;
  /** The same page in another version. */
  inVersion(version: string, subject: PageSubject): string;
  /** A page that compares two versions, or with null the page without; null where the site has no such page. */
  comparing(from: string | null, to: string, subject: PageSubject): string | null;
  /** The page of an operation with exactly these previews on, or the first page; null where the site has no such pages. */
  having(previews: readonly string[], key: string | null): string | null;
}

/** What a page of a version is about. */
export type PageSubject =
  | { readonly kind: 'home' }
  | { readonly kind: 'changes' }
  | { readonly kind: 'timeline' }
  | { readonly kind: 'operation'; readonly operation: ReadOperation }
  | { readonly kind: 'schema'; readonly name: string }
  /** What the version does not have: an operation by its key, or anything else. */
  | { readonly kind: 'absent'; readonly key: string | null };

/** What names the operation of a page in every version; null for a page about something else. */
export const keyOf = (subject: PageSubject): string | null =>
  subject.kind === 'operation' ? subject.operation.key : subject.kind === 'absent' ? subject.key : null;
