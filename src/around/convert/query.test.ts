import { expect, it } from 'vitest';
import { rewriteCookies, rewriteQuery } from './query.js';

it.each([
  ['what nobody changes stays as it is written', 'a=%20b&c', {}, {}, 'a=%20b&c'],
  ['a value that is the same stays too', 'limit=5&q=a+b', { limit: undefined }, { limit: 5 }, 'limit=5&q=a+b'],
  ['a renamed member is written anew', 'search=a%26b&x=1', { search: undefined }, { q: 'a&b' }, 'x=1&q=a%26b'],
  ['a list repeats its name', 'tags=a', { tags: undefined }, { tags: ['a', 'b'] }, 'tags=a&tags=b'],
  ['a name that every object has is like any other', 'constructor=1', {}, {}, 'constructor=1'],
  ['a member that is gone is left out', 'old=1&old=2', { old: undefined }, { new: undefined }, ''],
  [
    'a number keeps its digits',
    'id=1192715994825625601&x=1.10&limit=05',
    { id: undefined, x: undefined, limit: undefined },
    { id: Number('1192715994825625601'), x: 1.1, limit: 6 },
    'id=1192715994825625601&x=1.10&limit=6',
  ],
  [
    'a number keeps its digits under another name',
    'after=1192715994825625601',
    { after: undefined },
    { cursor: Number('1192715994825625601'), size: 10 },
    'cursor=1192715994825625601&size=10',
  ],
  [
    'what is malformed stays where nobody changes it',
    'x=100%&=%&search=a&?%E9=1',
    { search: undefined },
    { q: 'a' },
    'x=100%&=%&?%E9=1&q=a',
  ],
])('the query: %s', (_, raw, parsed, raised, expected) => {
  expect(rewriteQuery(raw, parsed, raised)).toBe(expected);
});

it.each([
  [
    'others stay as they are written',
    'sid="a=b%20c"; seen=1',
    { seen: undefined },
    { visits: 1 },
    'sid="a=b%20c"; visits=1',
  ],
  [
    'a number keeps its digits',
    'id=1192715994825625601',
    { id: 1 },
    { key: Number('1192715994825625601') },
    'key=1192715994825625601',
  ],
  ['a value is encoded', '', {}, { note: 'a; b' }, 'note=a%3B%20b'],
  [
    'a value that is the same stays as it is written',
    'path=/a/%2F; rate=100%; old=1',
    { path: undefined, rate: undefined, old: undefined },
    { path: '/a//', rate: '100%', new: 1 },
    'path=/a/%2F; rate=100%; new=1',
  ],
])('cookies: %s', (_, raw, parsed, raised, expected) => {
  expect(rewriteCookies(raw, parsed, raised)).toBe(expected);
});

it('a name that comes as often as a body has room for is judged once', () => {
  const raw = Array.from({ length: 200_000 }, (_, index) => `a=${index}`).join('&');
  const values = Array.from({ length: 200_000 }, (_, index) => index);
  expect(rewriteQuery(`${raw}&old=1`, { old: undefined }, { a: values })).toBe(raw);
  expect(rewriteQuery(raw, { a: undefined }, { b: values }).length).toBe(raw.length);
});

it('half of a surrogate pair has no address', () => {
  expect(() => rewriteQuery('', {}, { q: 'a\ud800' })).toThrow(
    'The query parameter q would have half of a surrogate pair',
  );
  expect(() => rewriteCookies('', {}, { q: '\udc00' })).toThrow('The cookie q would have half of a surrogate pair');
});
