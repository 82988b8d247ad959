import fc from 'fast-check';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { writeHead } from './write-head.js';

interface Stored {
  readonly _header: string | null;
  _expect_continue?: boolean;
}

function newResponse(): ServerResponse {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.sendDate = false;
  return res;
}

const headOf = (res: ServerResponse) => (res as ServerResponse & Stored)._header;

/** What Node's own `writeHead` makes of the same, or its error. */
function outcome(write: (res: ServerResponse) => void): unknown {
  const res = newResponse();
  try {
    write(res);
    const { statusCode, statusMessage, shouldKeepAlive } = res;
    return { head: headOf(res), statusCode, statusMessage, shouldKeepAlive };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const decisive = fc.constantFrom('Connection', 'content-length', 'Transfer-Encoding', 'Date', 'Keep-Alive', 'Trailer');
const name = fc.oneof({ weight: 8, arbitrary: token }, { weight: 1, arbitrary: decisive }, fc.string({ maxLength: 4 }));
const value = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[\t\u0020-\u007e\u0080-\u00ff]{0,20}$/) },
  { weight: 2, arbitrary: fc.constantFrom('close', 'keep-alive', 'chunked', '5') },
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const fields = fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => Object.freeze(pairs.flat()));
const status = fc.oneof(fc.constantFrom(200, 201, 204, 304, 404, 500, 599), fc.integer({ min: 100, max: 999 }));

describe('writeHead', () => {
  it('writes what the writeHead of Node writes, twice', () => {
    fc.assert(
      fc.property(status, fields, fields, (code, fixed, own) => {
        const expected = outcome((res) => void res.writeHead(code, [...fixed, ...own]));
        for (let time = 0; time < 2; time++) {
          const written = outcome((res) => writeHead(res, code, fixed, own));
          expect(written).toEqual(expected);
        }
      }),
      runs(400),
    );
  });

  it('prepares what all answers have in common', () => {
    const own = vi.spyOn(ServerResponse.prototype as unknown as { _storeHeader: () => void }, '_storeHeader');
    try {
      writeHead(newResponse(), 200, Object.freeze(['X-Fixed', '1']), ['X-Own', '2']);
      expect(own).toHaveBeenCalledExactlyOnceWith('HTTP/1.1 200 OK\r\nX-Fixed: 1\r\n', ['X-Own', '2']);
    } finally {
      own.mockRestore();
    }
  });

  it('calls a writeHead that somebody has put in place', () => {
    const res = newResponse();
    const replaced = vi.fn<(status: number, fields: string[]) => ServerResponse>(() => res);
    res.writeHead = replaced as unknown as ServerResponse['writeHead'];
    writeHead(res, 200, ['X-Fixed', '1'], ['X-Own', '2']);
    expect(replaced).toHaveBeenCalledExactlyOnceWith(200, ['X-Fixed', '1', 'X-Own', '2']);
  });

  it('closes the connection of a client that waits for 100 Continue, as Node does', () => {
    const expecting = (write: (res: ServerResponse) => void) =>
      outcome((res) => {
        (res as ServerResponse & Stored)._expect_continue = true;
        write(res);
      });
    const fixed = ['X-Fixed', '1'];
    const expected = expecting((res) => void res.writeHead(200, fixed));
    expect(expecting((res) => writeHead(res, 200, fixed, []))).toEqual(expected);
  });

  it('keeps a reason phrase that was set', () => {
    const res = newResponse();
    res.statusMessage = 'Fine';
    writeHead(res, 200, ['X-Fixed', '1'], []);
    expect(headOf(res)).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
  });
});
