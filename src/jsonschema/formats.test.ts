import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { hasFormat, textFormats } from './formats.js';

const ajv = new Ajv2020({ strict: false });
(ajvFormats as unknown as typeof ajvFormats.default)(ajv);
const names = Object.keys(textFormats);

/** Where Ajv reads a format otherwise than its RFC. */
const differs: Readonly<Record<string, (text: string) => boolean>> = {
  // Quoted names, addresses and single labels of a host.
  email: (text) => /^"|@\[|@[^.]*$|\.$/.test(text) || text.length > 64,
  uuid: (text) => text.startsWith('urn:'),
  // Quotes, colons and fragments; two users, and a port without digits.
  uri: (text) => /["#]|:.*:|:(?:$|\?)|@.*@|\/\/:/.test(text),
  'uri-reference': (text) => /["#]|^[^/]*:|:.*:|@.*@|\/\/:/.test(text),
  hostname: (text) => text.endsWith('.'),
  // Hours without minutes in an offset, and seconds right behind hours.
  'date-time': (text) => /[+-]\d\d$/.test(text),
  time: (text) => /[+-]\d\d$/.test(text),
  duration: (text) => /H\d+S/.test(text),
};

describe.each(names)('the format %s', (name) => {
  const { example, samples, misfits, length } = textFormats[name]!;
  const inAjv = ajv.compile({ type: 'string', format: name });

  it('has texts that have it, and texts that do not, in Ajv too', () => {
    for (const text of [example, ...samples]) {
      expect([text, hasFormat(name, text), inAjv(text)]).toEqual([text, true, true]);
      expect(text.length).toBeGreaterThanOrEqual(length[0]);
      expect(text.length).toBeLessThanOrEqual(length[1]);
    }
    for (const text of misfits) expect([text, hasFormat(name, text), inAjv(text)]).toEqual([text, false, false]);
  });

  it('is what Ajv says of texts that are nearly one', () => {
    const all = names.flatMap((one) => [textFormats[one]!.example, ...textFormats[one]!.samples]);
    const character = fc.constantFrom(...'aAfgzZ0123456789-+:./@[]%?#" TPYMDWHS_~{}é');
    const changed = fc
      .tuple(
        fc.oneof(fc.constantFrom(example, ...samples), fc.constantFrom(...all)),
        fc.nat(40),
        fc.nat(2),
        fc.array(character, { maxLength: 3 }),
      )
      .map(([text, at, length, put]) => text.slice(0, at) + put.join('') + text.slice(at + length));
    fc.assert(
      fc.property(changed, (text) => {
        if (differs[name]?.(text)) return;
        expect([text, hasFormat(name, text)]).toEqual([text, inAjv(text)]);
      }),
      runs(400),
    );
  });
});

it.each([
  ['ftp://ftp.is.co.za/rfc/rfc1808.txt', true],
  ['ldap://[2001:db8::7]/c=GB?objectClass?one', true],
  ['mailto:John.Doe@example.com', true],
  ['tel:+1-816-555-1212', true],
  ['telnet://192.0.2.16:80/', true],
  ['urn:oasis:names:specification:docbook:dtd:xml:4.1.2', true],
  ['a:#b', true],
  ['http://a:b', false],
  ['http://[::1/', false],
  ['2021-12-31T23:59:59Z', false],
  ['http://a/"b"', false],
])('reads URIs as RFC 3986 does: %s', (text, isOne) => {
  expect([hasFormat('uri', text), hasFormat('uri-reference', text)]).toEqual([isOne, isOne]);
});

it('knows nothing of other formats', () => {
  expect([hasFormat('iban', 'x'), hasFormat('constructor', 'x')]).toEqual([null, null]);
});
