import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import { joinWords } from '../../text/join-words.js';

export function hasBody(req: IncomingMessage): boolean {
  return (req.headers['content-length'] ?? '0') !== '0' || req.headers['transfer-encoding'] !== undefined;
}

/** Whether a media type is one of those listed, where `image/*` stands for all of its kind. */
export function isOneOf(type: string, listed: readonly string[]): boolean {
  return listed.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))));
}

/** Refuses a body of another media type, in another charset than UTF-8 or compressed, with 415. `isText`: the charset counts. */
export function requireType(req: IncomingMessage, mediaTypes: readonly string[], isText: boolean): void {
  const given = req.headers['content-type'] ?? '';
  const type = given.split(';', 1)[0]!.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(given)?.[1] ?? 'utf-8';
  if (!isOneOf(type, mediaTypes) || (isText && !/^utf-?8$/i.test(charset))) {
    const names = joinWords(mediaTypes, 'or');
    const sent = given ? `Content-Type ${given}` : 'no Content-Type';
    throw new HttpError(415, `The request has ${sent}. Send ${names}${isText ? ' in UTF-8' : ''}.`);
  }
  requireUncompressed(req);
}

export function requireUncompressed(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || /^identity$/i.test(encoding)) return;
  throw new HttpError(
    415,
    `Unsupported Content-Encoding ${encoding}. Send the body without compression.`,
    {},
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}
