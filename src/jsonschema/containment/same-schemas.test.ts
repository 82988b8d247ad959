import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { allOfMembers } from '../intersect-schemas.js';
import { schemaClasses } from './same-schemas.js';
import type { SchemaSource } from './schema-source.js';

const sourceOf = (schemas: Readonly<Record<string, Json>>): SchemaSource => ({
  target: ({ $ref }) => schemas[String($ref)],
  members: allOfMembers,
  named: () => Object.values(schemas),
  ignoresSiblings: false,
});

/** Schemas in a circle, of which one has a longer text. */
const ring = (count: number, longest = -1): Record<string, JsonObject> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Ring${index}`,
      {
        properties: { next: { $ref: `Ring${(index + 1) % count}` }, text: { maxLength: index === longest ? 9 : 5 } },
        description: `The schema ${index}.`,
      },
    ]),
  );

it('gives circles of several documents that are written alike one number', () => {
  const [one, other] = [sourceOf(ring(1)), sourceOf(ring(7))];
  const { classOf } = schemaClasses([one, other]);
  const numbers = [0, 3, 6].map((index) => classOf(other, { $ref: `Ring${index}` }));
  expect(new Set([classOf(one, { $ref: 'Ring0' }), ...numbers]).size).toBe(1);
});

it('tells apart what is written differently far away', () => {
  const [one, other] = [sourceOf(ring(2000)), sourceOf(ring(2000, 1000))];
  const { classOf } = schemaClasses([one, other]);
  const numbers = Array.from({ length: 2000 }, (_, index) => classOf(other, { $ref: `Ring${index}` }));
  expect(new Set(numbers).size).toBe(2000);
  expect(numbers).not.toContain(classOf(one, { $ref: 'Ring0' }));
});

it('gives schemas that are asked for later the number of those that say the same', () => {
  const source = sourceOf({ Text: { type: 'string', description: 'A text.' }, ...ring(3) });
  const { classOf } = schemaClasses([source]);
  const inline = classOf(source, { items: { type: 'string' }, title: 'Texts' });
  expect(classOf(source, { items: { $ref: 'Text' } })).toBe(inline);
  expect(classOf(source, { items: { type: 'integer' } })).not.toBe(inline);
  expect(classOf(source, { $ref: 'Ring1', description: 'The next one.' })).toBe(classOf(source, { $ref: 'Ring0' }));
  expect([classOf(source, {}), classOf(source, { title: 'Any' })]).toEqual(
    Array.from({ length: 2 }, () => classOf(source, true)),
  );
  expect(classOf(source, false)).not.toBe(classOf(source, true));
});

it('counts a discriminator where that is asked for', () => {
  const source = sourceOf({});
  const [plain, discriminated] = [{ oneOf: [] }, { oneOf: [], discriminator: { propertyName: 'kind' } }];
  const [ignoring, counting] = [schemaClasses([source]), schemaClasses([source], 'counts')];
  expect(ignoring.classOf(source, plain)).toBe(ignoring.classOf(source, discriminated));
  expect(counting.classOf(source, plain)).not.toBe(counting.classOf(source, discriminated));
});
