import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemLine } from '../../report/result.js';
import { checkRules, checkWholeService, describeService, loadService } from '../index.js';

const fixtures = resolve(import.meta.dirname, '../../../fixtures');
const asOf = new Date('2026-11-21');

async function check(name: string): Promise<string[]> {
  const service = describeService(await loadService(name, { cwd: fixtures }));
  return (await checkWholeService(service, { asOf })).map(
    (one) => `${problemLine(one)}${one.handler ? ` [${one.handler}]` : ''}`,
  );
}

describe('checkWholeService', () => {
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
