import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { type Class } from '../../wiring/metadata.js';
import {
  change,
  Controller,
  defineVersions,
  Deprecated,
  Get,
  Idempotent,
  Module,
  operation,
  Post,
  renamed,
  type Route,
  Version,
  VERSION_NEUTRAL,
} from '../../index.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import type { ErrorOptions } from '../../routing/table/error-options.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { buildDocument } from './build-document.js';

const User = z.object({ name: z.string() }).meta({ id: 'User' });
const Team = z.object({ size: z.number(), lead: User.optional() }).meta({ id: 'Team' });
const Room = z.object({ floor: z.int() }).meta({ id: 'Room' });
const [Refusal, OldRefusal] = ['Refusal', 'OldRefusal'].map((id) =>
  z.object({ reason: z.string(), kind: z.literal(id) }).meta({ id }),
);

/** A service whose `versioning` names versions in one of the ways, with operations that are old, changed, unreleased or none of these. */
function compile(type: Pick<VersioningOptions, 'type'>) {
  const users = { params: z.object({ id: z.string() }), response: { 200: User, 404: z.undefined() } } as const;
  const teams = { body: Team, query: z.object({ version: z.string().optional() }), response: { 201: Team } } as const;
  const rooms = { query: z.object({ near: Room.shape.floor }), response: z.array(Room) } as const;
  @Controller('things')
  class Things {
    @Get('users/:id', users) user(): never {
      throw new Error('Only described.');
    }
    @Post('teams', teams) @Idempotent({ required: true, ttlSeconds: 60 }) create(): never {
      throw new Error('Only described.');
    }
    @Get('rooms', rooms) @Deprecated({ since: '2026-05-01' }) list(): never {
      throw new Error('Only described.');
    }
    @Get('both', { response: Room }) @Version({ from: 'next' }) both(): never {
      throw new Error('Only described.');
    }
  }
  @Controller('things', { version: VERSION_NEUTRAL })
  class Neutral {
    @Get('both', { response: User }) both(): never {
      throw new Error('Only described.');
    }
  }
  @Module({ controllers: [Things, Neutral] })
  class Root {}
  const versions = defineVersions(
    [
      { version: '1', deprecated: { since: '2026-01-01', sunset: '2027-01-01' } },
      '2',
      { version: '3', changes: [change({ title: 'Names', schemas: [renamed(User, { name: 'fullName' })] })] },
      {
        version: '4',
        changes: [
          change({ title: 'Floors', schemas: [renamed(Room, { floor: 'level' })] }),
          change({
            title: 'Lists',
            operations: [operation(() => Things, 'list', { before: { path: 'rooms/all/:floor' } })],
          }),
        ],
      },
    ],
    { next: [] },
  );
  const versioning = { ...type, versions } as VersioningOptions;
  return { versioning, table: compileRoutes(Root as Class, { versioning }) };
}

const names = ['1', '2', '3', '4', 'next'];

const types = fc.constantFrom<VersioningOptions[]>(
  { type: 'uri' },
  { type: 'header', header: 'X-API-Version', report: true },
  { type: 'query', parameter: 'version', defaultVersion: '2' },
  { type: 'media-type', key: 'v=' },
);

const differsSince = fc.option(fc.constantFrom(...names), { nil: null });
const isBefore = (route: Route | null, since: string) => (route?.version ?? '') < since;

/** Functions of a service that answer otherwise for some versions. */
const errors: fc.Arbitrary<ErrorOptions> = fc
  .record({ schema: differsSince, status: differsSince, envelope: differsSince })
  .map(({ schema, status, envelope }) => ({
    ...(schema !== null && { problemSchema: (route) => (isBefore(route, schema) ? OldRefusal : Refusal) }),
    ...(status !== null && { validationStatus: (route) => (isBefore(route, status) ? 400 : 422) }),
    ...(envelope !== null && {
      renderProblem: ({ title }, { route }) => ({
        contentType: isBefore(route, envelope) ? 'application/json' : 'application/refusal+json',
        body: { title },
      }),
    }),
  }));

const settings = fc.record(
  {
    throttle: fc.constantFrom({ limit: 5, windowSeconds: 1 }, { limit: 7, windowSeconds: 1 }),
    csrf: fc.boolean(),
    keep: fc.constantFrom(
      ({ method }: { readonly method: string }) => method === 'GET',
      ({ path }: { readonly path: string }) => !path.includes('users'),
    ),
  },
  { requiredKeys: [] },
);

it('a document is the same, whatever documents were built before it', () =>
  fc.assert(
    fc.property(
      types,
      fc.array(fc.tuple(settings, errors), { minLength: 1, maxLength: 2 }),
      fc.array(fc.tuple(fc.constantFrom(null, ...names), fc.nat(1)), { minLength: 2, maxLength: 5 }),
      (type, services, asked) => {
        const shared = compile(type);
        for (const [apiVersion, which] of asked) {
          const [given, answers] = services[which % services.length]!;
          const text = ({ table, versioning }: typeof shared) =>
            JSON.stringify(buildDocument(table, { ...given, ...answers, versioning, apiVersion }));
          expect(text(shared)).toBe(text(compile(type)));
        }
      },
    ),
    runs(8),
  ));

it('versions that declare the same of an operation share what it is made of', () => {
  const { table, versioning } = compile({ type: 'header', header: 'X-API-Version' } as VersioningOptions);
  const [second, third, fourth] = ['2', '3', '4'].map(
    (apiVersion) => buildDocument(table, { versioning, apiVersion }).paths['/things/users/{id}']!['get']!,
  );
  expect(fourth!.responses).toBe(third!.responses);
  expect(fourth!.parameters![0]).toBe(third!.parameters![0]);
  expect(third!.responses['200']).not.toEqual(second!.responses['200']);
});
