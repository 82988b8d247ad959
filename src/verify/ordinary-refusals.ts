import { objectAt } from '../json/json.js';
import type { CaseKind } from './case.js';
import type { Exchange } from './exchange.js';

const malformed = [400, 404, 406, 411, 413, 414, 415, 422, 431];

/** How a healthy service refuses a request that was made to be refused, by what the request shows. */
const refusals: Readonly<Partial<Record<CaseKind, readonly number[]>>> = {
  invalid: malformed,
  'unknown-version': [400, 404, 406],
  'no-version': [400, 404, 406],
  'no-credentials': [401, 403, 404],
  'unknown-name': [400, 403, 404, 422],
  again: [400, 404, 409, 412, 422],
};

/** Whether a request is refused as it has to be, by an operation that declares no refusal at all: its document leaves them out. */
export function isUndeclaredRefusal({
  kind,
  operation,
  answer: { status },
  isMadeUp,
}: Pick<Exchange, 'kind' | 'operation' | 'answer' | 'isMadeUp'>): boolean {
  const ordinary = kind === 'valid' && isMadeUp ? [404] : (refusals[kind] ?? []);
  if (!ordinary.includes(status)) return false;
  return !Object.keys(objectAt(operation.node['responses'])).some((name) => /^(?:4|default$)/i.test(name));
}
