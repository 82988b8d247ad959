import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globalRegistry } from 'zod/v4';
import { runs } from '../../test/property-runs.js';
import { repository } from '../../test/read-imports.js';
import { isObject, type Json } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import { createContainmentSearch } from '../jsonschema/containment/containment.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { anySchema, anyValue } from '../jsonschema/containment/testing/schemas.js';
import { mapSubschemas } from '../jsonschema/walk-keywords.js';
import { readJsonSchema } from '../schema/describe/read-json-schema.js';
import type { ShapeStyle } from './print-shapes.js';
import { documentOf, openDocument, print, refer, referring } from './testing/documents.js';
import { loadModule } from './testing/load-module.js';

/** The schemas of a module, read back as svckit reads schemas. */
function readBack(schemas: Readonly<Record<string, Json>>, io: 'input' | 'output', style?: ShapeStyle) {
  globalRegistry.clear();
  const { text, printed, shapes } = print(schemas, style);
  const exported = loadModule(text);
  const back: Record<string, Json> = {};
  for (const shape of shapes) {
    const { root, definitions } = readJsonSchema(exported[printed.constants.get(shape)!]!, io);
    const address = (key: string) => refer(definitions[key]?.id ?? `${shape.id}/${key}`).$ref;
    const renamed = (node: unknown): Json =>
      isObject(node)
        ? (mapSubschemas(
            typeof node['$ref'] === 'string' && node['$ref'].startsWith('#/$defs/')
              ? { ...node, $ref: address(tokensOf(node['$ref'])[1]!) }
              : node,
            renamed,
          ) as Json)
        : (node as Json);
    for (const [key, { id, schema }] of Object.entries(definitions)) back[id ?? `${shape.id}/${key}`] = renamed(schema);
    back[`root of ${shape.id}`] = renamed(root);
  }
  return { text, back, exported, printed, shapes };
}

function differences(schemas: Readonly<Record<string, Json>>, io: 'input' | 'output', style?: ShapeStyle) {
  const { text, back } = readBack(schemas, io, style);
  const search = createContainmentSearch({
    base: openDocument(documentOf(schemas)),
    revision: openDocument(documentOf(back)),
  });
  return Object.keys(schemas).flatMap((id) => {
    const nodes = { base: schemas[id]!, revision: back[`root of ${id}`]! };
    const found = search.areEqual(nodes, { direction: 'request', textual: 'no' });
    // What a search finds is a difference once a validator agrees.
    const isConfirmed = (['request', 'response'] as const).some(
      (direction) => search.findRefused(nodes, { direction, textual: 'no' }, 'strict').kind === 'witness',
    );
    const equal = found === false && !isConfirmed ? null : found;
    return equal === true ? [] : [{ id, equal, back: nodes.revision, text }];
  });
}

describe('printed shapes', () => {
  it.each(['input', 'output'] as const)('mean what the schemas mean that they are printed from, as %s', (io) => {
    const tries = runs(100);
    let undecided = 0;
    fc.assert(
      fc.property(anySchema, (schema) => {
        const found = differences({ Book: schema }, io);
        expect(found.filter(({ equal }) => equal === false)).toEqual([]);
        undecided += found.length;
      }),
      tries,
    );
    expect(undecided).toBeLessThan(tries.numRuns / 10);
  });

  it('accept what the schemas accept, and refuse what they refuse where nothing is kept', () => {
    const compile = createOracle();
    const tries = runs(100);
    let exact = 0;
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 20, maxLength: 20 }), (schema, values) => {
        const { exported, printed, text } = readBack({ Book: schema }, 'input');
        const accepts = compile(schema);
        if (!printed.keepsKeywords) exact += 1;
        for (const value of values) {
          const isAccepted = exported['Book']!.safeParse(value).success;
          if (accepts(value)) expect({ value, text, isAccepted }).toEqual({ value, text, isAccepted: true });
          else if (!printed.keepsKeywords)
            expect({ value, text, isAccepted }).toEqual({ value, text, isAccepted: false });
        }
      }),
      tries,
    );
    expect(exact).toBeGreaterThan(tries.numRuns / 3);
  });

  it('refer to each other, also in circles', () => {
    fc.assert(
      fc.property(referring, (schemas) => {
        expect(differences(schemas, 'input').filter(({ equal }) => equal === false)).toEqual([]);
      }),
      runs(50),
    );
  });

  const documents = [
    'contracts/v1.json',
    'fixtures/documents/header.openapi.json',
    'fixtures/documents/story.openapi.json',
  ];
  it.each(documents)('of %s mean what its components mean', (file) => {
    const { components } = JSON.parse(readFileSync(join(repository, file), 'utf8')) as {
      readonly components: { readonly schemas: Readonly<Record<string, Json>> };
    };
    expect(Object.keys(components.schemas).length).toBeGreaterThan(0);
    expect(differences(components.schemas, 'input', { defaults: 'filled' })).toEqual([]);
    expect(differences(components.schemas, 'output')).toEqual([]);
  });
});
