import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json } from '../json/json.js';
import { compatibility, type CompatibilityMode, type CompatibilityPolicy } from './compatibility.js';

const holds = (older: Json, newer: Json, mode: CompatibilityMode, policy?: CompatibilityPolicy) =>
  compatibility(older, newer, mode, policy).map(({ found }) => found.holds);

const name = { type: 'string' };
const person = { type: 'object', properties: { name }, required: ['name'] };
const tagged = (tag: Json): Json => ({ ...person, properties: { name, tag }, required: ['name', 'tag'] });

describe('compatibility', () => {
  it('is backward for a new required member with a default, which the reader fills in', () => {
    const closed = { ...person, additionalProperties: false };
    const tagClosed = (tag: Json): Json => ({ ...(tagged(tag) as object), additionalProperties: false });
    expect(holds(closed, tagClosed({ type: 'string' }), 'backward')).toEqual([false]);
    expect(holds(closed, tagClosed({ type: 'string', default: '' }), 'full')).toEqual([true, false]);
    expect(holds(person, tagged({ type: 'string', default: '' }), 'full')).toEqual([false, true]);
    expect(holds(person, tagged({ type: 'string', default: '' }), 'full', 'lenient')).toEqual([true, true]);
    expect(
      holds(person, { ...(tagged({ $ref: '#/$defs/Tag' }) as object), $defs: { Tag: { default: 'a' } } }, 'backward'),
    ).toEqual([true]);
  });

  it('reads an open object as Confluent does, and a lenient one as one that sends what its schema names', () => {
    const nickname: Json = { ...person, properties: { name, nick: { type: 'string' } } };
    expect(compatibility(person, nickname, 'full').map(({ found }) => found)).toEqual([
      { holds: false, witness: { name: '', nick: expect.anything() }, why: expect.stringContaining('nick') },
      { holds: true },
    ]);
    // Whoever no longer names a member takes what was written of it.
    expect(holds(nickname, person, 'full')).toEqual([true, false]);
    expect(holds(person, nickname, 'full', 'lenient')).toEqual([true, true]);
    expect(holds(person, { ...person, properties: { name, nick: {} } }, 'full')).toEqual([true, true]);
    const nested = (inner: Json): Json => ({ type: 'array', items: { anyOf: [inner, { type: 'null' }] } });
    expect(holds(nested(person), nested(nickname), 'full')).toEqual([false, true]);
    expect(holds(nested(person), nested(nickname), 'full', 'lenient')).toEqual([true, true]);
    expect(holds({ ...person, additionalProperties: { type: 'integer' } }, nickname, 'backward')).toEqual([false]);
    expect(
      holds(
        { ...person, additionalProperties: false },
        { ...(nickname as object), additionalProperties: false },
        'full',
      ),
    ).toEqual([true, false]);
  });

  it('is forward where old readers take what new writers write', () => {
    expect(holds(person, { ...person, required: [] }, 'full')).toEqual([true, false]);
    expect(holds({ type: 'integer' }, { type: 'number' }, 'full')).toEqual([true, false]);
  });

  it('fills in members at any depth and in what contains itself', () => {
    const node = (required: readonly string[]): Json => ({
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          type: 'object',
          properties: { id: { type: 'integer', default: 0 }, next: { $ref: '#/$defs/Node' } },
          required,
        },
      },
    });
    expect(holds(node([]), node(['id']), 'backward')).toEqual([true]);
    expect(
      holds({ type: 'array', items: person }, { type: 'array', items: tagged({ default: 1 }) }, 'backward'),
    ).toEqual([true]);
  });

  it('is not certain where what is filled in counts', () => {
    const newer: Json = { ...(tagged({ type: 'string', default: '' }) as object), maxProperties: 1 };
    expect(holds({ ...person, maxProperties: 1 }, newer, 'backward')).toEqual([false]);
  });

  it('agrees with Ajv, which fills in defaults', () => {
    const leaf = fc.constantFrom<Json>(
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { enum: ['a', 'b'] },
    );
    const withDefault = leaf.map(
      (schema): Json => ({
        ...(schema as object),
        default: 'enum' in (schema as object) || (schema as { type: string }).type === 'string' ? 'a' : 1,
      }),
    );
    const member = fc.oneof(leaf, withDefault);
    const object = (inner: fc.Arbitrary<Json>) =>
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), inner),
          needs: fc.nat(),
        })
        .map(
          ({ properties, needs }): Json => ({
            type: 'object',
            properties,
            required: Object.keys(properties).filter((_, index) => (needs >> index) % 2 === 1),
            additionalProperties: false,
          }),
        );
    const schema = object(fc.oneof(member, member, object(member)));
    const value = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.constantFrom('a', 'z', 1, 1.5),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'z', 1, 1.5)),
      ),
    );
    const grown = fc.tuple(schema, member, fc.boolean()).map(([older, added, isRequired]): readonly [Json, Json] => {
      const { properties, required, ...rest } = older as { properties: object; required: string[] };
      return [
        older,
        { ...rest, properties: { ...properties, d: added }, required: isRequired ? [...required, 'd'] : required },
      ];
    });
    const pairs = fc.oneof(grown, fc.tuple(schema, schema));
    const counted = { compatible: 0, refused: 0 };
    fc.assert(
      fc.property(pairs, fc.array(value, { maxLength: 30 }), ([older, newer], values) => {
        const [{ found } = { found: { holds: null } as const }] = compatibility(older, newer, 'backward');
        const writes = new Ajv2020({ strict: false }).compile(older as object);
        const reads = new Ajv2020({ strict: false, useDefaults: true }).compile(newer as object);
        expect(found.holds).not.toBe(null);
        if (found.holds === true) {
          counted.compatible += 1;
          for (const one of values) if (writes(one)) expect(reads(structuredClone(one))).toBe(true);
        } else if (found.holds === false) {
          counted.refused += 1;
          expect(writes(found.witness)).toBe(true);
          expect(reads(structuredClone(found.witness))).toBe(false);
        }
      }),
      runs(40),
    );
    expect(counted.compatible).toBeGreaterThan(1);
    expect(counted.refused).toBeGreaterThan(1);
  });
});
