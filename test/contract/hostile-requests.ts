import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import type { ContractDocument, ContractOperation } from './contract-document.js';
import { validRequests } from './request-arbitraries.js';
import type { ContractRequest } from './send-request.js';

/** Text that does not compress, as an index row would. */
function longText(length: number): string {
  const hashes = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  );
  return hashes.join('').slice(0, length);
}

const long = longText(7_000);

/** Text that JSON carries and that a database may refuse. */
const hostileText = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u{10ffff}',
  '\u2028\u0085\x7f\x1b',
  "'; drop table users; --",
  '%00',
  long,
  'é'.repeat(7_000),
  '9'.repeat(400),
  `${long}@example.com`,
  `a@${long}.org`,
  `a@${'b.'.repeat(3_500)}org`,
] as const;

/** What a path or a query carries, percent-encoded. */
const hostileBytes = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%F4%90%80%80',
  '%C0%80',
  '%EF%BB%BF',
  '%E2%80%A8%7F%1B',
  long,
  '%C3%A9'.repeat(1_000),
  '9007199254740993',
  '9'.repeat(400),
  '-1e308',
] as const;

/** Headers that reach a database: as keys, or as what is known about a caller. */
const hostileHeaders: Readonly<Record<string, readonly string[]>> = {
  'x-forwarded-for': [`fe80::1%${long}`, `[fe80::1%${long}]:80`, long, '\xff\xfe', ','.repeat(7_000)],
  'x-api-key': [long, '\xff\x80'],
  'user-agent': [long, '\xff\x80'],
  'idempotency-key': ['"\\""', 'x'.repeat(255), '\xff', `"${'y'.repeat(253)}"`],
  authorization: [`Bearer ${'a%00'.repeat(1_000)}`, 'Bearer %ED%A0%80', `Bearer ${long}`],
  cookie: ['svc.session_token=%00.%00', `svc.session_token=${long}.x`, 'svc.session_token=%ED%A0%80.x'],
  'x-forwarded-host': [long, '\xff'],
  'accept-language': [long],
  traceparent: [`00-${long}`],
};

type Spoil = (request: ContractRequest) => ContractRequest;

/** Requests that the document allows but for one place, which has bytes that some layer may not take. */
export function hostileRequests(
  operation: ContractOperation,
  document: ContractDocument,
  headers: Readonly<Record<string, string>>,
): Arbitrary<ContractRequest> {
  const spoils: Arbitrary<Spoil>[] = [fc.constantFrom(...headerSpoils())];
  const names = (operation.parameters ?? []).filter(
    ({ in: place, schema }) => place !== 'header' && !('const' in schema),
  );
  if (names.length > 0) spoils.push(addressSpoil(operation, names));
  if (operation.requestBody?.content['application/json']) spoils.push(bodySpoil());
  return fc
    .tuple(validRequests(operation, document, headers), fc.oneof(...spoils))
    .map(([request, spoil]) => spoil(request));
}

function headerSpoils(): Spoil[] {
  return Object.entries(hostileHeaders).flatMap(([name, values]) =>
    values.map(
      (value): Spoil =>
        (request) => ({ ...request, headers: { ...request.headers, [name]: value } }),
    ),
  );
}

function addressSpoil(operation: ContractOperation, names: readonly { readonly name: string; readonly in: string }[]) {
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...hostileBytes)).map(
    ([{ name, in: place }, bytes]): Spoil =>
      (request) => {
        const [path = '', query = ''] = request.path.split('?');
        if (place === 'query') {
          const others = query
            .split('&')
            .filter((part) => part !== '' && !part.startsWith(`${encodeURIComponent(name)}=`));
          return { ...request, path: `${path}?${[...others, `${encodeURIComponent(name)}=${bytes}`].join('&')}` };
        }
        const index = operation.path.split('/').indexOf(`{${name}}`);
        return { ...request, path: [path.split('/').with(index, bytes).join('/'), query].filter(Boolean).join('?') };
      },
  );
}

/** Replaces one text of the body, or the name of one member. */
function bodySpoil(): Arbitrary<Spoil> {
  return fc.tuple(fc.constantFrom(...hostileText), fc.nat(), fc.boolean()).map(
    ([text, position, asName]): Spoil =>
      (request) => {
        if (request.body === undefined) return request;
        let count = 0;
        JSON.parse(request.body, (_name, value: unknown) => (typeof value === 'string' && (count += 1), value));
        if (count === 0 || asName)
          return { ...request, body: JSON.stringify({ ...JSON.parse(request.body), [text]: text }) };
        let index = 0;
        const replace = (_name: string, value: unknown) =>
          typeof value === 'string' && index++ === position % count ? text : value;
        return { ...request, body: JSON.stringify(JSON.parse(request.body, replace)) };
      },
  );
}
