import type { Finding } from '../diff/finding.js';
import type { ContractException, ExceptionProblem } from './parse-exceptions.js';

/** A finding that does not count, and who said so. */
export interface Suppression {
  readonly finding: Finding;
  readonly exception: ContractException;
}

export interface AppliedExceptions {
  readonly remaining: readonly Finding[];
  readonly suppressed: readonly Suppression[];
  /** Exceptions that are expired, or that no error or warning answers to. */
  readonly problems: readonly ExceptionProblem[];
}

/** Takes from the findings what is excepted on a day (YYYY-MM-DD). */
export function applyExceptions(
  findings: readonly Finding[],
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

/** What needs no exception has none. */
function matches({ id, version, method, path, pointer }: ContractException, finding: Finding): boolean {
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
    message: `The exception from ${id} ended on ${expires}.`,
    fix: `${owner} mends what it excepts, or takes the entry out.`,
  };
}

function unmatched({ id, method, path, line }: ContractException): ExceptionProblem {
  const place = method === null ? '' : ` at ${method} ${path}`;
  return {
    id: 'exception-unmatched',
    line,
    message: `The exception from ${id}${place} meets no finding.`,
    fix: 'Take the entry out, or copy version, method, path and pointer from the report.',
  };
}
