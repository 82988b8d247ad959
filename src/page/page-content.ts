import type { PageVersion } from '../routing/table/service-options.js';
import type { VersionStep } from './differences.js';
import type { PageLinks } from './links.js';
import type { PageDocument } from './read-document.js';

/** What every page of a version is made from. */
export interface PageContent {
  readonly title: string;
  /** null for an API without versions, and where one document holds all of them. */
  readonly version: string | null;
  readonly versions: readonly PageVersion[];
  readonly reading: PageDocument;
  /** From the version before; null for the first one. */
  readonly step: (VersionStep & { readonly previous: string }) | null;
  readonly links: PageLinks;
  /** For the page's script and styles; null where the policy admits files. */
  readonly nonce: string | null;
}
