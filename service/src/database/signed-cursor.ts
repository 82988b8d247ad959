import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a page walk stands: which list, in which order, and the positions that the next page leads on from. */
export interface CursorContent {
  readonly list: string;
  readonly order: 'asc' | 'desc';
  readonly positions: readonly number[];
}

/** Writes an opaque cursor: base64url JSON, a dot, and its HMAC-SHA-256 under `key`. */
export function signCursor(key: Buffer, { list, order, positions }: CursorContent): string {
  const content = Buffer.from(JSON.stringify([list, order, ...positions])).toString('base64url');
  return `${content}.${sign(key, content)}`;
}

/** Reads a cursor that `signCursor` wrote under the same key; null for anything else. */
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
