import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { reshape } from '../../changes/reshape.js';
import { type FormLibrary, formLibraries } from '../../changes/testing/foreign-forms.js';
import { type SchemaForm, zodForms } from '../../changes/testing/schema-forms.js';
import { Controller, Post } from '../../routing/declare/verbs.js';
import { createApp } from '../../server/create-app.js';
import type { Schema } from '../../schema/standard-schema.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { Module } from '../../wiring/module.js';
import type { Class } from '../../wiring/metadata.js';
import { compileService } from '../compile-service.js';
import { changeNotReached } from './change-not-reached.js';
import { undescribableSchema } from './undescribable-schema.js';

const repository = resolve(import.meta.dirname, '../../..');

/** What a library calls the two schemas that change. */
type Changed = Omit<FormLibrary, 'name' | 'forms'>;

const zod4: Changed = {
  object: z.object({ id: z.string(), title: z.string() }).meta({ id: 'Named' }),
  olderObject: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(['card', 'transfer']).meta({ id: 'Kind' }),
  olderKind: z.enum(['cc', 'wire']),
  whole: (at) => z.object({ at }),
};
const versionsOf = ({ object, olderObject, kind, olderKind }: Changed) =>
  defineVersions([
    '1',
    {
      version: '2',
      changes: [
        change({
          title: 'New names',
          schemas: [
            reshape(object, {
              before: olderObject,
              down: (({ title, ...rest }: { title: string }) => ({ ...rest, name: title })) as never,
              up: (({ name, ...rest }: { name: string }) => ({ ...rest, title: name })) as never,
            }),
            reshape(kind, {
              before: olderKind,
              down: ((one: string) => (one === 'card' ? 'cc' : 'wire')) as never,
              up: ((one: string) => (one === 'cc' ? 'card' : 'transfer')) as never,
            }),
          ],
        }),
      ],
    },
  ]);

/** A changed schema with a value of both versions. */
interface Leaf {
  readonly name: string;
  readonly schema: Schema;
  readonly newest: unknown;
  readonly older: unknown;
  readonly isText: boolean;
}

const leavesOf = ({ object, kind }: Changed): readonly Leaf[] => [
  { name: 'object', schema: object, newest: { id: 'i', title: 't' }, older: { id: 'i', name: 't' }, isText: false },
  { name: 'enum', schema: kind, newest: 'card', older: 'cc', isText: true },
];

/** A changed schema inside two forms, and what its values are by the table alone. */
interface Nest {
  readonly name: string;
  readonly schema: Schema;
  readonly sent: (leaf: unknown) => unknown;
  readonly held: (leaf: unknown) => unknown;
  readonly leaf: Leaf;
}

function nestsIn(outer: SchemaForm, forms: readonly SchemaForm[], changed: Changed = zod4): readonly Nest[] {
  return [null, ...forms].flatMap((inner) =>
    leavesOf(changed).flatMap((leaf): readonly Nest[] => {
      const isText = leaf.isText && (inner === null || (inner.isText ?? false));
      const needsText = inner?.holds === 'text' || outer.holds === 'text';
      if (inner && leaf.isText !== needsText) return [];
      if (outer.holds === 'text' && !isText) return [];
      if (outer.holds === 'object' && (inner !== null || leaf.isText)) return [];
      if (inner?.holds === 'object' && leaf.isText) return [];
      const sent = (value: unknown) => outer.sent(inner ? inner.sent(value) : value);
      const held = (value: unknown) => (outer.held ?? outer.sent)(inner ? (inner.held ?? inner.sent)(value) : value);
      const whole = (read: (value: unknown) => unknown) => (value: unknown) => ({ at: read(value) });
      try {
        const schema = changed.whole(
          outer.of((inner ? inner.of(leaf.schema as never) : leaf.schema) as never) as never,
        );
        return [
          {
            name: `${outer.name} / ${inner?.name ?? ''} / ${leaf.name}`,
            schema,
            sent: whole(sent),
            held: whole(held),
            leaf,
          },
        ];
      } catch {
        return [];
      }
    }),
  );
}

/** Members in the order of their names, which ArkType sorts too; a Map and a Set as lists. */
function inOrder(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => codeUnitOrder(one, other)));
}

/** What a service does with a nest, in requests and in answers: converted, reported, or what went wrong. */
async function tryNests(nests: readonly Nest[], changed: Changed = zod4) {
  const versions = versionsOf(changed);
  const got = new Map<number, unknown>();
  const controllers = nests.map(({ schema, held, leaf }, index): Class => {
    const body = z.record(z.string(), z.unknown());
    @Controller(`nests/${index}`)
    class Nests {
      @Post('up', { body: schema }) up(input: { readonly body: unknown }) {
        got.set(index, input.body);
      }
      @Post('down', { body, response: { 200: schema } } as never) down() {
        return held(leaf.newest) as never;
      }
    }
    Object.defineProperty(Nests, 'name', { value: `Nest${index}` });
    return Nests;
  });
  @Module({ controllers })
  class Root {}
  const options = { versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions } } as const;
  const silent = { info() {}, warn() {}, error() {} } as never;
  const definition = { root: Root, ...options };
  const { routes, bindings, previews } = compileService(definition);
  const context = {
    definition,
    routes,
    bindings,
    previews,
    versioning: options.versioning,
    asOf: new Date(0),
    shapes: null,
  };
  const found = [changeNotReached, undescribableSchema].flatMap((rule) => rule.find(context));
  const isReported = (index: number, way: 'up' | 'down') =>
    found.some(
      ({ id, handler }) =>
        handler === `Nest${index}.${way}` &&
        (id === 'change-not-reached' || (way === 'down' && id === 'undescribable-schema')),
    );
  const app = await createApp(Root, { ...options, logger: silent });
  const send = async (path: string, body: unknown, version: string) => {
    const headers = { 'content-type': 'application/json', 'x-api-version': version };
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  const results = await Promise.all(
    nests.map(async (nest, index) => {
      const { name, leaf, sent, held } = nest;
      const up = await send(`/nests/${index}/up`, sent(leaf.older), '1');
      const down = await send(`/nests/${index}/down`, {}, '1');
      const as = (value: unknown) => JSON.stringify(value, (_, one: unknown) => inOrder(one));
      const wanted = { up: as(held(leaf.newest)), down: as(held(leaf.older)) };
      const seen = {
        up: up.status < 300 ? as(got.get(index)) : `${up.status} ${as(up.body)}`,
        down: down.status < 300 ? as(down.body) : `${down.status}`,
      };
      return (['up', 'down'] as const).flatMap((way) =>
        isReported(index, way)
          ? [`${name} ${way}: reported`]
          : seen[way] === wanted[way]
            ? []
            : [`${name} ${way}: ${seen[way]} instead of ${wanted[way]}`],
      );
    }),
  );
  return results.flat();
}

describe('a changed schema in every form', () => {
  it.each(zodForms)('$name, and in each other one: is converted both ways, or reported', async (outer) => {
    const results = await tryNests(nestsIn(outer, zodForms));
    expect(results.filter((line) => !line.endsWith(': reported'))).toEqual([]);
  });

  it('is reported where no value shows it', async () => {
    const results = await tryNests(zodForms.flatMap((form) => nestsIn(form, [])));
    expect(results).toMatchInlineSnapshot(`
      [
        "it, then unknown /  / object down: reported",
        "it, then unknown /  / enum down: reported",
        "it, then any /  / object down: reported",
        "it, then any /  / enum down: reported",
        "it, then a transform /  / object down: reported",
        "it, then a transform /  / enum down: reported",
        "codec from it /  / object down: reported",
        "codec from it /  / enum down: reported",
        "template literal /  / enum up: reported",
        "template literal /  / enum down: reported",
        "map /  / object up: reported",
        "map /  / object down: reported",
        "map /  / enum up: reported",
        "map /  / enum down: reported",
        "set /  / object up: reported",
        "set /  / object down: reported",
        "set /  / enum up: reported",
        "set /  / enum down: reported",
        "success /  / object up: reported",
        "success /  / enum up: reported",
        "promise /  / object up: reported",
        "promise /  / object down: reported",
        "promise /  / enum up: reported",
        "promise /  / enum down: reported",
        "property of a check /  / object up: reported",
        "property of a check /  / object down: reported",
        "property of a check /  / enum up: reported",
        "property of a check /  / enum down: reported",
      ]
    `);
  });

  it.each(formLibraries)('of $name is converted both ways, or reported', async ({ forms, ...changed }) => {
    for (const outer of forms) {
      const results = await tryNests(nestsIn(outer, forms, changed), changed);
      expect.soft(results.filter((line) => !line.endsWith(': reported'))).toEqual([]);
    }
  });

  it.each(formLibraries)('of $name is reported where no value shows it', async ({ name, forms, ...changed }) => {
    const results = await tryNests(
      forms.flatMap((form) => nestsIn(form, [], changed)),
      changed,
    );
    const file = `fixtures/forms/${name.toLowerCase().replace(' ', '-')}-reported.txt`;
    await expect(`${results.join('\n')}\n`).toMatchFileSnapshot(join(repository, file));
  });
});
