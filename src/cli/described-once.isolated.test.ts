import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as compiling from '../export/compile-service.js';
import { commandTable } from './program/command-table.js';
import { makeRepository } from './testing/make-repository.js';
import { capture } from './testing/capture-io.js';

const counts = { loads: 0, mountDocuments: 0, tables: 0 };
Object.assign(globalThis, { describedOnce: counts });

vi.mock('../export/compile-service.js', async (original) => {
  const { compileService } = await original<typeof compiling>();
  const counted: typeof compileService = (definition) => {
    counts.tables += 1;
    return compileService(definition);
  };
  return { compileService: counted };
});

const service = `
  import { Controller, defineService, Get, Module } from 'svckit';

  @Controller('items', { version: ['1', '2'] })
  class ItemsController {
    @Get()
    list() {
      return [];
    }
  }

  @Module({ controllers: [ItemsController] })
  class AppModule {}

  const counts = globalThis.describedOnce;
  counts.loads += 1;

  export default defineService({
    root: AppModule,
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    openUsage: () => ({ store: { read: () => ({ since: 0, counts: [] }) } }),
    mount: ['/a', '/b'].map((path) => ({
      path,
      handler: (_req, res) => void res.end(),
      document: () => {
        counts.mountDocuments += 1;
        return { paths: { [path]: { get: { responses: { 200: { description: 'OK' } } } } } };
      },
    })),
  });
`;

/** The commands that describe a service, and how many documents of its two mounts they load. */
const commands = {
  routes: [['routes'], 0],
  'routes --matrix': [['routes', '--matrix'], 2],
  check: [['check'], 2],
  'openapi export': [['openapi', 'export', '--tag', 'Items'], 2],
  'openapi export --all': [['openapi', 'export', '--all', '--out-dir', 'openapi'], 2],
  'openapi lock': [['openapi', 'lock', '--dir', 'locks'], 2],
  'openapi lock --check': [['openapi', 'lock', '--check'], 2],
  'upgrade v1 v2 --skill': [['upgrade', 'v1', 'v2', '--skill', 'skill'], 2],
  'diff v1 v2': [['diff', 'v1', 'v2'], 2],
  lifecycle: [['lifecycle'], 2],
  docs: [['docs', '--out-dir', 'site'], 2],
  change: [['change'], 2],
  usage: [['usage'], 0],
  retire: [['retire', '1', '--quiet-days', '1', '--dir', 'locks'], 2],
  laws: [['laws'], 2],
  gate: [['gate', '--base', 'main'], 2],
  explain: [['explain', 'GET', '/items'], 2],
} satisfies Record<string, readonly [readonly string[], number]>;

/** These start a service, write one, load it before and after, need none, or need a change, webhooks, a running service or a compiler beside it. */
const others = [
  'serve',
  'new',
  'init',
  'shapes',
  'release',
  'changelog',
  'change explain',
  'verify',
  'client',
  'uses',
  'completion',
  'doctor',
  'webhooks',
];
const ofTheBundledService = ['config', 'migrate', 'worker', 'self-test', 'users grant', 'users revoke', 'users list'];

let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository({ 'svc.config.ts': service });
  await capture(['openapi', 'lock'], { cwd: repository.cwd });
  repository.commit('lock');
});
beforeEach(() => void Object.assign(counts, { loads: 0, mountDocuments: 0, tables: 0 }));
afterAll(() => repository.remove());

describe('a command', () => {
  it.each(Object.entries(commands))('describes its service once: svc %s', async (_name, [argv, mountDocuments]) => {
    const { code, stderr } = await capture(argv, { cwd: repository.cwd });
    expect({ code, stderr, counts }).toEqual({
      code: 0,
      stderr: expect.not.stringContaining('failed'),
      counts: { loads: 1, tables: 1, mountDocuments },
    });
  });

  it('is counted here if it describes a service', () => {
    const counted = Object.values(commands).map(([argv]) => argv.join(' '));
    const missing = commandTable
      .map(({ name }) => name)
      .filter(
        (name) => !counted.some((line) => line.startsWith(name)) && ![...others, ...ofTheBundledService].includes(name),
      );
    expect(missing).toEqual([]);
  });
});
