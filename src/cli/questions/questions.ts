import type { Asking, OpenedApi } from '../sources/open-api.js';
import type { ServiceChoice } from '../sources/open-service.js';
import type { askForChecks } from './ask-for-checks.js';
import type { askForClient } from './ask-for-client.js';
import type { contractsOf } from '../sources/contracts.js';
import type { askForDocuments } from './ask-for-documents.js';
import type { askForDraft } from './ask-for-draft.js';
import type { askForExplained } from './ask-for-explained.js';
import type { askForFrozen } from './ask-for-frozen.js';
import type { askForGate } from './ask-for-gate.js';
import type { askForLaws } from './ask-for-laws.js';
import type { askForLifecycle } from './ask-for-lifecycle.js';
import type { askForLocks } from './ask-for-locks.js';
import type { askForRelease } from './ask-for-release.js';
import type { askForThrough } from './ask-for-through.js';
import type { askForVerification } from './ask-for-verification.js';

/** Reads from an API what a command needs to know. What goes in and out is JSON, and its code runs where the service was loaded. */
export type Question<Details, Answer> = (api: OpenedApi, details: Details, io: Asking) => Promise<Answer>;

/** What can be asked about an API; some need its service. */
export interface Questions {
  readonly checks: typeof askForChecks;
  readonly client: typeof askForClient;
  readonly contracts: typeof contractsOf;
  readonly documents: typeof askForDocuments;
  readonly draft: typeof askForDraft;
  readonly explained: typeof askForExplained;
  readonly frozen: typeof askForFrozen;
  readonly gate: typeof askForGate;
  readonly laws: typeof askForLaws;
  readonly lifecycle: typeof askForLifecycle;
  readonly locks: typeof askForLocks;
  readonly release: typeof askForRelease;
  readonly through: typeof askForThrough;
  readonly verification: typeof askForVerification;
}

export type DetailsOf<Name extends keyof Questions> = Parameters<Questions[Name]>[1];
export type AnswerTo<Name extends keyof Questions> = Awaited<ReturnType<Questions[Name]>>;

/** A question as it is sent. */
export interface SentQuestion<Name extends keyof Questions = keyof Questions> {
  readonly name: Name;
  readonly choice: ServiceChoice;
  readonly cwd: string;
  /** Of the type of the question, with its contracts packed. */
  readonly details: unknown;
}

/** An answer as it is sent, or why there is none. */
export type SentAnswer =
  | { readonly answer: unknown }
  | { readonly failure: { readonly message: string; readonly exitCode: 1 | 2 } };
