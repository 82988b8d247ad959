import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/property-runs.js';
import { moved } from './moved.js';
import type { Reshape } from './reshape.js';
import { renamed } from './short-forms.js';

const ways = ({ up, down }: Pick<Reshape, 'up' | 'down'>) => ({
  up: up as (value: unknown) => unknown,
  down: down as (value: unknown) => unknown,
});

describe('a member that moved', () => {
  const City = z.object({ id: z.int(), address: z.object({ city: z.string().optional() }) });
  const Place = z.object({
    id: z.int(),
    at: z.object({ x: z.int().optional(), in: z.object({ y: z.int().optional() }) }),
  });

  it('leaves an object behind that the newer schema requires, although all its members are missing', () => {
    const { up, down } = ways(moved(City, { 'address.city': 'city' }));
    expect(up({ id: 1 })).toEqual({ id: 1, address: {} });
    expect(down({ id: 1, address: {} })).toEqual({ id: 1 });
    const deep = ways(moved(Place, { 'at.x': 'x', 'at.in.y': 'y' }));
    expect(deep.up({ id: 1 })).toEqual({ id: 1, at: { in: {} } });
    expect(deep.up({ id: 1, y: 2 })).toEqual({ id: 1, at: { in: { y: 2 } } });
    expect(deep.down({ id: 1, at: { x: 1, in: {} } })).toEqual({ id: 1, x: 1 });
  });

  it('leaves an object that both have as it is, also an empty one', () => {
    const Both = z.object({ city: z.string().optional(), address: z.object({ zip: z.string().optional() }) });
    const { up, down } = ways(moved(Both, { city: 'address.city' }));
    expect(up({ address: { city: 'Bern' } })).toEqual({ city: 'Bern', address: {} });
    expect(down({ address: {} })).toEqual({ address: {} });
  });

  it('may take the place of another that moved', () => {
    const Chain = z.object({ box: z.object({ a: z.int(), b: z.int() }), c: z.int() });
    const { before, ...both } = moved(Chain, { 'box.a': 'x', c: 'box.a' });
    const { up, down } = ways(both as never);
    const [newer, older] = [
      { box: { a: 1, b: 2 }, c: 3 },
      { box: { a: 3, b: 2 }, x: 1 },
    ];
    expect([z.parse(before, older), down(newer), up(older)]).toEqual([older, older, newer]);
  });

  it('is not replaced by an undeclared one of the same name', () => {
    const Loose = z.looseObject({ id: z.int(), address: z.looseObject({ city: z.string().optional() }) });
    const { up, down } = ways(moved(Loose, { 'address.city': 'city' }));
    expect(up({ id: 1, city: 'Bern', address: { city: 'Rome', role: 'admin' }, x: 1 })).toEqual({
      id: 1,
      address: { city: 'Bern' },
      x: 1,
    });
    expect(up({ id: 1, address: { city: 'Rome' } })).toEqual({ id: 1, address: {} });
    expect(down({ id: 1, address: { city: 'Bern', x: 1 }, city: 'Rome' })).toEqual({ id: 1, city: 'Bern' });
    expect(down({ id: 1, address: {}, city: 'Rome' })).toEqual({ id: 1 });
  });

  it('keeps its laws, whichever members are there', () => {
    const text = z.string().optional();
    const Deep = z.object({
      a: text,
      box: z.object({ b: text, inner: z.object({ c: text, d: text }) }),
      other: z.object({ e: text }),
    });
    const places = { 'box.b': 'b', 'box.inner.c': 'other.c', 'box.inner.d': 'box.d', 'other.e': 'e', a: 'box.b' };
    const kept = fc.option(fc.string(), { nil: undefined }).map((own) => own ?? undefined);
    const values = fc.record({
      a: kept,
      box: fc.record({ b: kept, inner: fc.record({ c: kept, d: kept }) }),
      other: fc.record({ e: kept }),
    });
    const paths = fc
      .subarray(Object.keys(places) as (keyof typeof places)[], { minLength: 1 })
      .filter((names) => !names.includes('a') || names.includes('box.b'))
      .filter((names) => names.filter((name) => name.startsWith('box.')).length < 3)
      .filter((names) => !names.includes('other.e') || !names.includes('box.inner.c'))
      .map((names): Record<string, string> => Object.fromEntries(names.map((name) => [name, places[name]])));
    fc.assert(
      fc.property(paths, values, (chosen, drawn) => {
        const value: unknown = JSON.parse(JSON.stringify(drawn));
        const declared = moved(Deep, chosen);
        const { up, down } = ways(declared);
        const older = down(value);
        expect(z.parse(declared.before, older)).toEqual(older);
        expect(up(older)).toEqual(value);
      }),
      runs(200),
    );
  });

  it('does not touch the value', () => {
    const { down } = ways(moved(City, { 'address.city': 'city' }));
    const value = Object.freeze({ id: 1, address: Object.freeze({ city: 'Bern' }) });
    expect(down(value)).toEqual({ id: 1, city: 'Bern' });
  });
});

describe('a member with another name', () => {
  it('is not replaced by an undeclared one of either name', () => {
    const { up, down } = ways(renamed(z.looseObject({ first: z.string().optional() }), { first: 'given' }));
    for (const own of [
      { given: 'Ada', first: 'root' },
      { first: 'root', given: 'Ada' },
    ]) {
      expect(up({ ...own, x: 1 })).toEqual({ first: 'Ada', x: 1 });
      expect(down(up(own))).toEqual({ given: 'Ada' });
    }
    for (const own of [
      { given: 'root', first: 'Ada' },
      { first: 'Ada', given: 'root' },
    ])
      expect(down({ ...own, x: 1 })).toEqual({ given: 'Ada', x: 1 });
    expect([up({ first: 'root' }), down({ given: 'root' })]).toEqual([{}, {}]);
  });

  it('may swap names with another', () => {
    const { up, down } = ways(renamed(z.object({ a: z.int(), b: z.int() }), { a: 'b', b: 'a' }));
    expect([up({ a: 1, b: 2 }), down({ a: 1, b: 2 })]).toEqual([
      { a: 2, b: 1 },
      { a: 2, b: 1 },
    ]);
  });
});
