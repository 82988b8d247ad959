import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { keepHeaders, withHeaders } from './merge-headers.js';

const pairOf = (names: readonly string[], values: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));
const field = fc.oneof(
  pairOf(['Vary', 'vary'], ['Accept', 'Origin, Accept', 'Origin', '*']),
  pairOf(['Link', 'LINK'], ['</a>; rel="next"', '</b>; rel="sunset"']),
  pairOf(['ETag', 'Date', 'Deprecation', 'X-Own'], ['"1"', 'a', 'b']),
);
const isList = (name: string) => /^(?:vary|link)$/i.test(name);
const sent = fc
  .array(field, { maxLength: 6 })
  .map((all) => all.filter(([name], index) => isList(name) || all.findIndex(([one]) => one === name) === index));
const added = fc.uniqueArray(field, { maxLength: 4, selector: ([name]) => name.toLowerCase() });

/** The fields of a response by name, in lower case; the values of one name in their order. */
function fieldsOf(raw: readonly string[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (let index = 0; index < raw.length; index += 2) (fields[raw[index]!.toLowerCase()] ??= []).push(raw[index + 1]!);
  return fields;
}

/** The head that Node would send. */
function written(write: (res: ServerResponse) => void): Record<string, string[]> {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.sendDate = false;
  write(res);
  const [, ...lines] = (res as unknown as { readonly _header: string })._header.trimEnd().split('\r\n');
  const {
    connection: _,
    'transfer-encoding': __,
    ...fields
  } = fieldsOf(lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  return fields;
}

it('a list of headers gets others as a response that keeps them does, and leaves its own', () => {
  const flat = (pairs: readonly (readonly [string, string])[]) => pairs.flat();
  fc.assert(
    fc.property(sent, added, (own, more) => {
      const kept = written((res) => keepHeaders(res, flat(more) as FlatHeaders).writeHead(200, flat(own)));
      const names = more.map(([name]) => name.toLowerCase());
      const others = Object.entries(fieldsOf(flat(own))).filter(([name]) => !names.includes(name));
      const changed = Object.entries(kept).filter(([name]) => names.includes(name));
      const result = fieldsOf(withHeaders(flat(own), flat(more) as FlatHeaders));
      expect(result).toEqual(Object.fromEntries([...others, ...changed]));
    }),
    runs(200),
  );
});
