import type { Awaitable } from '../awaitable.js';
import type { DeclaredChange } from '../changes/declared-changes.js';
import type { Route } from './route.js';

/** The `info` of the documents (OpenAPI 3.1, section 4.8.2). */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
}

/** A version in the switch of the explorer page. */
export interface PageVersion {
  readonly version: string;
  /** Address of the page for that version. */
  readonly url: string;
  readonly documentUrl: string;
  readonly current: boolean;
  /** The day on which it was released, YYYY-MM-DD; null where nothing says it. */
  readonly released: string | null;
  readonly deprecated: boolean;
  /** ISO 8601, when every route of the version has one: the last of them. */
  readonly sunset: string | null;
  /** What it changed, as declared with `defineVersions`; absent where it declares nothing. */
  readonly changes?: readonly DeclaredChange[];
}

/** The input of an explorer page renderer. */
export interface PageOptions {
  readonly title: string;
  readonly documentUrl: string;
  /** null when the API has no versions. */
  readonly version: string | null;
  readonly versions: readonly PageVersion[];
  /** Put it on the page's scripts and styles: the Content-Security-Policy allows no others. */
  readonly nonce: string;
  readonly routes: readonly Route[];
  /** Where the page's files are served, without a trailing slash. */
  readonly assetsUrl: string;
}

/** What serves and describes the documents and the explorer page. */
export interface DocumentOptions {
  /** `openapi.json` by default. */
  readonly path?: string;
  /** `docs` by default. */
  readonly docsPath?: string;
  /** Whether the routes of the document and the page are part of the API: in documents, lock files and lists. false by default. */
  readonly listed?: boolean;
  readonly info?: DocumentInfo;
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** Writes the HTML of a page of your own instead of the explorer page. */
  readonly render?: (options: PageOptions) => Awaitable<string>;
}
