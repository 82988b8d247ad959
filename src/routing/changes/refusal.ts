import { ChangeError } from './change-error.js';
import type { Maker } from './origins.js';

/** The member of an issue that names the change that made the value, or null where the client sent it. Zod copies no symbols. */
export const madeBy = '~madeBy';
/** The member of an issue that says where in the requested version's value the end of its path is. */
export const olderPlace = '~olderPlace';

export interface Issue {
  /** In the newer value; absent in an issue that Zod has not finished. Zod adds the names of what is around it. */
  readonly path?: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  /** Of a union: those of each option. */
  readonly errors?: unknown;
  [madeBy]?: Maker | null;
  /** `path` stands for the last `behind` names. */
  [olderPlace]?: { readonly behind: number; readonly path: readonly PropertyKey[] };
}

/** Where an issue is in the requested version's value, as far as it is known there. */
export function olderPathOf({ path = [], [olderPlace]: older }: Issue): readonly PropertyKey[] {
  return older ? [...path.slice(0, path.length - older.behind), ...older.path] : path;
}

/** A request that fits its own version, and that a schema on the way to the newest refuses. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly issues: readonly Issue[],
    /** Where the refused value is in the part of the request. */
    readonly path: readonly PropertyKey[] = [],
  ) {
    super(issues[0]?.message ?? 'The value is refused.');
  }
}

/** The same error, at a member of what is converted. */
export const below = (error: unknown, name: PropertyKey): unknown =>
  error instanceof Refusal ? new Refusal(error.issues, [name, ...error.path]) : error;

/** Throws a ChangeError for a type that a change got wrong: the client could not have sent another. */
export function blameChanges(issues: readonly Issue[]): void {
  for (const issue of issues) {
    const maker = issue[madeBy];
    if (maker && isOfType(issue))
      throw new ChangeError(
        maker.change,
        maker.version,
        'up',
        new TypeError(`it returned what the newer schema does not take: ${issue.message}`),
      );
  }
}

/** Whether a value is refused for its type alone. */
export function isOfType({ code, errors }: Issue): boolean {
  if (code === 'invalid_type') return true;
  const options = code === 'invalid_union' ? ((errors ?? []) as readonly (readonly Issue[])[]) : [];
  return options.length > 0 && options.every((issues) => issues.length > 0 && issues.every(isOfType));
}
