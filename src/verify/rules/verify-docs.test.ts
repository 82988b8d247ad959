import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifyRuleList } from './rules.js';

it('has every rule in the table of the guide, and no other', () => {
  const guide = readFileSync(new URL('../../../docs/verify.md', import.meta.url), 'utf8');
  const table = guide.split('## Rules')[1]!.split('## ')[0]!;
  const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, ids]) => ids!.split(', '));
  expect(rows.map((id) => id.replaceAll('`', '')).toSorted()).toEqual(verifyRuleList.map(({ id }) => id).toSorted());
});
