import type { ServerResponse } from 'node:http';
import { digestFields } from '../../routing/changes/check-sealed.js';
import type { AnswerParts } from '../../routing/changes/operation.js';
import type { Passage } from '../../routing/changes/passage.js';
import { isJson } from '../../routing/table/responses.js';

/** Empty where the bytes are in none. */
export function codingOf(res: ServerResponse): string {
  const coding = res.getHeader('Content-Encoding');
  return coding === undefined ? '' : String(coding).replace(/^identity$/i, '');
}

/** Whether a media type is one of some, or JSON as one of them is. */
export const isOneOf = (type: string, mediaTypes: readonly string[]) => {
  const [essence = ''] = type.toLowerCase().split(';');
  return mediaTypes.some((one) => {
    const [known = ''] = one.toLowerCase().split(';');
    return known.trim() === essence.trim() || (isJson(known) && isJson(essence));
  });
};

/** The headers that changes may read. */
export function declaredHeaders(res: ServerResponse, { headers }: Passage): AnswerParts['headers'] {
  if (headers.length === 0) return {};
  const sent = headers.filter((name) => res.hasHeader(name));
  return Object.fromEntries(sent.map((name) => [name, [res.getHeader(name)!].flat().join(', ')]));
}

/** The bytes are others now. */
export function removeDigests(res: ServerResponse): void {
  for (const name of digestFields) res.removeHeader(name);
}

/** Puts what changes have made of a head on its response. */
export function placeHeaders(res: ServerResponse, answer: AnswerParts, lowered: AnswerParts): void {
  res.statusCode = lowered.status;
  if (lowered.status !== answer.status) res.statusMessage = '';
  for (const name of Object.keys(answer.headers)) if (lowered.headers[name] === undefined) res.removeHeader(name);
  for (const [name, value] of Object.entries(lowered.headers))
    if (answer.headers[name] !== value) res.setHeader(name, value);
}
