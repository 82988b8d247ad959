import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  added,
  type Change,
  change,
  Controller,
  createApp,
  defineVersions,
  Delete,
  Get,
  type Input,
  Module,
  Post,
  preview,
  Preview,
  Public,
  Put,
  renamed,
  Version,
  VERSION_NEUTRAL,
} from 'svckit';
import { buildDocument } from 'svckit/export';
import { buildLocks } from '../../src/contract/lock/build-locks.js';
import { serialiseLock } from '../../src/contract/lock/contract-lock.js';
import { serialiseChanges } from '../../src/laws/lock/changes-lock.js';
import { drawInputs } from '../../src/laws/lock/draw-inputs.js';
import { lockChanges } from '../../src/laws/lock/lock-changes.js';
import { declaredChanges } from '../../src/routing/changes/declared-changes.js';
import { runs } from '../property-runs.js';

/** What is drawn of a service: its shapes, operations and versions, and the previews beside them. */
interface Plan {
  /** The members of each shape, and the shapes that it holds, which come before it. */
  readonly shapes: readonly {
    readonly members: readonly number[];
    readonly holds: readonly number[];
    readonly isList: boolean;
  }[];
  readonly operations: readonly {
    readonly verb: number;
    readonly shape: number;
    readonly depth: number;
    readonly versions: 'all' | 'old' | 'neutral';
  }[];
  /** For version 2 and version 3: the shapes that get a member, with the member of each. */
  readonly changes: readonly (readonly (readonly [shape: number, isRenamed: boolean])[])[];
  /** The shapes of each preview; shapes that are in one only. */
  readonly previews: readonly (readonly number[])[];
  /** The depth of the paths of routes that only a preview has. */
  readonly routes: readonly number[];
  readonly versioning: 'header' | 'uri' | 'query' | 'media-type';
  readonly hasNext: boolean;
}

const count = 4;
const plan: fc.Arbitrary<Plan> = fc
  .record({
    shapes: fc.array(
      fc.record({
        members: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
        holds: fc.uniqueArray(fc.nat(count - 1), { maxLength: 2 }),
        isList: fc.boolean(),
      }),
      { minLength: count, maxLength: count },
    ),
    operations: fc.array(
      fc.record({
        verb: fc.nat(3),
        shape: fc.nat(count - 1),
        depth: fc.nat(2),
        versions: fc.constantFrom<'all' | 'old' | 'neutral'>('all', 'all', 'all', 'old', 'neutral'),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    changes: fc.array(
      fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.boolean()), { selector: ([shape]) => shape, maxLength: 2 }),
      {
        minLength: 2,
        maxLength: 2,
      },
    ),
    owners: fc.array(fc.nat(4), { minLength: count, maxLength: count }),
    routes: fc.array(fc.nat(2), { maxLength: 2 }),
    versioning: fc.constantFrom<Plan['versioning']>('header', 'uri', 'query', 'media-type'),
    hasNext: fc.boolean(),
  })
  .map(({ owners, ...rest }) => ({
    ...rest,
    previews: [0, 1].map((owner) => owners.flatMap((one, shape) => (one === owner ? [shape] : []))),
  }));

const memberTypes = [z.string(), z.number().int(), z.boolean(), z.string().optional(), z.number().nullable()];
const verbs = [Get, Post, Put, Delete];

/** The service, with its previews or as if nobody had thought of them. */
function build({ shapes, operations, changes, previews, routes, versioning, hasNext }: Plan, isPreviewed: boolean) {
  const inPreview = new Set(previews.flat());
  const schemas: z.ZodObject[] = [];
  shapes.forEach(({ members, holds, isList }, index) => {
    const held = holds
      .filter((other) => other < index)
      .map((other) => [`shape${other}`, isList ? z.array(schemas[other]!) : schemas[other]!] as const);
    const shape = z
      .object({
        id: z.string(),
        newest: z.string(),
        other: z.number(),
        ...Object.fromEntries(members.map((member) => [`member${member}`, memberTypes[member]!])),
        ...Object.fromEntries(held),
        ...(isPreviewed && inPreview.has(index) && { extra: z.array(z.string()) }),
      })
      .meta({ id: `Shape${index}` });
    schemas.push(shape);
  });
  /** What a change of a version names: the shape as that version has it. */
  const current = new Map<number, z.ZodObject>(schemas.entries());
  const made = previews.map((owned, index) => {
    const reshapes = (isPreviewed ? owned : []).map((shape) => {
      const reshape = added(schemas[shape]!, { extra: [] } as never);
      current.set(shape, reshape.before as never);
      return reshape;
    });
    return preview(`preview-${index}`, { expires: '2027-03-01', schemas: reshapes });
  });
  const changed = new Set(inPreview);
  const changesOf = (list: Plan['changes'][number], title: string, skipped: ReadonlySet<number>): Change[] => {
    const reshapes = list
      .filter(([shape]) => !skipped.has(shape))
      .map(([shape, isRenamed]) => {
        const schema = current.get(shape)!;
        const names = Object.keys(schema.shape);
        const reshape =
          isRenamed && names.includes('newest')
            ? renamed(schema, { newest: 'oldest' } as never)
            : names.includes('other')
              ? added(schema, { other: 1 } as never)
              : null;
        if (reshape) current.set(shape, reshape.before as never);
        return reshape;
      })
      .filter((reshape) => reshape !== null);
    return reshapes.length > 0 ? [change({ title, schemas: reshapes as never })] : [];
  };
  const third = changesOf(changes[1]!, 'Third', hasNext ? changed : new Set());
  const second = changesOf(changes[0]!, 'Second', new Set());
  const versions = defineVersions(
    ['1', { version: '2', changes: second }, ...(hasNext ? [] : [{ version: '3', changes: third }])],
    { ...(hasNext && { next: third }), ...(isPreviewed && { previews: made }) },
  );

  const value = (index: number): Record<string, unknown> => {
    const { members, holds, isList } = shapes[index]!;
    const held = holds
      .filter((other) => other < index)
      .map((other) => [`shape${other}`, isList ? [value(other)] : value(other)] as const);
    return {
      id: `${index}`,
      newest: 'n',
      other: 2,
      ...Object.fromEntries(members.map((member) => [`member${member}`, [`s`, 1, true, undefined, null][member]])),
      ...Object.fromEntries(held),
      ...(isPreviewed && inPreview.has(index) && { extra: ['x'] }),
    };
  };

  @Public()
  @Controller('things')
  class ThingsController {}
  operations.forEach(({ verb, shape, depth, versions: served }, index) => {
    if (served === 'neutral' && [...second, ...third].length > 0) return;
    const name = `operation${index}`;
    const hasBody = verb === 1 || verb === 2;
    const options = { response: schemas[shape]!, ...(hasBody && { body: schemas[shape]! }) };
    const method = hasBody ? ({ body }: Input<{ body: z.ZodObject }>) => body : () => value(shape);
    Object.defineProperty(ThingsController.prototype, name, { value: method });
    const descriptor = Object.getOwnPropertyDescriptor(ThingsController.prototype, name)!;
    const path = `${index}/${['', ':id', ':id/parts'][depth]!}`.replace(/\/$/, '');
    verbs[verb]!(path, options)(ThingsController.prototype as never, name as never, descriptor as never);
    if (served === 'old') Version({ until: '1' })(ThingsController.prototype, name, descriptor);
    if (served === 'neutral') Version(VERSION_NEUTRAL)(ThingsController.prototype, name, descriptor);
  });
  if (isPreviewed)
    routes.forEach((depth, index) => {
      const name = `preview${index}`;
      Object.defineProperty(ThingsController.prototype, name, { value: () => value(0) });
      const descriptor = Object.getOwnPropertyDescriptor(ThingsController.prototype, name)!;
      const path = ['0/more', '0/search', ':id/search/parts'][depth]!;
      const at = index === 0 ? path : `${path}/more`;
      Get(at.replace('0', `${operations.findIndex(({ verb }) => verb === 0)}`).replace('-1', 'none'), {
        response: schemas[0]!,
      })(ThingsController.prototype as never, name as never, descriptor as never);
      Preview(`route-${index}`, { expires: '2027-03-01' })(ThingsController.prototype, name, descriptor);
    });

  @Module({ controllers: [ThingsController] })
  class Root {}
  const own = {
    header: { type: 'header', header: 'X-API-Version', defaultVersion: hasNext ? '2' : '3' },
    uri: { type: 'uri' },
    query: { type: 'query', parameter: 'v', defaultVersion: '1' },
    'media-type': { type: 'media-type', key: 'v=', defaultVersion: hasNext ? '2' : '3' },
  } as const;
  return { root: Root, versioning: { ...own[versioning], versions, report: true }, value };
}

type Service = ReturnType<typeof build>;

/** A request for an operation, in a version or in none. */
interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

/** Whether a shape is in a preview, or holds one that is. */
function isTouched(world: Plan, shape: number): boolean {
  return (
    world.previews.flat().includes(shape) ||
    world.shapes[shape]!.holds.some((other) => other < shape && isTouched(world, other))
  );
}

/** Everything that the operations are asked without the field; `bare` makes values of the service without previews. */
function requestsOf(
  { operations, versioning }: Plan,
  bare: Service,
): readonly (Sent & { readonly operation: number })[] {
  return operations.flatMap(({ verb, shape, depth }, operation) =>
    [null, '1', '2', '3', 'next'].flatMap((version) => {
      const path = `/things/${operation}${['', '/7', '/search/parts'][depth]!}`;
      const address =
        versioning === 'uri'
          ? `/v${version ?? '2'}${path}`
          : versioning === 'query' && version
            ? `${path}?v=${version}`
            : path;
      const named: Partial<Record<Plan['versioning'], Record<string, string>>> = {
        header: { 'X-API-Version': version ?? '' },
        'media-type': { Accept: `application/json;v=${version}` },
      };
      const headers = (version && named[versioning]) || {};
      const method = ['GET', 'POST', 'PUT', 'DELETE'][verb]!;
      if (method === 'GET' || method === 'DELETE')
        return [
          { operation, path: address, init: { method, headers } },
          { operation, path: address.replace(/(\/things\/\d+)/, '$1/search'), init: { method, headers } },
        ];
      const { newest, ...rest } = bare.value(shape);
      return [bare.value(shape), { ...bare.value(shape), extra: ['y'] }, { ...rest, oldest: newest }, { id: 1 }].map(
        (body) => ({
          operation,
          path: address,
          init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
        }),
      );
    }),
  );
}

type App = Awaited<ReturnType<typeof createApp>>;

async function answerOf(app: App, { path, init }: Sent) {
  const answer = await app.request(path, init);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
  const vary = (headers.vary ?? '').split(', ').filter((name) => name !== '');
  const body = (await answer.text()).replace(/"traceId":"[^"]*"/, '');
  return {
    varies: vary.includes('API-Preview'),
    rest: { status: answer.status, body, headers: { ...headers, vary: vary.filter((name) => name !== 'API-Preview') } },
  };
}

const documentsOf = (app: App, { versioning }: Service) =>
  [null, ...new Set([...app.routes, ...app.next].flatMap(({ version }) => version ?? []))].map((apiVersion) =>
    JSON.stringify(buildDocument(app, { versioning, apiVersion })),
  );

async function locksOf(app: App, { versioning }: Service) {
  const { versions } = versioning;
  const routes = [...app.routes, ...app.next];
  const locks = await buildLocks({
    routes: app.routes,
    versioning,
    lifecycle: undefined,
    changes: declaredChanges(versions, routes),
    document: async (apiVersion) => buildDocument(app, { versioning, apiVersion }) as never,
  });
  return [
    ...locks.map(({ document }) => serialiseLock(document)),
    serialiseChanges(lockChanges(versions, routes, drawInputs)),
  ];
}

describe('a service with previews', () => {
  it('is without the field what it would be without them, but for Vary', async () => {
    const seen = { touched: 0, untouched: 0, answered: 0 };
    await fc.assert(
      fc.asyncProperty(plan, async (world) => {
        const [service, bare] = [build(world, true), build(world, false)];
        const now = () => new Date('2026-12-01');
        const [app, expected] = await Promise.all(
          [service, bare].map((one) => createApp(one.root, { versioning: one.versioning, now })),
        );
        expect(documentsOf(app!, service)).toEqual(documentsOf(expected!, bare));
        expect(await locksOf(app!, service)).toEqual(await locksOf(expected!, bare));
        const listed = (one: App) =>
          [...one.routes, ...one.next].map(({ schemas: _, responses: _responses, ...route }) => route);
        expect(JSON.stringify(listed(app!))).toBe(JSON.stringify(listed(expected!)));
        for (const sent of requestsOf(world, bare)) {
          const [answer, wanted] = await Promise.all([answerOf(app!, sent), answerOf(expected!, sent)]);
          expect({ sent, ...answer.rest }).toEqual({ sent, ...wanted.rest });
          if (wanted.rest.status < 300) seen.answered++;
          const { shape, versions } = world.operations[sent.operation]!;
          if (wanted.rest.status >= 300 || sent.path.includes('search') || versions !== 'all') continue;
          const touched = isTouched(world, shape);
          if (touched && world.versioning !== 'uri')
            expect({ sent, varies: answer.varies }).toEqual({ sent, varies: true });
          if (!touched && world.routes.length === 0)
            expect({ sent, varies: answer.varies }).toEqual({ sent, varies: false });
          seen[touched ? 'touched' : 'untouched']++;
        }
        await Promise.all([app!.close(), expected!.close()]);
      }),
      runs(12),
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  });
});
