import { digestFields } from '../../routing/changes/check-sealed.js';
import type { AnswerParts } from '../../routing/changes/operation.js';
import type { Passage } from '../../routing/changes/passage.js';
import { isJson } from '../../routing/table/responses.js';
import type { AnswerHead } from './head-list.js';

/** Empty where the bytes are in none. */
export function codingOf(head: AnswerHead): string {
  const coding = head.getHeader('Content-Encoding');
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
export function declaredHeaders(head: AnswerHead, { headers }: Passage): AnswerParts['headers'] {
  if (headers.length === 0) return {};
  const sent = headers.filter((name) => head.hasHeader(name));
  return Object.fromEntries(sent.map((name) => [name, [head.getHeader(name)!].flat().join(', ')]));
}

/** The bytes are others now. */
export function removeDigests(head: AnswerHead): void {
  for (const name of digestFields) head.removeHeader(name);
}

/** Puts what changes have made of an answer on its head. */
export function placeHeaders(head: AnswerHead, answer: AnswerParts, lowered: AnswerParts): void {
  head.statusCode = lowered.status;
  if (lowered.status !== answer.status) head.statusMessage = '';
  if (lowered.headers === answer.headers) return;
  for (const name of Object.keys(answer.headers)) if (lowered.headers[name] === undefined) head.removeHeader(name);
  for (const [name, value] of Object.entries(lowered.headers))
    if (answer.headers[name] !== value) head.setHeader(name, value);
}
