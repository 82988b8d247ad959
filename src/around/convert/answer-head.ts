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

/** Whether a media type is one of some, of a range among them, or (unless it must be the same) JSON as one of them is. */
export const isOneOf = (type: string, mediaTypes: readonly string[], isLoose = true) => {
  const essence = essenceOf(type);
  return mediaTypes.some((one) => {
    const known = essenceOf(one);
    if (known === essence) return true;
    return isLoose && (coversType(known, essence) || (isJson(known) && isJson(essence)));
  });
};

const essenceOf = (type: string) => type.toLowerCase().split(';', 1)[0]!.trim();

/** Whether a range such as `application/*` covers a media type. */
function coversType(range: string, type: string): boolean {
  const [kind = '', subtype = ''] = range.split('/');
  const [own = '', ownSubtype = ''] = type.split('/');
  return (kind === '*' || kind === own) && subtype.startsWith('*') && ownSubtype.endsWith(subtype.slice(1));
}

/** Whether an answer is read as JSON: text is so where its schema is no text. */
export const isReadable = (type: string) => isJson(type) || /^text\/(?:json|plain)\b/i.test(type);

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
