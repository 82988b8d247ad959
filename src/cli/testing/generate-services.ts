import fc from 'fast-check';
import {
  ApiDoc,
  Authenticated,
  Controller,
  Delete,
  Deprecated,
  type DeprecatedOptions,
  defineService,
  Get,
  type LifecycleOptions,
  Module,
  Post,
  Public,
  type RouteSchemas,
  type ServiceDefinition,
  Version,
  VERSION_NEUTRAL,
  type VersioningOptions,
} from 'svckit';
import { z } from 'zod';
import { versioningScheme } from '../../routing/versioning/versioning.js';

/** One operation of a small service as data. */
interface Plan {
  readonly place: keyof typeof places;
  /** The versions that serve it; empty: version-neutral, or unversioned where the service has no versioning. */
  readonly versions: readonly string[];
  readonly query: number;
  readonly body: number;
  readonly answer: number;
  readonly deprecation: DeprecatedOptions | null;
  readonly access: 'default' | 'public' | 'authenticated';
}

/** A small service as data. */
export interface ServicePlan {
  readonly versioning: VersioningOptions | undefined;
  readonly lifecycle: LifecycleOptions;
  readonly operations: readonly Plan[];
}

const places = {
  list: { verb: Get, path: 'pets' },
  create: { verb: Post, path: 'pets' },
  find: { verb: Get, path: 'pets/:id' },
  remove: { verb: Delete, path: 'pets/:id' },
  health: { verb: Get, path: 'health' },
} as const;

const deprecated = { deprecated: true, 'x-deprecated-since': '2026-02-01', 'x-sunset': '2026-12-01' };
const Tag = z.object({ label: z.string().max(20) }).meta({ id: 'Tag' });
const shapes = [
  z.object({ id: z.int(), name: z.string() }).meta({ id: 'Pet' }),
  z.object({ id: z.int(), name: z.string().max(40), tags: z.array(Tag) }).meta({ id: 'TaggedPet' }),
  z.object({ id: z.int(), name: z.string().meta(deprecated), kind: z.enum(['cat', 'dog']).optional() }),
  z.array(Tag),
] as const;
const queries = [
  undefined,
  z.object({ limit: z.coerce.number().int().max(100).default(20) }),
  z.object({ tag: z.string().optional(), page: z.string().optional().meta(deprecated) }),
] as const;

const dates = fc.constantFrom<DeprecatedOptions | null>(
  null,
  null,
  { since: '2026-01-01' },
  { since: '2026-01-01', sunset: '2027-06-01', link: 'https://example.com/pets/v2' },
  { since: '2026-03-01', sunset: '2026-10-01' },
);

function operations(known: readonly string[], hasNeutral: boolean): fc.Arbitrary<readonly Plan[]> {
  const own = fc.subarray([...known], { minLength: Math.min(1, known.length) });
  const neutral = fc.constant<string[]>([]);
  const versions = hasNeutral ? fc.oneof({ weight: 4, arbitrary: own }, neutral) : own;
  return fc.uniqueArray(
    fc.record<Plan>({
      place: fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[])),
      versions,
      query: fc.nat(queries.length - 1),
      body: fc.nat(shapes.length - 1),
      answer: fc.nat(shapes.length - 1),
      deprecation: dates,
      access: fc.constantFrom('default', 'public', 'authenticated'),
    }),
    { minLength: 1, maxLength: 6, comparator: collide },
  );
}

/** Small services, and what an edit may make of them. */
export function editsWith(
  versionings: readonly (VersioningOptions | undefined)[],
): fc.Arbitrary<readonly [before: ServicePlan, after: ServicePlan]> {
  return fc.constantFrom(...versionings).chain((versioning) => {
    const known = versioning ? ['1', '2', '3'] : [];
    const some = operations(known, isDocumented(versioning));
    const lifecycle = fc.constantFrom<LifecycleOptions>({}, { minNotice: 90 });
    return fc
      .tuple(lifecycle, some, some, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
      .map(([promised, before, changed, kept]) => {
        const stays = before.filter((_, index) => kept[index]);
        const comes = changed.filter((one) => !stays.some((other) => collide(one, other)));
        const plan = { versioning, lifecycle: promised };
        return [
          { ...plan, operations: before },
          { ...plan, operations: [...stays, ...comes] },
        ] as const;
      })
      .filter((plans) => known.length === 0 || plans.every(hasVersions));
  });
}

/** Whether two operations would both answer a request. */
const collide = (a: Plan, b: Plan) =>
  a.place === b.place &&
  (a.versions.length === 0 || b.versions.length === 0 || a.versions.some((version) => b.versions.includes(version)));

const hasVersions = ({ operations: plans }: ServicePlan) => plans.some(({ versions }) => versions.length > 0);

/** Whether documents say where a request names its version; else nothing in them says that an operation ignores it. */
export function isDocumented(versioning: VersioningOptions | undefined): boolean {
  const scheme = versioningScheme(versioning);
  return scheme === null || scheme.parameter !== null || scheme.segment('1') !== '';
}

/** The service that a plan describes. */
export function serviceOfPlan({ versioning, lifecycle, operations: plans }: ServicePlan): ServiceDefinition {
  @Module({ controllers: plans.map((plan) => controllerOf(plan, versioning !== undefined)) })
  class PetsModule {}
  return defineService({
    root: PetsModule,
    ...(versioning && { versioning }),
    info: { title: 'Pets', version: '1.0.0' },
    documents: {},
    lifecycle,
    authenticate: () => null,
    securitySchemes: { key: { type: 'apiKey', name: 'X-Key', in: 'header' } },
  });
}

function controllerOf({ place, versions, query, body, answer, deprecation, access }: Plan, isVersioned: boolean) {
  const { verb, path } = places[place];
  const schemas: RouteSchemas = {
    ...(path.includes(':') && { params: z.object({ id: z.string() }) }),
    ...(queries[query] && { query: queries[query] }),
    ...(place === 'create' && { body: shapes[body]! }),
    response: place === 'remove' ? { 204: z.undefined() } : { 200: shapes[answer]! },
  };
  const nothing = () => undefined;
  @Controller('')
  class PetsController {
    @(isVersioned ? Version(versions.length === 0 ? VERSION_NEUTRAL : versions) : nothing)
    @(deprecation ? Deprecated(deprecation) : nothing)
    @(access === 'public' ? Public() : access === 'authenticated' ? Authenticated() : nothing)
    @ApiDoc({ operationId: `${place}${versions.join('')}` })
    @verb(path, schemas)
    handle(): unknown {
      return null;
    }
  }
  return PetsController;
}
