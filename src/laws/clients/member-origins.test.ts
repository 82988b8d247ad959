import { expect, test } from 'vitest';
import type { ClientRead } from './client-exchange.js';
import { memberOrigins } from './member-origins.js';

const answers = Array.from({ length: 60 }, (_, index) => ({
  body: { id: index, first: `a${index}`, last: `b${index}` },
}));
type Body = (typeof answers)[number]['body'];

/** A read that shows `name` for the two names, and counts how often. */
function countingRead() {
  const counts = { shown: 0 };
  const older = ({ id, first, last }: Body) => ({ id, name: `${first} ${last}` });
  const bodyOf = (drawn: unknown) => (drawn as { readonly body: Body }).body;
  const read: Pick<ClientRead, 'show' | 'showOlder'> = {
    show: (drawn) => ({ newer: bodyOf(drawn), older: older(bodyOf(drawn)) }),
    showOlder: (drawn) => {
      counts.shown += 1;
      return older(bodyOf(drawn));
    },
  };
  return { read: read as ClientRead, counts };
}

test('An older member depends on the newer ones that it is made of', () => {
  const origins = memberOrigins(countingRead().read, answers)!;
  expect([...origins.of('name')]).toEqual(['first', 'last']);
  expect(origins.shownAs('last')).toEqual(['name']);
  expect(origins.dependsOn('id', 'last')).toBe(false);
  expect([...origins.of('unknown')]).toEqual([]);
  expect(origins.shownAs('unknown')).toEqual([]);
});

test('An answer is shown again only where somebody asks for a member, and until one differs', () => {
  const { read, counts } = countingRead();
  const origins = memberOrigins(read, answers)!;
  expect(counts.shown).toBe(0);
  expect(origins.dependsOn('name', 'first')).toBe(true);
  expect(counts.shown).toBe(1);
  expect(origins.dependsOn('id', 'first')).toBe(false);
  expect(origins.dependsOn('id', 'first')).toBe(false);
  expect(counts.shown).toBe(60);
});
