import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { addOnWrite } from './add-on-write.js';
import { keepHeaders } from './merge-headers.js';

/** The fields of the head that Node would send, by name; a value of several is one list. */
function written(write: (res: ServerResponse) => void): Record<string, string> {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.sendDate = false;
  write(res);
  const [, ...lines] = (res as unknown as { readonly _header: string })._header.trimEnd().split('\r\n');
  const fields: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', value = ''] = [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)];
    fields[name] = fields[name] === undefined ? value : `${fields[name]}, ${value}`;
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.split(', ').toSorted().join(', ')]),
  );
}

const pairOf = (names: readonly string[], values: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values));
const field = fc.oneof(
  pairOf(['Vary', 'vary'], ['Accept', 'Origin, Accept', 'Origin']),
  pairOf(['Link', 'link'], ['</a>; rel="next"', '</b>; rel="sunset"']),
  pairOf(['ETag', 'Deprecation', 'deprecation', 'X-Own'], ['"1"', 'a', 'b']),
);
const fields = fc.uniqueArray(field, { maxLength: 4, selector: ([name]) => name.toLowerCase() });

it('adds to a head what would have been added before, however it is written', () => {
  fc.assert(
    fc.property(
      fields,
      fields,
      fields,
      fc.constantFrom('object', 'list', 'reason', 'end', 'wrapped'),
      (set, given, more, way) => {
        const write = (res: ServerResponse) => {
          for (const [name, value] of set) res.setHeader(name, value);
          if (way === 'end') for (const [name, value] of given) res.setHeader(name, value);
          if (way === 'list') res.writeHead(200, given.flat());
          else if (way === 'reason') res.writeHead(200, 'Fine', Object.fromEntries(given));
          else if (way === 'end') res.end();
          else res.writeHead(200, Object.fromEntries(given));
        };
        const wrap = (res: ServerResponse) => {
          if (way !== 'wrapped') return;
          const writeHead = res.writeHead.bind(res);
          res.writeHead = ((...all: Parameters<typeof writeHead>) => writeHead(...all)) as never;
        };
        const added = (add: typeof keepHeaders | typeof addOnWrite) =>
          written((res) => {
            wrap(res);
            add(res, more.flat());
            write(res);
          });
        expect(added(addOnWrite)).toEqual(added(keepHeaders));
      },
    ),
    runs(300),
  );
});

it('leaves the object that somebody writes a head from as it is', () => {
  const shared = Object.freeze({ 'Content-Type': 'text/plain', Vary: 'Origin' });
  const head = written((res) => {
    addOnWrite(res, ['Vary', 'X-API-Version']);
    res.writeHead(200, shared);
  });
  expect(head['vary']).toBe('Origin, X-API-Version');
  expect(shared).toEqual({ 'Content-Type': 'text/plain', Vary: 'Origin' });
});

it('unites what several add', () => {
  const head = written((res) => {
    addOnWrite(res, ['Vary', 'X-API-Version']);
    addOnWrite(res, ['Vary', 'Accept', 'Deprecation', '@1']);
    res.writeHead(204, {});
  });
  expect(head).toMatchObject({ vary: 'Accept, X-API-Version', deprecation: '@1' });
});

it('lets Node refuse a second head', () => {
  written((res) => {
    addOnWrite(res, ['Vary', 'X-API-Version']);
    res.writeHead(200, {});
    expect(() => res.writeHead(200, {})).toThrow(expect.objectContaining({ code: 'ERR_HTTP_HEADERS_SENT' }));
  });
});
