import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseShapes } from '../../lens/lock/shapes-lock.js';
import { problemLine } from '../../report/result.js';
import { checkRules, checkWholeService, describeService, loadService } from '../index.js';

const fixtures = resolve(import.meta.dirname, '../../../fixtures');
const asOf = new Date('2026-11-21');

async function check(name: string): Promise<string[]> {
  const service = describeService(await loadService(name, { cwd: fixtures }));
  return (await checkWholeService(service, { asOf, shapes: lockedShapes(join(fixtures, name)) })).map(
    (one) => `${problemLine(one)}${one.handler ? ` [${one.handler}]` : ''}`,
  );
}

function lockedShapes(folder: string) {
  const file = join(folder, 'contracts/shapes.json');
  const lock = existsSync(file) ? parseShapes(readFileSync(file, 'utf8')) : null;
  return lock && { lock, kept: { folder: 'contracts', counts: {}, asOf: '2026-11-21' } };
}

const observed = { accessLog: true, metrics: true, telemetry: true, cors: true } as const;

describe('checkWholeService', () => {
  it('reports the packages that options need and that are not installed', async () => {
    const service = describeService(await loadService('unversioned', { cwd: fixtures }));
    const reported = async (definition: object, missing: readonly string[]) => {
      const changed = { ...service, definition: { ...service.definition, ...definition } };
      const isInstalled = (name: string) => !missing.includes(name);
      return (await checkWholeService(changed, { asOf, isInstalled })).map(({ message, fix }) => `${message} ${fix}`);
    };
    const missing = ['pino', 'prom-client', '@opentelemetry/api'];
    expect(await reported(observed, missing)).toEqual([
      'The option accessLog needs the package pino, which is not installed. Run npm install pino, or write accessLog: { logger }.',
      'The option metrics needs the package prom-client, which is not installed. Run npm install prom-client.',
      'The option telemetry needs the package @opentelemetry/api, which is not installed. Run npm install @opentelemetry/api, and start an OpenTelemetry SDK before the app.',
    ]);
    expect(await reported({ accessLog: { logger: console } }, missing)).toEqual([]);
    expect(await reported(observed, [])).toEqual([]);
    expect(
      await checkWholeService({ ...service, definition: { ...service.definition, ...observed } }, { asOf }),
    ).toEqual([]);
  });

  it.each(['uri', 'header', 'media-type', 'query', 'unversioned'])(
    'finds nothing wrong with fixtures/%s',
    async (name) => {
      expect(await check(name)).toEqual([]);
    },
  );

  it('has a broken app for every rule', () => {
    const apps = readdirSync(`${fixtures}/broken`).filter((name) => name !== 'unloadable');
    expect(apps.toSorted()).toEqual(checkRules.map(({ id }) => id).toSorted());
  });

  it.each(checkRules.map(({ id }) => id))(
    'finds what is wrong with fixtures/broken/%s, and nothing else',
    async (id) => {
      const found = await check(`broken/${id}`);
      expect(found.every((line) => line.includes(` ${id}: `))).toBe(true);
      await expect(found.join('\n')).toMatchFileSnapshot(`${fixtures}/broken/${id}/problems.txt`);
    },
  );
});
