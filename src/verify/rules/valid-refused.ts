import { isObject, type Json } from '../../json/json.js';
import type { Reading } from '../exchange.js';
import { tellsSecret } from '../redact.js';
import { ownParameters } from '../promised-api.js';
import type { VerifyRule } from './rule.js';

const refusals = new Set([400, 405, 406, 415, 422]);

export const validRefused: VerifyRule = {
  id: 'valid-refused',
  level: 'error',
  summary:
    'A request that the version allows is not refused for its form; an info where the refusal names no part of the request.',
  find: (reading) => {
    const { kind, answer } = reading;
    if (kind !== 'valid' || !refusals.has(answer.status)) return [];
    const named = namedPart(reading);
    // A mounted application refuses in words of its own, also for reasons beside the form: "Email mismatch".
    if (named !== null && reading.operation.server !== 'mounted')
      return [`a request that fits the version is refused with ${answer.status}: ${named}`];
    const message = `a request that fits the version is refused with ${answer.status}.`;
    return answer.status === 405 ? [message] : [{ message, level: 'info' }];
  },
};

/** What a refusal says about a part of the request; null for one that may have other reasons, such as the state of something. */
function namedPart({ body, request, operation }: Reading): string | null {
  if (body.kind !== 'json') return null;
  const names = [...ownParameters(operation).map(({ name }) => name), ...membersOf(request.body)];
  // Nobody can make up a password or a token that is right.
  const sent = names.filter((name) => !tellsSecret(name));
  const words = textsOf(body.value).filter(([place]) => place !== 'instance' && place !== 'type');
  const isNamed = ([, text]: readonly [string, string]) =>
    sent.some((name) => new RegExp(`(?<![\\w])${escape(name)}(?![\\w])`, 'i').test(text));
  const named = words.filter(isNamed).map(([, text]) => text);
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function membersOf(body: string | undefined): readonly string[] {
  try {
    const value: unknown = JSON.parse(body ?? 'null');
    return isObject(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** Every text in a value, with the member that holds it. */
function textsOf(value: Json, place = ''): readonly (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsOf(item, place));
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => textsOf(member ?? null, name)) : [];
}
