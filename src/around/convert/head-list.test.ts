import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { type AnswerHead, HeadList } from './head-list.js';

const name = fc.constantFrom('ETag', 'etag', 'Vary', 'Set-Cookie', 'set-cookie', 'X-Own');
const text = fc.constantFrom('a', 'b', '"1"', '7');
const sent = fc.array(fc.tuple(name, text), { maxLength: 6 });
type Use = (head: AnswerHead) => unknown;
const use: fc.Arbitrary<Use> = fc.oneof(
  name.map(
    (one): Use =>
      (head) =>
        head.getHeader(one),
  ),
  name.map(
    (one): Use =>
      (head) =>
        head.hasHeader(one),
  ),
  name.map(
    (one): Use =>
      (head) =>
        head.removeHeader(one),
  ),
  fc.tuple(name, fc.oneof(text, fc.integer({ min: 0, max: 9 }), fc.array(text, { minLength: 1, maxLength: 2 }))).map(
    ([one, value]): Use =>
      (head) =>
        void head.setHeader(one, value),
  ),
);

function newResponse(): ServerResponse {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.sendDate = false;
  return res;
}

/** What Node sends for a response with fields, by their names. */
function written(res: ServerResponse): Record<string, string[]> {
  if (!res.headersSent) res.writeHead(res.statusCode);
  const [start, ...lines] = (res as unknown as { readonly _header: string })._header.trimEnd().split('\r\n');
  const fields: Record<string, string[]> = { start: [start!] };
  for (const line of lines) {
    const [one = '', value = ''] = line.split(': ');
    (fields[one.toLowerCase()] ??= []).push(value);
  }
  return fields;
}

const listOf = (pairs: readonly (readonly [string, string])[]) => new HeadList(200, 'Fine', pairs.flat());

function responseOf(pairs: readonly (readonly [string, string])[]): ServerResponse {
  const res = newResponse();
  res.statusMessage = 'Fine';
  for (const [one, value] of pairs) res.appendHeader(one, value);
  return res;
}

/** Node keeps what it was given; texts are what it sends. */
const asSent = (value: unknown) => (typeof value === 'number' ? String(value) : [value].flat());

describe('a head that is a list', () => {
  it('is read, changed and written as that of a response of Node', () => {
    fc.assert(
      fc.property(sent, fc.array(use, { maxLength: 8 }), (pairs, uses) => {
        const [list, response] = [listOf(pairs), responseOf(pairs)];
        for (const one of uses) expect([asSent(one(list))].flat()).toEqual([asSent(one(response))].flat());
        const res = newResponse();
        list.writeOn(res);
        expect(written(res)).toEqual(written(response));
      }),
      runs(200),
    );
  });

  it('adds to what a response has already', () => {
    const res = newResponse();
    res.setHeader('Vary', 'Origin');
    listOf([
      ['Vary', 'Accept'],
      ['ETag', '"1"'],
    ]).writeOn(res);
    expect(written(res)).toMatchObject({ start: ['HTTP/1.1 200 Fine'], vary: ['Origin', 'Accept'], etag: ['"1"'] });
  });
});
