import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import type { TypeDeclaration } from './declare-types.js';
import { describeVersion } from './describe-version.js';
import { groupPaths } from './group-paths.js';
import { operationTypeName } from '../text/operation-type-name.js';
import { typeNameGiver } from './identifiers.js';
import { moduleName, moduleWord } from './module-name.js';
import { shareTypes } from './share-types.js';
import { anyCharacter } from '../../test/any-character.js';

/** The grammar of ECMAScript: IdentifierName. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    'class',
    'Client',
    '1',
    '$',
    'Order',
    'Order_2',
    'order-item',
    '😀',
    'ſ',
    '\u200d',
    '__proto__',
    'constructor',
  ),
);

describe('the names of types', () => {
  it('are valid and distinct, whatever they are made from', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.constantFrom('', 'Schema', 'Operation')), { maxLength: 30 }),
        (names) => {
          const give = typeNameGiver();
          const given = names.map(([name, fallback]) => give(name, fallback));
          for (const name of given) expect(name).toMatch(identifier);
          expect(new Set(given).size).toBe(given.length);
          expect(given).not.toContain('class');
          expect(given).not.toContain('Client');
        },
      ),
    );
  });

  it('keep what is a name already', () => {
    const give = typeNameGiver();
    expect(['Order', 'Order', 'order.Item', '1st', 'Größe', 'class'].map((name) => give(name))).toEqual([
      'Order',
      'Order_2',
      'order_Item',
      '_1st',
      'Größe',
      'class_2',
    ]);
  });

  it('of operations say their method and path', () => {
    expect(operationTypeName('GET', '/orders/{orderId}/line-items')).toBe('GetOrdersByOrderIdLineItems');
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST'), anyText, (method, path) => {
        expect(typeNameGiver()(operationTypeName(method, path))).toMatch(identifier);
      }),
    );
  });
});

describe('the types that versions share', () => {
  const declared = (...orders: readonly (readonly [version: string, type: string])[]) =>
    shareTypes(
      orders.map(([version, type]) => {
        const schema = { $ref: '#/components/schemas/Order' };
        const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } };
        const document = { ...documentOf({}), paths: { '/orders': { get: { responses } } } };
        return describeVersion({ version, document: { ...document, components: { schemas: { Order: { type } } } } });
      }),
    ).flatMap(({ name, versions, declared: own }) => (name === 'Order' ? [`${versions.join()} ${own}`] : []));

  it('keep their name, unless two groups of versions have a type of that name', () => {
    expect(declared(['1', 'string'], ['2', 'string'])).toEqual(['0,1 Order']);
    expect(declared(['1', 'string'], ['2', 'string'], ['3', 'number'])).toEqual(['0,1 Order', '2 Order']);
    const groups = [
      ['1', 'string'],
      ['2', 'string'],
      ['3', 'number'],
      ['4', 'number'],
    ] as const;
    expect(declared(...groups)).toEqual(['0,1 Order_v1', '2,3 Order_v3']);
    expect(declared(...groups, ['5', 'boolean'])).toEqual(['0,1 Order_v1', '2,3 Order_v3', '4 Order']);
  });
});

describe('the modules of versions', () => {
  it('have names of their own', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[\w.~-]+$/)), (versions) => {
        const names = [null, ...versions].map(moduleName);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

describe('the groups of paths', () => {
  const pathsArbitrary = fc.dictionary(
    fc.stringMatching(/^\/[a-z{}]{1,6}$/),
    fc.dictionary(fc.constantFrom('get', 'post', 'delete'), fc.constantFrom('string', 'integer'), { minKeys: 1 }),
  );

  it('have each path of each version once, with its own operations', () => {
    fc.assert(
      fc.property(fc.array(pathsArbitrary, { minLength: 1, maxLength: 4 }), (given) => {
        const versions = given.map((paths, index) =>
          describeVersion({ version: String(index + 1), document: documentOf(paths) }),
        );
        const declarations = shareTypes(versions).map((type): TypeDeclaration => ({ type, text: '', requires: false }));
        const groups = groupPaths(declarations, versions);
        expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
        for (const { name } of groups) expect(name).toMatch(identifier);
        given.forEach((paths, version) => {
          const own = groups.filter((group) => group.versions.includes(version)).flatMap((group) => group.paths);
          const found = own.map(({ path, operations }) => [path, operations.map(({ method }) => method).sort()]);
          const expected = Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods).sort()]);
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
          expect(found).toHaveLength(expected.length);
          for (const { operations } of own) for (const { type } of operations) expect(type.versions).toContain(version);
        });
      }),
    );
  });
});

describe('the names of previews', () => {
  /** As `preview()` takes them. */
  const name = fc.stringMatching(/^[a-c][a-c0]*(?:[-._][a-c0]+){0,3}$/);

  it('are distinct parts of identifiers, whatever stands between their words', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 3 }), fc.array(name, { maxLength: 3 }), (some, others) => {
        const [one, other] = [some, others].map((previews) => moduleWord({ version: '1.0', previews }));
        expect(one).toMatch(identifier);
        expect(one === other).toBe(some.join() === others.join());
      }),
      {
        examples: [
          [['a.b'], ['a-b']],
          [['a_b'], ['a-b']],
          [['a', 'b'], ['a-b']],
        ],
      },
    );
  });
});

function documentOf(paths: Readonly<Record<string, Readonly<Record<string, string>>>>): JsonObject {
  const operation = (type: string) => ({
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type } } } } },
  });
  const items = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, type]) => [method, operation(type)])),
  ]);
  return { openapi: '3.1.0', info: { title: 'Any', version: '1' }, paths: Object.fromEntries(items) as JsonObject };
}
