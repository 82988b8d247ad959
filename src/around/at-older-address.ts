import type { OlderAddress, RequestHead } from '../routing/matching/decision.js';
import { pathParameters, queryOf } from '../routing/table/path.js';
import type { AdaptAddress } from './convert/addresses.js';
import { fillPath, isHeld } from './convert/fill-path.js';
import type { NamesVersion } from './name-version.js';
import type { OnwardHead } from './onward.js';

/** OPTIONS at an address that only older versions have, as the application has it. */
export interface AtOlderAddress {
  readonly head: OnwardHead;
  /** Gives fields that list methods those of the older address. */
  readonly adapt: AdaptAddress;
}

const asked = 'access-control-request-method';

/** Such a request, a preflight or not, where the application has the operation. */
export function atOlderAddress(
  { url = '/', headers }: RequestHead,
  { route, newest, values, methods }: OlderAddress,
  names: NamesVersion,
): AtOlderAddress {
  const held = pathParameters(route.path)
    .map((name, position) => [name, values[position]!] as const)
    .filter(([, value]) => isHeld(value));
  const sent = new Map(held);
  // What OPTIONS answers hangs on no value, so any stands for a parameter that the older address lacks.
  const filled = pathParameters(newest.path).map((name) => [name, sent.get(name) ?? held[0]?.[1] ?? '0'] as const);
  const query = queryOf(names.newest({ url, headers }, route).url);
  const path = fillPath(newest.path, Object.fromEntries(filled), url);
  const method = headers[asked];
  const newer = [...methods].find(([, older]) => older === method)?.[0];
  return {
    head: {
      method: 'OPTIONS',
      url: query === '' ? path : `${path}?${query}`,
      headers: newer === undefined ? {} : { [asked]: newer },
    },
    adapt: (field, value) => (listsMethods.has(field.toLowerCase()) ? olderMethods(value, methods) : value),
  };
}

const listsMethods = new Set(['allow', 'access-control-allow-methods']);

function olderMethods(value: string, methods: OlderAddress['methods']): string {
  if (value.trim() === '*') return value;
  const listed = value.split(',').map((one) => one.trim());
  const older = listed.flatMap((one) => (one === 'OPTIONS' ? [one] : (methods.get(one) ?? [])));
  return [...new Set(older)].join(', ');
}
