import { expect, it } from 'vitest';
import { buildChangelog } from './changelog.js';
import { compareContracts } from './compare/compare-contracts.js';
import { changelogJson, changelogMarkdown } from './format-changelog.js';
import type { ContractLock } from './lock/contract-lock.js';

const lock = (version: string, summary: string, released?: string): ContractLock => ({
  version,
  document: {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1.0.0' },
    paths: { '/books': { get: { summary, responses: { 200: { description: 'OK' } } } } },
    ...(released !== undefined && { 'x-svc-released': released }),
  },
});

it('stands in the headings of a changelog, unless the name says it', () => {
  const state = (summary: string, released?: string) => ({
    commit: 'c1',
    day: '2026-11-20',
    subject: 'words',
    locks: [lock('2', summary, released), lock('2026-11-01', summary)],
  });
  const log = buildChangelog([state('List'), state('List books', '2026-10-01')], { minNotice: null });
  expect(changelogMarkdown(log, 'main')).toMatch(/## Version 2026-11-01\n[^]*## Version 2 \(2026-10-01\)\n/);
  expect(JSON.parse(changelogJson(log, 'main'))).toMatchObject({
    versions: [
      { version: '2026-11-01', released: '2026-11-01' },
      { version: '2', released: '2026-10-01' },
    ],
  });
});

it.each([
  ['added', undefined, '2026-10-01'],
  ['corrected', '2026-10-02', '2026-10-01'],
  ['removed', '2026-10-01', undefined],
])('is no difference of a contract when it is %s', (_how, before, after) => {
  const [change] = compareContracts([lock('2', 'List', before)], [lock('2', 'List', after)], {
    minNotice: null,
    asOf: '2026-11-20',
  });
  expect(change).toMatchObject({ kind: 'unchanged', findings: [] });
});
