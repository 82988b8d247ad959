export interface Source {
  readonly file: string;
  readonly line: number;
}

export type Severity = 'error' | 'warning';

/** Something wrong with a declaration: what, where, and the sentence that mends it. */
export interface Problem {
  /** A stable kebab-case id. */
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly source: Source | null;
  /** `UsersController.list`, where the problem belongs to a handler. */
  readonly handler: string | null;
}

export function problem(
  id: string,
  message: string,
  fix: string,
  where: { readonly source?: Source | null; readonly handler?: string | null; readonly severity?: Severity } = {},
): Problem {
  const { source = null, handler = null, severity = 'error' } = where;
  return Object.freeze({ id, severity, message, fix, source, handler });
}

/** The one line in which a problem is shown, by `svc check` and by a server that refuses to start. */
export function problemLine({ id, severity, message, fix, source }: Problem): string {
  const place = source ? `${source.file}:${source.line} ` : '';
  return `${place}${severity} ${id}: ${message} ${fix}`;
}
