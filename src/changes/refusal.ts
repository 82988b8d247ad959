import { shareClass } from '../report/share-class.js';
import type { RefusedValue } from '../schema/type-failure.js';
import type { Maker } from './origins.js';

/** The member of an issue that names the change that made the value, or null where the client sent it. Zod copies no symbols. */
export const madeBy = '~madeBy';
/** The member of an issue that says where in the requested version's value the end of its path is. */
export const olderPlace = '~olderPlace';

export interface Issue extends RefusedValue {
  /** In the newer value; absent in an issue that Zod has not finished. Zod adds the names of what is around it. */
  readonly path?: readonly PropertyKey[];
  readonly message: string;
  /** Of a union: those of each option. */
  readonly errors?: readonly (readonly Issue[])[];
  [madeBy]?: Maker | null;
  /** `path` stands for the last `behind` names. */
  [olderPlace]?: { readonly behind: number; readonly path: readonly PropertyKey[] };
}

/** Where an issue is in the requested version's value, as far as it is known there. */
export function olderPathOf({ path = [], [olderPlace]: older }: Issue): readonly PropertyKey[] {
  return older ? [...path.slice(0, path.length - older.behind), ...older.path] : path;
}

/** The answer that a change gives instead of a conversion. */
export interface GivenAnswer {
  /** 400 to 499. */
  readonly status: number;
  readonly detail: string;
}

/** A request that fits its own version, and that a change or a schema on the way to the newest refuses. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly issues: readonly Issue[],
    /** Where the refused value is in the part of the request. */
    readonly path: readonly PropertyKey[] = [],
    /** null for a refusal of a schema. */
    readonly answer: GivenAnswer | null = null,
  ) {
    super(issues[0]?.message ?? 'The value is refused.');
  }
}
shareClass(Refusal, 'refusal');

/** The same error, at a member of what is converted. */
export const below = (error: unknown, name: PropertyKey): unknown =>
  error instanceof Refusal ? new Refusal(error.issues, [name, ...error.path], error.answer) : error;

/** What a change threw on the way up. The member that it refuses gets the path that `olderPath` gives, and none for null. */
export function inOlderWords(
  error: unknown,
  olderPath: (path: readonly PropertyKey[]) => readonly PropertyKey[] | null,
): unknown {
  if (!isGiven(error)) return error;
  const issues = error.issues.map(({ path = [], ...issue }) => ({
    ...issue,
    path: (path.length > 0 && olderPath(path)) || [],
  }));
  return new Refusal(issues, error.path, error.answer);
}

/** Whether a change refused, rather than a schema. */
export const isGiven = (error: unknown): error is Refusal & { readonly answer: GivenAnswer } =>
  error instanceof Refusal && error.answer !== null;
