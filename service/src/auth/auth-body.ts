import type { IncomingHttpHeaders } from 'node:http';
import { AuthRefusal } from './auth-refusal.js';
import { type Members, repeatedMember } from './read-members.js';

/** Levels of arrays and objects; far more than any route reads. */
const deepest = 64;

const refuse = (message: string, code = 'VALIDATION_ERROR') => new AuthRefusal(400, code, message);

const unsupported = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  new AuthRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', message, headers);

/** The text of a body; throws an AuthRefusal (400) for bytes that are not UTF-8 and for a byte order mark (RFC 8259, section 8.1). */
export function decodeBody(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse('The body is not valid UTF-8.', 'INVALID_ENCODING');
  }
  if (text.startsWith('\uFEFF'))
    throw refuse('The body starts with a byte order mark. Send plain UTF-8.', 'INVALID_ENCODING');
  return text;
}

/** Throws an AuthRefusal (415) for a body that is, by its headers, no uncompressed JSON in UTF-8. */
export function refuseOtherType(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? '';
  if (!/^\s*application\/json\s*(;|$)/i.test(type))
    throw unsupported('The body must be JSON. Send Content-Type: application/json.');
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw unsupported('The body must be in UTF-8. Send Content-Type: application/json.');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^identity$/i.test(encoding))
    throw unsupported('The body must not be compressed. Omit Content-Encoding.', { 'Accept-Encoding': 'identity' });
}

/** The members of a body; throws an AuthRefusal (400) for anything but a JSON object whose members are unambiguous. */
export function parseMembers(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('The body is not valid JSON.');
  }
  const members = checkMembers(value);
  const repeated = repeatedMember(text);
  if (repeated !== null) throw refuse(`The body has the member ${JSON.stringify(repeated)} twice.`);
  return members;
}

/** The members of a value; throws an AuthRefusal (400) for what no database can store, and for anything but an object. */
export function checkMembers(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('The body is not a JSON object. Send an object, or no body.');
  for (let level: readonly unknown[] = [value], depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw refuse(`The body has more than ${deepest} levels.`);
    for (const item of level) if (typeof item === 'string') checkText(item);
    level = level.flatMap((item) =>
      Array.isArray(item) ? item : typeof item === 'object' && item !== null ? Object.entries(item).flat() : [],
    );
  }
  for (const name of ['email', 'newEmail']) refuseLongAddress(name, (value as Members)[name]);
  return value as Members;
}

/** A form, whose values no database may refuse; throws an AuthRefusal (400). */
export function checkForm(text: string): string {
  try {
    decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw refuse('The form is not valid UTF-8.', 'INVALID_ENCODING');
  }
  for (const pair of new URLSearchParams(text)) pair.forEach(checkText);
  return text;
}

/** A longer one receives no mail, and fits no index (RFC 5321, section 4.5.3.1.3). */
const longestAddress = 254;

function refuseLongAddress(name: string, address: unknown): void {
  if (typeof address === 'string' && address.length > longestAddress)
    throw refuse(`The member "${name}" is longer than ${longestAddress} characters, which no e-mail address is.`);
}

function checkText(text: string): void {
  if (text.includes('\0')) throw refuse('Text must not contain a NUL character.', 'NUL_CHARACTER');
  if (/\p{Surrogate}/u.test(text)) throw refuse('Text must not contain half of a surrogate pair.', 'INVALID_ENCODING');
}
