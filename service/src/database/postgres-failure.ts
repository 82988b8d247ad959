import { DatabaseUnavailable, OutcomeUnknown } from './database-unavailable.js';

/** Why a statement failed: the connection is lost, the server's disk takes no writes, it declined for now, or the statement is wrong. */
export type PostgresFailure = 'lost' | 'trouble' | 'declined' | 'wrong';

/** SQLSTATE classes of a connection that ended (08, 57P and 25P03), and socket errors. */
const lost = /^(08|57P|25P03|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EAI_AGAIN|ENOTFOUND)/;
const lostMessages = /connection (terminated|error)|not queryable|client was closed/i;

/** A full disk (53100), a read-only server (25006), I/O errors (58) and damage (XX001, XX002). */
const trouble = /^(53100|25006|58|XX00[12])/;

/** Resources (53), cancelled (57014), lock and transaction conflicts (55P03, 40). */
const declined = /^(53|57014|55P03|40)/;

export function classifyFailure(error: Error & { readonly code?: string }): PostgresFailure {
  const { code = '' } = error;
  if (error instanceof NoAnswer || lost.test(code) || lostMessages.test(error.message)) return 'lost';
  if (trouble.test(code)) return 'trouble';
  return declined.test(code) ? 'declined' : 'wrong';
}

/** A statement waited for longer than it may. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** pg refuses these itself, so that they never reach the server. */
const unsent = /not queryable|client was closed/i;
const reading = /^\s*(select|show|values|begin|start|set|savepoint|release|rollback)\b/i;
const commit = /^\s*commit\b/i;

/** The error of a connection that was lost during a statement: a commit, or a change without a transaction, may have taken effect. */
export function lossError(
  text: string,
  { inTransaction }: { readonly inTransaction: boolean },
  cause: Error,
): DatabaseUnavailable | OutcomeUnknown {
  const changes = commit.test(text) || (!inTransaction && !reading.test(text));
  return changes && !unsent.test(cause.message) ? new OutcomeUnknown(cause) : new DatabaseUnavailable(cause);
}
