import { isObject, type Json, objectAt } from '../../json/json.js';
import { isRefusalOfVersion, type ReadExchange } from '../exchange.js';
import { isUndeclaredRefusal } from '../ordinary-refusals.js';
import { declaresStatus, isOfApplication, ownParameters } from '../promised-api.js';
import { tellsSecret } from '../redact.js';
import { refusesMethod } from './method-rules.js';
import type { VerifyRule } from './rule.js';
import { escapePattern } from '../../text/escape.js';

const faults = new Set([500, 501, 505]);

const refusals = new Set([400, 405, 406, 415, 422]);

/** What a request is answered with. */
export const statusRules: readonly VerifyRule[] = [
  {
    id: 'server-error',
    level: 'error',
    summary: 'No request makes the server fail: a 5xx other than 500 may be declared.',
    find: ({ kind, operation, answer: { status }, mistake }) =>
      status < 500 ||
      ((kind === 'head' || (kind === 'options' && operation.server !== 'svckit')) && refusesMethod(status)) ||
      (!faults.has(status) && declaresStatus(operation, status))
        ? []
        : [`status ${status}${mistake === undefined ? '' : ` for a request with a mistake (${mistake})`}.`],
  },
  {
    id: 'status-undeclared',
    level: 'error',
    summary: 'The version declares every status that it answers.',
    find: (reading) => {
      const {
        kind,
        declared,
        operation,
        answer: { status },
      } = reading;
      // An answer to OPTIONS belongs to the address, and a 5xx is another rule's.
      if (declared || status >= 500 || kind === 'options') return [];
      // Where the path names the version, an unknown one is another address.
      if (kind === 'unknown-version' && operation.of.scheme?.sharesPaths === false && status === 404) return [];
      if (isRefusalOfVersion(reading) || isUndeclaredRefusal(reading) || (kind === 'head' && refusesMethod(status)))
        return [];
      const names = Object.keys(objectAt(operation.node['responses'])).filter((name) => !name.startsWith('x-'));
      return [`status ${status} is not declared. Declared: ${names.join(', ') || 'none'}.`];
    },
  },
  {
    id: 'valid-refused',
    level: 'error',
    summary:
      'A request that the version allows is not refused for its form; an info where the refusal names no part of the request.',
    find: (reading) => {
      const { kind, answer } = reading;
      if (kind !== 'valid' || !refusals.has(answer.status)) return [];
      const named = namedPart(reading);
      // An application refuses in words of its own, also for reasons beside the form: "Email mismatch".
      if (named !== null && !isOfApplication(reading.operation))
        return [`a request that fits the version is refused with ${answer.status}: ${named}`];
      const message = `a request that fits the version is refused with ${answer.status}.`;
      return answer.status === 405 ? [message] : [{ message, level: 'info' }];
    },
  },
  {
    id: 'invalid-accepted',
    level: 'error',
    summary: 'A request that the version forbids is refused.',
    find: ({ kind, answer: { status }, mistake }) =>
      kind === 'invalid' && status < 400
        ? [`a request that the version forbids is answered with ${status}: ${mistake}.`]
        : [],
  },
  {
    id: 'credentials-ignored',
    level: 'error',
    summary: 'A request without the credentials that the version requires is refused.',
    // An application may describe credentials that only some of its operations need; svckit does not check them.
    find: ({ kind, operation, answer: { status } }) =>
      kind === 'no-credentials' && status < 400 && !isOfApplication(operation)
        ? [`a request without credentials is answered with ${status}.`]
        : [],
  },
];

/** What a refusal says about a part of the request; null for one that may have other reasons, such as the state of something. */
function namedPart({ body, request, operation }: ReadExchange): string | null {
  if (body.kind !== 'json') return null;
  const names = [...ownParameters(operation).map(({ name }) => name), ...membersOf(request.body)];
  // Nobody can make up a password or a token that is right.
  const sent = names.filter((name) => !tellsSecret(name));
  const words = textsOf(body.value).filter(([place]) => place !== 'instance' && place !== 'type');
  const isNamed = ([, text]: readonly [string, string]) =>
    sent.some((name) => new RegExp(`(?<![\\w])${escapePattern(name)}(?![\\w])`, 'i').test(text));
  const named = words.filter(isNamed).map(([, text]) => text);
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

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
