import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verifyRuleList } from './rules.js';

const ids = verifyRuleList.map(({ id }) => id);
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('has every rule in the table of the guide, and no other', () => {
  const guide = read('../../../docs/verify.md');
  const table = guide.split('## Rules')[1]!.split('## ')[0]!;
  const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, listed]) => listed!.split(', '));
  expect(rows.map((id) => id.replaceAll('`', '')).toSorted()).toEqual(ids.toSorted());
});

it('lists every rule of every theme', () => {
  const themes = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('rules.ts'));
  const written = themes.flatMap((name) => [...read(name).matchAll(/\bid: '([a-z-]+)'/g)].map(([, id]) => id!));
  expect(written.toSorted()).toEqual(ids.toSorted());
});
