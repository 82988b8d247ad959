import type { Finding } from '../diff/finding.js';
import type { ThawedChange } from '../laws/compare-changes.js';
import type { ContractException, ExceptionProblem } from './parse-exceptions.js';

/** What an exception can accept: a difference between contracts, or a released change that is no longer what it was. */
export type Exceptable = Finding | ThawedChange;

/** A finding that does not count, and its exception. */
export interface Suppression {
  readonly finding: Exceptable;
  readonly exception: ContractException;
}

export interface AppliedExceptions {
  readonly remaining: readonly Exceptable[];
  readonly suppressed: readonly Suppression[];
  /** Exceptions that expired or match no error or warning. */
  readonly problems: readonly ExceptionProblem[];
}

/** Separates the findings with a valid exception on a day (YYYY-MM-DD) from the others. */
export function applyExceptions(
  findings: readonly Exceptable[],
  exceptions: readonly ContractException[],
  asOf: string,
): AppliedExceptions {
  const isExpired = ({ expires }: ContractException) => expires < asOf;
  const valid = exceptions.filter((exception) => !isExpired(exception));
  const pairs = findings.map((finding) => ({
    finding,
    exception: valid.find((exception) => matches(exception, finding)),
  }));
  const used = new Set(pairs.map(({ exception }) => exception));
  return {
    remaining: pairs.filter(({ exception }) => !exception).map(({ finding }) => finding),
    suppressed: pairs.flatMap(({ finding, exception }) => (exception ? [{ finding, exception }] : [])),
    problems: exceptions.flatMap((exception) =>
      isExpired(exception) ? [expired(exception)] : used.has(exception) ? [] : [unmatched(exception)],
    ),
  };
}

/** An info finding needs no exception. */
function matches({ id, version, method, path, pointer }: ContractException, finding: Exceptable): boolean {
  return (
    finding.level !== 'info' &&
    finding.id === id &&
    finding.apiVersion === version &&
    finding.method === method &&
    finding.path === path &&
    finding.pointer === pointer
  );
}

function expired({ id, expires, owner, line }: ContractException): ExceptionProblem {
  return {
    id: 'exception-expired',
    line,
    message: `The exception for ${id} expired on ${expires}.`,
    fix: `Ask ${owner} to fix the finding, then remove the entry.`,
  };
}

function unmatched({ id, method, path, line }: ContractException): ExceptionProblem {
  const place = method === null ? '' : ` at ${method} ${path}`;
  return {
    id: 'exception-unmatched',
    line,
    message: `The exception for ${id}${place} matches no finding.`,
    fix: 'Remove the entry, or copy version, method, path and pointer from the report.',
  };
}
