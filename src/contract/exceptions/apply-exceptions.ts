import type { Finding } from '../../diff/finding.js';
import type { AlteredChange } from '../../laws/compare-changes.js';
import { versionsOf } from '../../report/result.js';
import { type ContractException, type ExceptionProblem, matchesText, placeKey } from './parse-exceptions.js';

/** What an exception can accept: a difference between contracts, or a released change that is no longer what it was. */
export type Exceptable = Finding | AlteredChange;

/** A finding that does not count, and its exception. */
export interface Suppression {
  readonly finding: Exceptable;
  readonly exception: ContractException;
  /** Whether the change that needs the exception also adds it, or lets it apply longer. */
  readonly approvesItself: boolean;
}

export interface AppliedExceptions {
  readonly remaining: readonly Exceptable[];
  readonly suppressed: readonly Suppression[];
  /** Exceptions that expired, match no error or warning, or lack an approval. */
  readonly problems: readonly ExceptionProblem[];
}

/** Who may accept a finding: entries that are merged already, or those of the same change too. */
export interface Approval {
  /** The entries of the base. */
  readonly approved: readonly ContractException[];
  /** Whether an entry counts that the same change adds. */
  readonly acceptsNew: boolean;
}

/** Separates the findings with a valid exception on a day (YYYY-MM-DD) from the others. */
export function applyExceptions(
  findings: readonly Exceptable[],
  exceptions: readonly ContractException[],
  asOf: string,
  { approved, acceptsNew }: Approval,
): AppliedExceptions {
  const isExpired = ({ expires }: ContractException) => expires < asOf;
  const isNew = (one: ContractException) =>
    !approved.some((other) => placeKey(other) === placeKey(one) && other.expires >= one.expires);
  const valid = exceptions.filter((exception) => !isExpired(exception));
  const pairs = findings.flatMap((finding) => {
    const exception = findException(valid, finding);
    return exception ? [{ finding, exception, approvesItself: isNew(exception) }] : [];
  });
  const suppressed = pairs.filter(({ approvesItself }) => acceptsNew || !approvesItself);
  const used = new Set(pairs.map(({ exception }) => exception));
  const refused = new Set(pairs.filter((pair) => !suppressed.includes(pair)).map(({ exception }) => exception));
  const excepted = new Set(suppressed.map(({ finding }) => finding));
  return {
    remaining: findings.filter((finding) => !excepted.has(finding)),
    suppressed,
    problems: exceptions.flatMap((exception) => {
      if (isExpired(exception)) return [expired(exception)];
      if (refused.has(exception)) return [notApproved(exception)];
      if (used.has(exception)) return [];
      return [acceptsNew ? unmatched(exception) : waiting(exception)];
    }),
  };
}

/** The exception that accepts a finding, with all the places that it reaches. Information needs none. */
function findException(exceptions: readonly ContractException[], finding: Exceptable): ContractException | null {
  return finding.level === 'info' ? null : (exceptions.find((one) => matches(one, finding)) ?? null);
}

/** What is folded is accepted as it was: another result in it makes another finding. */
function matches({ id, versions, method, path, pointer, folded }: ContractException, place: Exceptable): boolean {
  return (
    matchesText(id, place.id) &&
    matchesVersions(versions, place) &&
    matchesText(method, place.method) &&
    matchesText(path, place.path) &&
    matchesText(pointer, place.pointer) &&
    matchesText(folded, ('folded' in place && place.folded?.digest) || null)
  );
}

function matchesVersions(versions: readonly string[] | null, place: Exceptable): boolean {
  if (versions === null) return place.apiVersion === null;
  const own = versionsOf(place);
  const isNamed = (version: string | null) => versions.some((one) => matchesText(one, version));
  return own.length === 0 ? isNamed(null) : own.every(isNamed);
}

function expired({ id, expires, owner, line }: ContractException): ExceptionProblem {
  return {
    id: 'exception-expired',
    line,
    message: `The exception for ${id} expired on ${expires}.`,
    fix: `Ask ${owner} to fix the finding, then remove the entry.`,
  };
}

function unmatched(exception: ContractException): ExceptionProblem {
  return {
    id: 'exception-unmatched',
    line: exception.line,
    message: `The exception for ${placeOf(exception)} matches no finding.`,
    fix: 'Remove the entry, or copy version, method, path and pointer from the report.',
  };
}

function notApproved(exception: ContractException): ExceptionProblem {
  return {
    id: 'exception-not-approved',
    line: exception.line,
    message: `The exception for ${placeOf(exception)} approves itself: this change adds the entry that it needs.`,
    fix: 'Merge the entry in a change of its own first, where its owner approves it.',
  };
}

/** Where exceptions are approved first, an entry is there before its change. */
function waiting(exception: ContractException): ExceptionProblem {
  return {
    id: 'exception-unmatched',
    level: 'info',
    line: exception.line,
    message: `The exception for ${placeOf(exception)} waits for its change until ${exception.expires}.`,
    fix: 'Remove the entry once the change is merged.',
  };
}

const placeOf = ({ id, method, path }: ContractException) => (method === null ? id : `${id} at ${method} ${path}`);
