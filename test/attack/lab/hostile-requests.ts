import fc, { type Arbitrary } from 'fast-check';
import type { ContractDocument, ContractOperation } from '../../contract/contract-document.js';
import { multipartType } from '../../contract/multipart-arbitrary.js';
import { invalidRequests, validRequests } from '../../contract/request-arbitraries.js';
import type { ContractRequest } from '../../contract/send-request.js';
import { anyCharacter } from '../../any-character.js';

/** Texts that parsers, databases, terminals and file systems have stumbled over. */
const hostileText = fc.oneof(
  fc.constantFrom(
    ...'% %zz %00 / // . \\ ../../etc/passwd ..%2f.. __proto__ constructor NaN -0 1e999 9007199254740993'.split(' '),
    ...'0x10 true null [] {} ${7*7} {{7*7}} \0 a\0b \u{feff} \ud800 \udfff\ud800 \u202e \u001b[2J'.split(' '),
    '',
    ' ',
    '\r\nX-Injected: 1',
    "' or 1=1 --",
    '"; drop table users; --',
    '**/'.repeat(40),
    'x'.repeat(300),
    'x'.repeat(70_000),
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(30),
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

const hostileValue: Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 1.5, 1e308, 2 ** 53, [], [[]], {}, { $gt: '' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 10, max: 3_000 }).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Headers that a service reads, beside those that the documents name. */
const readHeaders = (
  'x-forwarded-for x-api-version idempotency-key authorization cookie if-none-match if-match range accept accept-encoding ' +
  'accept-language content-type content-encoding origin traceparent tracestate x-api-key last-event-id prefer expect'
).split(' ');

/** What a header field can carry (RFC 9110, section 5.5). */
const fieldValue = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 7_000);

/** Requests that a document allows, that it forbids, and that are spoiled in one place, for an operation. */
export function hostileRequests(
  operation: ContractOperation,
  document: ContractDocument,
  headers: Readonly<Record<string, string>>,
): Arbitrary<ContractRequest> {
  const valid = validRequests(operation, document, headers);
  const spoiled = fc.tuple(valid, spoilers).map(([request, spoil]) => spoil(request));
  const invalid = invalidRequests(operation, document, headers);
  return invalid ? fc.oneof(valid, invalid, spoiled, spoiled) : fc.oneof(valid, spoiled);
}

type Spoil = (request: ContractRequest) => ContractRequest;

const spoilers: Arbitrary<Spoil> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...readHeaders), hostileText)
    .map(([name, text]): Spoil => withHeader(name, fieldValue(text))),
  hostileText.map((text): Spoil => withHeader('x-forwarded-for', fieldValue(text.repeat(20)))),
  fc.tuple(fc.nat(5), hostileText).map(
    ([index, text]): Spoil =>
      (request) =>
        spoilSegment(request, index, text),
  ),
  fc.tuple(fc.nat(5), hostileText).map(
    ([index, text]): Spoil =>
      (request) =>
        spoilParameter(request, index, text),
  ),
  fc.tuple(fc.nat(8), hostileValue).map(
    ([index, value]): Spoil =>
      (request) =>
        spoilMember(request, index, value),
  ),
  hostileValue.map(
    (value): Spoil =>
      (request) => ({ ...request, body: JSON.stringify(value) ?? '' }),
  ),
  hostileText.map(
    (text): Spoil =>
      (request) => ({ ...request, body: text }),
  ),
  fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST').map(
    (method): Spoil =>
      (request) => ({ ...request, method }),
  ),
);

const withHeader = (name: string, value: string) => (request: ContractRequest) => ({
  ...request,
  headers: { ...request.headers, [name]: value.trim() },
});

/** Half of a surrogate pair has no percent-encoding; the bytes that WTF-8 gives it do. */
const encode = (text: string) =>
  [...text]
    .map((one) => (/\p{Surrogate}/u.test(one) ? '%ED%A0%80' : encodeURIComponent(one)))
    .join('')
    .slice(0, 8_000);

function spoilSegment(request: ContractRequest, index: number, text: string): ContractRequest {
  const [path = '', query] = request.path.split('?');
  const segments = path.split('/');
  segments[1 + (index % Math.max(1, segments.length - 1))] = encode(text);
  return { ...request, path: query === undefined ? segments.join('/') : `${segments.join('/')}?${query}` };
}

function spoilParameter(request: ContractRequest, index: number, text: string): ContractRequest {
  const [path = '', query = ''] = request.path.split('?');
  const pairs = query.split('&').filter(Boolean);
  const name = pairs[index % Math.max(1, pairs.length)]?.split('=')[0] ?? 'limit';
  return { ...request, path: `${path}?${[...pairs, `${name}=${encode(text)}`].join('&')}` };
}

function spoilMember(request: ContractRequest, index: number, value: unknown): ContractRequest {
  if (request.body === undefined) return request;
  if (request.headers['content-type'] === multipartType)
    return { ...request, body: request.body.replace(/(?<=\r\n\r\n)[^]*/, String(value)) };
  const body = JSON.parse(request.body) as unknown;
  if (typeof body !== 'object' || body === null) return { ...request, body: JSON.stringify(value) ?? '' };
  const names = Object.keys(body);
  const name = names[index % Math.max(1, names.length)] ?? 'name';
  return { ...request, body: JSON.stringify({ ...body, [name]: value }) };
}
