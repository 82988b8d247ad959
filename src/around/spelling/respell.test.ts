import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import type { Hop } from '../../changes/hop.js';
import { lastWordOf } from '../../changes/last-word.js';
import { moved } from '../../changes/moved.js';
import { passedOn } from '../../changes/parsed-values.js';
import { type Reshape, reshape } from '../../changes/reshape.js';
import { renamed } from '../../changes/short-forms.js';
import { bareThrough, hopsTo, lower, loweringThrough, raise, raisingThrough } from '../../changes/through-hops.js';
import { parseFinite } from '../../json/parse-finite.js';
import { projectionOf } from '../../schema/project.js';
import { textWay } from '../text/text-way.js';
import { placesThrough } from './places.js';
import { respell } from './respell.js';
import { SpelledWorld } from './testing/spelled-worlds.js';
import { expectedText } from './testing/token-oracle.js';

/** The ways of texts between version 3 and version 1 of a schema. */
function waysOf(schema: z.ZodType, ...reshapes: readonly (readonly Reshape[])[]) {
  const [third = [], second = []] = reshapes.map((all, place) =>
    all.map((one, index) => change({ title: `Change ${index} of ${place}`, schemas: [one] })),
  );
  const versions = defineVersions(['1', { version: '2', changes: second }, { version: '3', changes: third }] as never);
  const hops: readonly Hop[] = hopsTo(versions as never, '1');
  const shown = versions.schemaOf(schema, '1') as z.ZodType;
  const [lowering, raising] = [loweringThrough(schema, hops), raisingThrough(schema, hops)];
  const [bare, word, project] = [bareThrough(schema, hops), lastWordOf(schema, hops), projectionOf(shown)];
  const parse = (text: string) => parseFinite(text.replace(/^\ufeff/, ''));
  return {
    byText: textWay(schema, hops, shown),
    down: (text: string): string => {
      const value = parse(text);
      const lowered = lower(lowering, value);
      const places = placesThrough(schema, hops, shown, 'down');
      return respell({ text, value }, project ? project(lowered) : lowered, { places, isComputed: false });
    },
    up: (text: string): string => {
      const value = parse(text);
      const parsed = safeParse(bare, value);
      if (!parsed.success) throw parsed.error;
      const result = safeParse(word, passedOn(raise(raising, parsed.data), parsed.data));
      if (!result.success) throw result.error;
      const places = placesThrough(schema, hops, undefined, 'up');
      return respell({ text, value }, result.data, { places, isComputed: false });
    },
  };
}

const Book = z.object({
  id: z.number(),
  title: z.string(),
  price: z.number().optional(),
  more: z.unknown().optional(),
});
const books = () => waysOf(Book, [renamed(Book, { title: 'name' })]);

describe('what no change reads', () => {
  it.each([
    '{"id":1192715994825625601,"title":"A","price":1.10}',
    '{ "price": 1e3, "title": "\\u00e9\\/", "id": -0 }',
    '\ufeff{"id":1E400,"title":"A","more":{"a":1,"a":2.0}}\n',
    '{"id":0.30000000000000004441,"id":2.50,"title":"A"}',
    '{"id":1,"t\\u0069tle":"A"}',
  ])('is copied: %s', (text) => {
    const older = text.replace(/"t(?:\\u0069|i)tle"/, '"name"');
    const { down, up } = books();
    expect(down(text)).toBe(older);
    expect(up(older)).toBe(text.replace('\\u0069', 'i'));
  });

  it('keeps its digits where members change their places', () => {
    const Pair = z.object({ id: z.number(), parent: z.number() });
    const { down, up } = waysOf(Pair, [renamed(Pair, { id: 'parent', parent: 'id' })]);
    const text = '{"id":1192715994825625601,"parent":1192715994825625602}';
    const older = '{"parent":1192715994825625601,"id":1192715994825625602}';
    expect([down(text), up(older)]).toEqual([older, text]);
  });

  it('keeps its digits in another object', () => {
    const Person = z.object({ name: z.string(), address: z.object({ zip: z.number(), city: z.string() }) });
    const { down, up } = waysOf(Person, [moved(Person, { 'address.zip': 'zip' })]);
    const text = '{"name":"A","address":{"zip":1.50,"city":"B"}}';
    expect(down(text)).toBe('{"name":"A","address":{"city":"B"},"zip":1.50}');
    expect(up('{"name":"A","address":{"city":"B"},"zip":1.50}')).toBe('{"name":"A","address":{"city":"B","zip":1.50}}');
  });

  it('keeps its digits two objects deeper', () => {
    const place = z.object({ street: z.object({ house: z.number(), name: z.string() }), city: z.string() });
    const Person = z.object({ name: z.string(), address: place });
    const { down, up } = waysOf(Person, [moved(Person, { 'address.street.house': 'house' })]);
    const older = '{"house":1.50,"address":{"street":{"name":"B"},"city":"C"},"name":"A"}';
    const newer = '{"address":{"street":{"name":"B","house":1.50},"city":"C"},"name":"A"}';
    expect(up(older)).toBe(newer);
    expect(down(newer)).toBe('{"address":{"street":{"name":"B"},"city":"C"},"name":"A","house":1.50}');
  });

  it('keeps its digits where a function gives it another name, place or order', () => {
    const Order = z.object({ id: z.number(), lines: z.array(z.object({ item: z.number(), count: z.number() })) });
    const before = z.object({
      key: z.number(),
      meta: z.object({ id: z.number() }),
      lines: z.array(z.object({ item: z.number(), count: z.number() })),
      items: z.array(z.number()),
    });
    const down = ({ id, lines }: z.output<typeof Order>) => ({
      key: id,
      meta: { id },
      lines: lines.toReversed(),
      items: lines.map(({ item }) => item),
    });
    const ways = waysOf(Order, [reshape(Order, { before, down })]);
    const lines = ['{"item":1192715994825625601,"count":1.0}', '{"item":2192715994825625601, "count":2}'];
    const item = (line: string) => line.match(/\d{19}/)![0];
    expect(ways.down(`{"id":9192715994825625601,"lines":[${lines.join()}]}`)).toBe(
      `{"key":9192715994825625601,"lines":[${lines.toReversed().join()}],"meta":{"id":9192715994825625601},"items":[${lines.map(item).join()}]}`,
    );
  });

  it('takes as much time as the text is long', () => {
    const Many = z.object({
      title: z.string(),
      rows: z.array(z.object({ id: z.number(), tags: z.array(z.string()) })),
    });
    const before = z.object({ name: z.string(), rows: Many.shape.rows });
    const down = ({ title, rows }: z.output<typeof Many>) => ({ name: title, rows: rows.toReversed() });
    const { down: convert } = waysOf(Many, [reshape(Many, { before, down })]);
    const textOf = (count: number) =>
      `{"title":"A","rows":[${Array.from({ length: count }, (_, index) => `{"id":119271599482562${index},"tags":["a","b"]}`).join()}]}`;
    const timeOf = (count: number) => {
      const text = textOf(count);
      const start = process.cpuUsage().user;
      convert(text);
      return process.cpuUsage().user - start;
    };
    timeOf(2_000);
    expect(timeOf(32_000)).toBeLessThan(32 * Math.max(timeOf(4_000), 10_000));
  });
});

/** Shows where two texts begin to differ. */
function expectText(actual: string, expected: string, source: string): void {
  if (actual === expected) return;
  let at = 0;
  while (actual[at] === expected[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  expect({ source, text: part(actual) }).toEqual({ source, text: part(expected) });
}

/** A counterexample is not made smaller: that takes longer than to read it. */
const often = (count: number) => ({ ...runs(count), endOnFailure: true });

describe('a text in another version', () => {
  it('is its own text with other names, down and up, token by token', () => {
    let [byText, all] = [0, 0];
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const world = new SpelledWorld(draw);
        const { schema, newer, older, down, up } = world.sample(3);
        const ways = waysOf(schema, ...world.changes);
        for (let count = 0; count < 5; count += 1) {
          const end = draw(() => fc.constantFrom('', '\n', ' '));
          const text = draw(() => newer) + end;
          expectText(ways.down(text), expectedText(text, down), text);
          const fast = ways.byText?.(text) ?? null;
          if (fast !== null) expectText(fast, expectedText(text, down), text);
          if (fast !== null) byText += 1;
          all += 1;
          const sent = draw(() => older) + end;
          expectText(ways.up(sent), expectedText(sent, up), sent);
        }
      }),
      often(200),
    );
    expect(byText).toBeGreaterThan(all / 10);
  }, 1_800_000);
});
