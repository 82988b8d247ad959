import { HttpError } from '../../routing/table/http-error.js';
import { findMisfits } from '../../schema/find-misfits.js';
import type { Fits } from '../../schema/node.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { RelayParts } from '../relay-parts.js';

/** What the document says of an answer. */
export interface Expected {
  readonly schema: Schema;
  /** Compiled of the schema. */
  readonly fits: Fits;
}

/** Holds what the application answers to one operation against its document. */
export class AnswerJudge {
  readonly #parts: RelayParts;
  #hasMetLimit = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Whether a value fits the document. Counts one that does not, and throws where the options refuse it. */
  judge(value: unknown, { schema, fits }: Expected, subject: string): boolean {
    if (fits(value)) return true;
    const { wrong } = findMisfits(schema, value);
    if (wrong.length === 0) return true;
    const places = wrong.map(({ pointer, message }) => `${pointer || 'the body'}: ${message}`);
    this.#note('misfits', `${subject}: ${places.join('; ')}`);
    if (this.#parts.refusesDrift) throw this.refusal();
    return false;
  }

  /** Counts a status or a media type that the document does not declare. */
  noteUndeclared(detail: string): void {
    this.#note('undeclared', detail);
  }

  /** Counts an answer that cannot be read, and returns the error for it. */
  unusable(detail: string): HttpError {
    this.#note('misfits', detail);
    return this.refusal();
  }

  /** The error for an answer with more bytes than are read; the log names the option, the first time. */
  tooLarge(): HttpError {
    const { operation, answerLimit, logger } = this.#parts;
    if (!this.#hasMetLimit)
      logger().warn(`${operation} answers more than answerLimit, so older versions get 502`, { answerLimit });
    this.#hasMetLimit = true;
    return new HttpError(502, `The answer of ${operation} is too large to be converted.`, { code: 'answer-too-large' });
  }

  refusal(): HttpError {
    return new HttpError(502, `The answer of ${this.#parts.operation} is not what its document says.`, {
      code: 'answer-differs-from-document',
    });
  }

  #note(kind: 'undeclared' | 'misfits', detail: string): void {
    this.#parts.drift.note(kind, this.#parts.operation, detail);
  }
}
