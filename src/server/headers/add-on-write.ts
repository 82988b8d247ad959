import { ServerResponse } from 'node:http';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { isTouched, mergeHeaders, unitedOf, type WriteHead, writeKept } from './merge-headers.js';

type Write = (this: ServerResponse, ...given: readonly unknown[]) => unknown;

const addedKey = Symbol('svckit.added');

/** The headers that a head gets, and the `writeHead` that the response had. */
interface Added {
  readonly headers: FlatHeaders;
  readonly writeHead: Write;
}

type Adding = ServerResponse & { [addedKey]?: Added };

/**
 * Adds headers to the head of a response when somebody writes it: to `Link` and `Vary` they add, and the others are set where absent. A response
 * without headers on it takes a shorter way through Node than one with some.
 */
export function addOnWrite(res: ServerResponse, headers: FlatHeaders): void {
  const adding = res as Adding;
  const earlier = adding[addedKey];
  if (earlier !== undefined) {
    adding[addedKey] = { ...earlier, headers: [...earlier.headers, ...headers] };
    return;
  }
  adding[addedKey] = { headers, writeHead: res.writeHead as Write };
  res.writeHead = writeWithAdded as never;
}

/** One function for all responses: to make and call one for each would cost more than what it does. */
function writeWithAdded(this: Adding, status: number, reason?: unknown, given?: unknown): unknown {
  const { headers, writeHead } = this[addedKey]!;
  if (!this.headersSent) {
    if (writeHead === own && !isTouched(this)) {
      if (isFields(reason)) return own.call(this, status, listWith(reason, headers));
      if (isFields(given)) return own.call(this, status, reason, listWith(given, headers));
    }
    mergeHeaders(this, headers);
  }
  const rest = [reason, given].filter((one) => one !== undefined);
  return writeKept(this, headers, writeHead.bind(this) as WriteHead, status, rest);
}

const own = ServerResponse.prototype.writeHead as Write;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (given: unknown): given is Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Headers as a flat list, which Node takes too and which is made faster than another object, with others. */
function listWith(given: Fields, headers: FlatHeaders): readonly unknown[] {
  const list: unknown[] = [];
  for (const name of Object.keys(given)) list.push(name, given[name]);
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    const known = valueAt(list, name);
    const unite = known < 0 ? undefined : unitedOf(name);
    if (known < 0) list.push(name, value);
    else if (unite !== undefined) list[known] = unite(String(list[known]), value);
  }
  return list;
}

/** The index of the value of a name; negative where a list does not have it. */
function valueAt(list: readonly unknown[], name: string): number {
  for (let index = 0; index < list.length; index += 2) {
    const one = list[index] as string;
    if (one.length === name.length && (one === name || one.toLowerCase() === name.toLowerCase())) return index + 1;
  }
  return -1;
}
