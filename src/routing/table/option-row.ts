import type { BootProblem } from '../../report/boot-problem.js';

/** What a value may be, and the sentence that says what to write instead of another one. */
export interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly fix: string;
}

/** The members of an object by name, or of the objects in a list: null for one that has no check here. */
type Members = Readonly<Record<string, Check | null>>;

export interface OptionRow extends Partial<Check> {
  /** What several members have to be together. */
  readonly together?: Check;
  /** 'any' for the objects of other libraries, and where an app chooses the names. */
  readonly members?: Members | 'any';
  /** Finds the problems of an option whose problems have ids of their own. */
  readonly find?: (value: unknown) => readonly BootProblem[];
  /** The id of its problems; `invalid-option` by default. */
  readonly id?: string;
}

type MemberOf<T> = T extends (...given: never[]) => unknown
  ? never
  : T extends abstract new (
        ...given: never[]
      ) => unknown
    ? never
    : T extends readonly (infer Entry)[]
      ? MemberOf<Entry>
      : T extends object
        ? keyof T
        : never;

/** The row of an option: a missing member does not compile, and neither does one that the option does not have. */
type RowOf<T> = OptionRow &
  ([MemberOf<T>] extends [never]
    ? { readonly members?: never }
    : { readonly members: 'any' | Readonly<Record<MemberOf<T>, Check | null>> });

/** One row for each option: a missing one does not compile. */
export type Rows<Options> = { readonly [Name in keyof Options]-?: RowOf<NonNullable<Options[Name]>> };
