import { expect, it } from 'vitest';
import { releaseDays } from '../routing/versioning/versions.js';
import { defineVersions } from './define-versions.js';

const daysOf = (...entries: Parameters<typeof defineVersions>[0]) => {
  const versions = defineVersions(entries);
  const days = releaseDays({ versions });
  return versions.names.map(days);
};

it('is the declared day, or else the name that is one', () => {
  expect(daysOf({ version: '1', released: '2026-03-01' }, '2', { version: '3', released: '2026-03-01' })).toEqual([
    '2026-03-01',
    null,
    '2026-03-01',
  ]);
  expect(daysOf('2026-03-01', { version: '2026-09-01', released: '2026-09-01' })).toEqual(['2026-03-01', '2026-09-01']);
  const days = releaseDays(undefined);
  expect([days('2026-09-01'), days('2'), days(null)]).toEqual(['2026-09-01', null, null]);
});

it.each([
  [
    'no day',
    [{ version: '1', released: 'soon' }],
    `Version "1": released "soon" is not a day. Write one, such as released: '2026-03-01'.`,
  ],
  [
    'a day that no month has',
    [{ version: '1', released: '2026-02-30' }],
    `Version "1": released "2026-02-30" is not a day. Write one, such as released: '2026-03-01'.`,
  ],
  [
    'another day than its name',
    [{ version: '2026-09-01', released: '2026-09-02' }],
    'Version "2026-09-01": released "2026-09-02" contradicts its name, which is a day. Omit released, or rename the version.',
  ],
])('refuses %s', (_what, entries, message) => {
  expect(() => defineVersions(entries)).toThrow(new TypeError(message));
});
