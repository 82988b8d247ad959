import type { Brownout } from '../changes/brownouts.js';
import type { ExamplesThroughChanges } from '../export/example-through-changes.js';
import type { PageVersion } from '../routing/table/document-options.js';
import type { VersionStep } from './differences.js';
import type { PageLinks, PageSubject } from './links.js';
import type { PageDocument } from './read-document.js';
import type { Language } from './samples.js';

/** What a page compares its document with. */
export interface PageStep extends VersionStep {
  /** null where the same version is compared without previews. */
  readonly version: string | null;
  /** Whether the address names it: the page then shows examples and samples of both. */
  readonly isChosen: boolean;
  /** `version 1` */
  readonly name: string;
  /** The same page there. */
  readonly link: (subject: PageSubject) => string;
}

/** A preview that everybody may use, with the operations of the shown version that it touches. */
export interface PagePreview {
  readonly name: string;
  readonly title: string;
  /** CommonMark. */
  readonly description: string | null;
  readonly link: string | null;
  /** ISO 8601 in UTC; null where it has no end yet. */
  readonly expires: string | null;
  /** Whether the page shows the document with it. */
  readonly isOn: boolean;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    /** Names it in addresses. */
    readonly key: string;
    /** Whether only the preview has it. */
    readonly isNew: boolean;
  }[];
}

/** A version as the switcher names it. */
export interface ShownVersion extends PageVersion {
  /** Whether requests that name no version get it. */
  readonly default: boolean;
  /** Whether it is the highest released one. */
  readonly latest: boolean;
  /** When it was deprecated, ISO 8601 in UTC. */
  readonly since: string | null;
  readonly brownouts: readonly Brownout[];
}

/** What every page of a version is made from. */
export interface PageContent {
  readonly title: string;
  /** null for an API without versions, and where one document holds all of them. */
  readonly version: string | null;
  readonly versions: readonly ShownVersion[];
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Beside the shown version. */
  readonly previews: readonly PagePreview[];
  readonly reading: PageDocument;
  /** From the version before, or from the same one without previews; null for the first one. */
  readonly step: PageStep | null;
  /** A page of more operations and schemas than this lists half as many around its own; the first page lists all. */
  readonly mostListed: number;
  /** How many rows the schemas of an operation take before the rest of named ones is on their own pages. */
  readonly mostRows: number;
  /** How many lines an example of a named schema has on the page of an operation. */
  readonly mostLines: number;
  /** Whether the page of an operation has the form that sends it. */
  readonly hasForm: boolean;
  /** The languages of samples that the page itself writes. */
  readonly languages: readonly Language[];
  readonly links: PageLinks;
  /** What the declared changes make of examples; null where none are declared. */
  readonly examples: ExamplesThroughChanges | null;
  /** The document of another version, where it is at hand. */
  readonly readingOf: (version: string | null) => PageDocument | null;
  /** For the page's script and styles; null where the policy admits files. */
  readonly nonce: string | null;
}
