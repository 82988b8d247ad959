import type { Level } from '../report/level.js';
import type { Witness } from '../jsonschema/containment/containment.js';
import type { CheckId, FamilyName } from './checks/checks.js';

/** The operation of a finding. */
export interface OperationIdentity {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
  readonly apiVersion: string | null;
}

/** One difference between two documents; method and path are null for what concerns the whole document, or several operations. */
export interface Finding {
  readonly id: CheckId;
  readonly level: Level;
  readonly method: string | null;
  readonly path: string | null;
  readonly operationId: string | null;
  readonly apiVersion: string | null;
  /** The versions that it is about, where it is about several. */
  readonly apiVersions?: readonly string[];
  /** JSON pointer into the revision, or into the base for what was removed, with references written out. */
  readonly pointer: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  /** A value that one side may send and the other refuses, where one shows what the change breaks. */
  readonly witness?: FindingWitness;
  /**
   * Whether it breaks by the letter alone: a value matches several members of a oneOf, or an answer has a member that a closed object does not
   * name. Most servers and clients take such a value.
   */
  readonly isByTheLetter?: true;
  /** The family of checks that found it. */
  readonly family: FamilyName;
  /** The names of a property that seems renamed. */
  readonly renamed?: { readonly from: string; readonly to: string };
  /** The addresses of an operation that a document says has moved: `PUT /users/{id}/name`. */
  readonly moved?: { readonly from: string; readonly to: string };
  /** What to do, where the message does not say all of it. */
  readonly fix?: string;
  /** What changed, if it is not an operation: `schema Order`. */
  readonly component?: string;
  /** How far it reaches, where that is more than one place. */
  readonly reach?: Reach;
  /** The first places that it reaches. */
  readonly places?: readonly FindingPlace[];
  /** Set when it replaces many findings of one check: how many, and a digest that changes when one of them changes. */
  readonly folded?: { readonly results: number; readonly digest: string };
  /** The consumers that it concerns, where consumers are known; empty for none. */
  readonly concerns?: readonly Concern[];
}

/** A consumer that a difference concerns. */
export interface Concern {
  readonly consumer: string;
  /** Those that are in use; empty where it names none. */
  readonly releases: readonly string[];
  /** `src/list.ts:14`, where the evidence names a place. */
  readonly where: string | null;
  /** Whether the evidence shows that the difference breaks it, or only that it calls the operation. */
  readonly isCertain: boolean;
}

/** A witness, and how a parameter or a header is sent with it: `?limit=0`, `X-Count: 0`. */
export interface FindingWitness extends Witness {
  readonly sentAs?: string;
}

/** The operations that a change reaches, and the number of places in them. */
export interface Reach {
  readonly operations: readonly OperationIdentity[];
  readonly places: number;
}

/** A place that a change reaches, and what it means there. */
export type FindingPlace = Pick<Finding, 'id' | 'level' | 'method' | 'path' | 'apiVersion' | 'pointer' | 'message'>;
