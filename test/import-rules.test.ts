import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readImports, repository } from './read-imports.js';

/** Who may import whom; `svckit` is the public entries. */
const house = `
  text       →
  json       → text
  report     → text json
  jsonschema → text json
  source     → text json jsonschema
  edit       →
  draft      → text json jsonschema source
  openapi    → text json jsonschema
  shapes     → text json jsonschema openapi source schema
  diff       → text json report jsonschema openapi
  library    → text json report jsonschema openapi diff
  schema     → json jsonschema
  changes    → text json report schema
  lens       → text json report schema changes
  wiring     → text report
  webhooks   → text json report jsonschema schema changes lens wiring
  routing    → text json report schema changes lens wiring webhooks
  release    → text json schema source edit
  server     → text json report schema changes wiring routing webhooks
  around     → text json report openapi schema changes lens wiring webhooks routing server
  export     → text json report jsonschema schema changes lens wiring routing webhooks
  laws       → text json report jsonschema diff schema changes lens wiring webhooks routing export
  contract   → text json report jsonschema openapi diff schema changes lens routing export laws
  verify     → text json report jsonschema openapi routing contract
  testing    → json wiring routing server export contract verify
  page       → text json report jsonschema openapi diff changes routing export contract
  client     → text json report jsonschema edit openapi diff routing export contract
  stores     → text svckit
  service    → text json svckit
  cli        → text json report openapi diff library changes lens wiring webhooks routing server around export laws contract verify page client edit draft release shapes svckit
`;

/** Single doors beside the arrows, each with its reason. */
const doors = [
  ['src/server/create-app.ts', 'src/export/compile-service.ts', 'an app serves its own documents'],
  ['src/export/page-contents.ts', 'src/page/pages.ts', 'an app serves its own page, loaded when it is asked for'],
  ['src/export/page-links.ts', 'src/page/pages.ts', 'an app serves its own page'],
  ['src/export/loader/load-service.ts', 'svckit', 'a loaded service gets the running entries'],
  ['src/export/loader/load-service.ts', 'svckit/export', 'a loaded service gets the running entries'],
  ['src/export/loader/load-service.ts', 'svckit/lens', 'a loaded service gets the running entries'],
  ['src/export/loader/load-service.ts', 'svckit/around', 'a loaded service gets the running entries'],
  ['src/export/loader/load-service.ts', 'svckit/webhooks', 'a loaded service gets the running entries'],
  ['stores/src/redis/redis-usage-store.ts', 'src/routing/table/usage-sums.ts', 'one way to add up counts'],
  ['stores/src/sql/change-endpoint.ts', 'src/webhooks/store', 'what every webhook store does alike'],
  ['stores/src/sql/due-deliveries.ts', 'src/webhooks/store', 'what every webhook store does alike'],
  ['stores/src/sql/webhook-events.ts', 'src/webhooks/store', 'what every webhook store does alike'],
  ['service/src/jobs/database-job-worker.ts', 'stores/src/sql/sweep-in-passing.ts', 'one way to sweep'],
  ['src/client/webhooks.ts', 'src/webhooks/signature/received-webhook.ts', 'a client verifies as svckit does'],
  ['src/index.ts', 'src/report/boot-problem.ts', 'the entry'],
  ['src/index.ts', 'src/schema/standard-schema.ts', 'the entry'],
  ['src/index.ts', 'src/schema/internal.ts', 'the entry'],
  ['src/index.ts', 'src/changes', 'the entry'],
  ['src/index.ts', 'src/wiring', 'the entry'],
  ['src/index.ts', 'src/routing', 'the entry'],
  ['src/index.ts', 'src/server', 'the entry'],
] as const;

const rooms = new Map(
  house
    .trim()
    .split('\n')
    .map((line) => {
      const [room = '', arrows = ''] = line.split('→').map((part) => part.trim());
      return [room, arrows.split(' ').filter(Boolean)] as const;
    }),
);

/** A room is a folder of src/; the bundled service and the stores are packages of their own. */
const packages = ['service', 'stores'];
const folderOf = (room: string) => (packages.includes(room) ? `${room}/src` : `src/${room}`);
const roomOf = (file: string) => [...rooms.keys()].find((room) => file.startsWith(`${folderOf(room)}/`)) ?? null;
const isEntry = (target: string) =>
  ['svckit', 'svckit/export', 'svckit/lens', 'svckit/around', 'svckit/webhooks', 'src/index.ts'].includes(target);

function isAllowed(file: string, target: string): boolean {
  const own = roomOf(file);
  const room = isEntry(target) ? 'svckit' : roomOf(target);
  if (room === null && !/^(?:src|service|stores)\//.test(target)) return true;
  if (own !== null && (room === own || rooms.get(own)?.includes(room ?? ''))) return true;
  return doors.some(([from, to]) => file === from && (target === to || target.startsWith(`${to}/`)));
}

const imports = [...readImports('src'), ...readImports('service/src'), ...readImports('stores/src')];

describe('the house', () => {
  it('has the rooms of the picture and no others', () => {
    const found = readdirSync(join(repository, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...rooms.keys()]).toEqual(expect.arrayContaining(found));
    expect([...rooms.keys()].filter((room) => !existsSync(join(repository, folderOf(room))))).toEqual([]);
  });

  it('imports along the arrows', () => {
    expect(imports.length).toBeGreaterThan(500);
    expect(
      imports
        .filter(({ file, target }) => !isAllowed(file, target))
        .map(({ file, target }) => `${file} imports ${target}`),
    ).toEqual([]);
  });

  it('keeps locks below their comparison, and everything else of contract above it', () => {
    const floors: Readonly<Record<string, readonly string[]>> = { lock: [], compare: ['lock'] };
    const partOf = (file: string) => /^src\/contract\/([^/]+)\//.exec(file)?.[1];
    const wrong = imports.filter(({ file, target }) => {
      const [own, part] = [partOf(file), partOf(target)];
      return own !== undefined && part !== undefined && own !== part && floors[own]?.includes(part) === false;
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('opens sources without knowing what is asked or run', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/cli/sources/') &&
        !file.endsWith('.test.ts') &&
        /^src\/cli\/(?:commands|questions)\//.test(target),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('has no circles in src, types included', () => {
    const targets = new Map<string, string[]>();
    for (const { file, target } of readImports('src')) targets.set(file, [...(targets.get(file) ?? []), target]);
    const leadsBack = (file: string) => {
      const seen = new Set(targets.get(file));
      for (const reached of seen) for (const target of targets.get(reached) ?? []) seen.add(target);
      return seen.has(file);
    };
    expect(targets.size).toBeGreaterThan(700);
    expect([...targets.keys()].filter(leadsBack)).toEqual([]);
  });

  it('rejects an import against the arrows', () => {
    expect(isAllowed('src/wiring/token.ts', 'src/routing/route.ts')).toBe(false);
    expect(isAllowed('service/src/service.ts', 'src/routing/route.ts')).toBe(false);
    expect(isAllowed('src/server/app.ts', 'src/export/index.ts')).toBe(false);
    expect(isAllowed('src/routing/route.ts', 'svckit')).toBe(false);
  });

  it('has no unused door', () => {
    const unused = doors.filter(
      ([from, to]) =>
        !imports.some(({ file, target }) => file === from && (target === to || target.startsWith(`${to}/`))),
    );
    expect(unused).toEqual([]);
  });

  it('uses Express in the server only, which loads it for the first mount', () => {
    const importers = imports.filter(({ target }) => target === 'express');
    expect([...new Set(importers.map(({ file }) => roomOf(file)))]).toEqual(['server']);
    expect(importers.filter(({ isType }) => !isType)).toEqual([]);
  });
});
