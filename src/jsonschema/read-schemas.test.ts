import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { followReferences, readSchemas } from './read-schemas.js';

it('merges half a million joined schemas, and keeps those beyond apart', () => {
  const count = 1500;
  const schemas: JsonObject = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `S${index}`,
      { allOf: [...(index + 1 < count ? [{ $ref: `S${index + 1}` }] : []), { properties: { [`p${index}`]: {} } }] },
    ]),
  );
  let followed = 0;
  const target = ({ $ref }: JsonObject): Json | undefined => {
    followed += 1;
    return schemas[String($ref)];
  };
  const { view } = readSchemas({ target, resolve: followReferences(target), ignoresSiblings: false });
  const views = Object.values(schemas).map(view);
  expect(Object.keys(views[0]!.properties)).toHaveLength(count);
  expect(views[0]!.keywords['allOf']).toBeUndefined();
  const apart = views.filter(({ keywords }) => keywords['allOf'] !== undefined);
  expect(apart.length).toBeGreaterThan(count / 2);
  for (const { keywords } of apart)
    expect(Array.isArray(keywords['allOf']) && keywords['allOf'].every(isObject)).toBe(true);
  expect(followed).toBeLessThan(2_000_000);
});
