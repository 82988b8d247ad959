import { createHmac, timingSafeEqual } from 'node:crypto';
import { HttpError } from 'svckit';
import type { ServiceSecret } from '../configuration/service-secret.js';

/** The position of a page walk: the list, its order, and the positions that the next page continues from. */
interface CursorContent {
  readonly list: string;
  readonly order: 'asc' | 'desc';
  readonly positions: readonly number[];
}

/** Writes an opaque cursor: base64url JSON, a dot, and its HMAC-SHA-256 under `key`. */
export function signCursor(key: Buffer, { list, order, positions }: CursorContent): string {
  const content = Buffer.from(JSON.stringify([list, order, ...positions])).toString('base64url');
  return `${content}.${sign(key, content)}`;
}

/** Reads a cursor that `signCursor` wrote with the same key; null for anything else. */
export function readCursor(key: Buffer, cursor: string): CursorContent | null {
  const [content = '', signature = '', ...rest] = cursor.split('.');
  const expected = Buffer.from(sign(key, content));
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [list, order, ...positions] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
    string,
    'asc' | 'desc',
    ...number[],
  ];
  return { list, order, positions };
}

function sign(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url').slice(0, 32);
}

/** Writes and reads the service's page cursors, which clients cannot forge. */
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
    if (content?.list !== list) throw refuse('is not from this list. Leave it out to start at the first page');
    if (content.order !== order)
      throw refuse(`continues in the order ${content.order}. Use order=${content.order}, or leave the cursor out`);
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
