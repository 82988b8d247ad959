import type { Json } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { countOf } from '../../text/join-words.js';
import type { Difference } from './compare-values.js';

/** A difference as a sentence; `status` is that of both answers. Values with the name of a secret are not shown. */
export function describeDifference(
  { place, kind, before, now }: Difference,
  status: number,
  isSecret: (name: string) => boolean,
): string {
  if (place === 'status') return `the status was ${show(before)} before, and is ${show(now)} now.`;
  const name = place.startsWith('/') ? (tokensOf(place).findLast((token) => token !== '*') ?? '') : place.slice(7);
  const isHidden = isSecret(name);
  const values = isHidden ? 'it has another value' : `it was ${show(before)} before, and is ${show(now)} now`;
  const what = place.startsWith('/') ? `the body of ${status}` : `the answer ${status}`;
  switch (kind) {
    case 'lost':
      return `${what} lacks ${place}, which was there before.`;
    case 'added':
      return `${what} has ${place}, which was not there before.`;
    case 'type':
      return `${what} differs at ${place}: it was ${typeName(before)} before, and is ${typeName(now)} now.`;
    case 'length':
      return `${what} differs at ${place}: it had ${items(before)} before, and has ${items(now)} now.`;
    case 'order':
      return `${what} differs at ${place}: the items are in another order.`;
    case 'value':
      return `${what} differs at ${place}: ${values}.`;
  }
}

const longest = 80;

function show(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const items = (value: Json | undefined) => countOf((value as readonly Json[]).length, 'item');

function typeName(value: Json | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const names: Readonly<Record<string, string>> = { object: 'an object', string: 'a text', number: 'a number' };
  return names[typeof value] ?? String(value);
}
