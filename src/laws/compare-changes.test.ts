import { expect, it } from 'vitest';
import { z } from 'zod';
import { change } from '../changes/change.js';
import { defineVersions } from '../changes/define-versions.js';
import type { Versions } from '../changes/known-versions.js';
import { added, renamed } from '../changes/short-forms.js';
import { findAltered } from './compare-changes.js';
import { listChanges } from './list-subjects.js';
import { lockChanges } from './lock/lock-changes.js';

const schemas = (ids: readonly string[]) =>
  ids.map((id, index) => z.object({ [`name${index}`]: z.string(), [`size${index}`]: z.int() }).meta({ id }));
const lock = (versions: Versions) => lockChanges(versions, [], () => []);
const names = (versions: Versions) =>
  lock(versions).flatMap(({ changes }) => changes.flatMap(({ subjects }) => subjects.map(({ name }) => name)));
const renames = (objects: readonly z.ZodObject[]) =>
  change({ title: 'Names', schemas: objects.map((one, index) => renamed(one, { [`name${index}`]: 'title' })) });

const released = defineVersions(['1', { version: '2', changes: [renames(schemas(['User', 'Note', 'Tag']))] }]);
const altered = (now: Versions) =>
  findAltered(lock(released), { versions: now, routes: [], listed: listChanges(now, []) }).map(
    ({ message }) => message,
  );

it('a released change keeps the names of its schemas when a newer version is built on top of it', () => {
  const [user, note, tag] = schemas(['User', 'Note', 'Tag']).map((one) =>
    added(one.extend({ since: z.int() }).meta({ id: String(z.globalRegistry.get(one)!.id) }), { since: 0 }),
  );
  const now = defineVersions([
    '1',
    { version: '2', changes: [renames([user!.before, note!.before, tag!.before] as never)] },
    { version: '3', changes: [change({ title: 'Since', schemas: [user!, note!, tag!] })] },
  ]);
  expect(names(now)).toEqual(['User', 'Note', 'Tag', 'User', 'Note', 'Tag']);
  expect(altered(now)).toEqual([]);
});

it('schemas that have other ids now are compared in the order in which they stand', () => {
  const now = defineVersions(['1', { version: '2', changes: [renames(schemas(['User', 'Memo', 'Label']))] }]);
  expect(altered(now)).toEqual([]);
});

it('a schema that a released change converts no more is named', () => {
  const now = defineVersions(['1', { version: '2', changes: [renames(schemas(['User', 'Note']))] }]);
  expect(altered(now)).toEqual(['The released change "Names" (names) was edited: it no longer converts Tag.']);
});
