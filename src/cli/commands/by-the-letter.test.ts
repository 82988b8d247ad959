import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../testing/capture-io.js';

const cwd = mkdtempSync(join(tmpdir(), 'svc-letter-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, value: unknown) => writeFileSync(join(cwd, name), JSON.stringify(value));
const document = (...names: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        responses: {
          200: {
            description: 'All',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
                  additionalProperties: false,
                },
              },
            },
          },
        },
      },
    },
  },
});
const svc = (...argv: readonly string[]) => capture([...argv, '--as-of', '2026-11-21'], { cwd });

beforeAll(() => {
  write('old.json', document('title'));
  write('new.json', document('title', 'year'));
});

it('a new member of a closed answer breaks nobody, unless --by-the-letter says so', async () => {
  const { code, stdout } = await svc('diff', 'old.json', 'new.json');
  expect([code, stdout]).toEqual([0, expect.stringContaining('it breaks by the letter alone')]);
  expect((await svc('diff', 'old.json', 'new.json', '--by-the-letter', 'warning')).code).toBe(0);
  expect((await svc('diff', 'old.json', 'new.json', '--by-the-letter', 'error')).code).toBe(1);
  expect(await svc('diff', 'old.json', 'new.json', '--by-the-letter', 'often')).toMatchObject({ code: 2 });
});

it('a file of levels says it with a reason, and the option precedes it', async () => {
  write('levels.json', [{ id: 'by-the-letter', level: 'error', reason: 'Our clients refuse what they do not know.' }]);
  const diff = ['diff', 'old.json', 'new.json', '--severity', 'levels.json'];
  expect((await svc(...diff)).code).toBe(1);
  expect((await svc(...diff, '--by-the-letter', 'info')).code).toBe(0);
});

it('the configuration says it for every command, and a change cannot lower it for itself', async () => {
  write('openapi.json', document('title'));
  write('svc.config.yaml', { document: 'openapi.json', byTheLetter: 'error' });
  expect(await capture(['openapi', 'lock'], { cwd })).toMatchObject({ code: 0 });
  write('openapi.json', document('title', 'year'));
  const check = ['openapi', 'lock', '--check', '--allow', 'additive'];
  expect((await svc(...check)).code).toBe(1);
  expect((await svc(...check, '--by-the-letter', 'info')).code).toBe(0);
  write('svc.config.yaml', { document: 'openapi.json', byTheLetter: 'info' });
  expect((await svc(...check)).code).toBe(1);
  write('svc.config.yaml', { document: 'openapi.json', byTheLetter: 'often' });
  expect(await svc(...check)).toMatchObject({ code: 2, stderr: expect.stringContaining("Write byTheLetter: 'info'") });
});
