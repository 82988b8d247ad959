import type { Level } from './level.js';

/** A line of a source file. */
export interface Source {
  readonly file: string;
  readonly line: number;
}

/** How much a problem matters. */
export type Severity = Level;

/** Something wrong with a declaration: what, where, and the sentence with the fix. */
export interface BootProblem {
  /** A stable kebab-case id. */
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source | null;
  /** `UsersController.list`, where the problem belongs to a handler. */
  readonly handler: string | null;
  /** The option of the export file that it is about, such as `prefix`; null where it is about something else. */
  readonly option: string | null;
  /** The version that it is about, where it is about one. */
  readonly apiVersion: string | null;
  /** The id of the change that it is about; null where it is about none. */
  readonly change: string | null;
}

/** Makes a problem, by default an error. */
export function problem(
  id: string,
  message: string,
  fix: string,
  where: Partial<Pick<BootProblem, 'source' | 'handler' | 'option' | 'apiVersion' | 'change' | 'severity'>> = {},
): BootProblem {
  const { source = null, handler = null, option = null, apiVersion = null, change = null, severity = 'error' } = where;
  return Object.freeze({ id, severity, message, fix, source, handler, option, apiVersion, change });
}

/** A problem with its place: its own, else the line of its option in the export file, else that of the service. */
export function locateProblem(one: BootProblem, sourceOf: (option?: string) => Source | null): BootProblem {
  return Object.freeze({ ...one, source: one.source ?? sourceOf(one.option ?? undefined) });
}
