import { HttpError } from 'svckit';
import type { ServiceSecret } from '../configuration/service-secret.js';
import { type CursorContent, readCursor, signCursor } from './signed-cursor.js';

/** Writes and reads the service's page cursors, which nobody else can make. */
export class PageCursors {
  readonly #secret: ServiceSecret;
  #key: Buffer | null = null;

  constructor(secret: ServiceSecret) {
    this.#secret = secret;
  }

  write(content: CursorContent): string {
    return signCursor(this.#signingKey, content);
  }

  /** The positions in a cursor of this list and order; refuses any other with 400. */
  read(cursor: string, { list, order }: Pick<CursorContent, 'list' | 'order'>): readonly number[] {
    const content = readCursor(this.#signingKey, cursor);
    if (content?.list !== list)
      throw refuse('is not one that this list answered; leave it out to start at the first page');
    if (content.order !== order)
      throw refuse(`goes on in the order ${content.order}; ask with order=${content.order}, or leave the cursor out`);
    return content.positions;
  }

  get #signingKey(): Buffer {
    return (this.#key ??= this.#secret.derive('page-cursor'));
  }
}

function refuse(message: string): HttpError {
  return new HttpError(400, `The cursor ${message}.`, {
    code: 'validation-failed',
    errors: [{ in: 'query', path: 'cursor', message: `The cursor ${message}.`, code: 'invalid_cursor' }],
  });
}
