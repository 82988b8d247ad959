import { isObject, type Json, sameJson } from '../json/json.js';
import type { ChangeClass } from '../diff/classify-change.js';
import type { ChangesLock, LockedChange, LockedSubject, LockedVersion } from './lock/changes-lock.js';
import { readRecorded } from './lock/recorded-value.js';
import type { Detail } from '../report/result.js';
import type { Source } from '../report/boot-problem.js';
import type { Versions } from '../changes/known-versions.js';
import type { Route } from '../routing/table/route.js';
import type { ListedChange } from './list-subjects.js';
import { lockChanges, replay } from './lock/lock-changes.js';
import { showValue } from './show.js';
import type { Subject, Way } from './way.js';

/** A released change or shape that is no longer what it was. */
export interface AlteredChange {
  readonly id:
    | 'released-change-removed'
    | 'released-change-moved'
    | 'released-change-edited'
    | 'released-shape-edited'
    | 'released-shape-removed'
    | 'shape-unreadable-by-base';
  readonly level: 'error';
  /** The version that released it. */
  readonly apiVersion: string;
  readonly method: null;
  readonly path: null;
  /** `/changes/lists-come-in-pages`, `/lenses/Cart/shapes/2` */
  readonly pointer: string;
  readonly message: string;
  readonly fix: string;
  readonly source: Source | null;
  readonly details: readonly Detail[];
}

/** The changes that a service declares now. */
export interface ServiceChanges {
  readonly versions: Versions;
  readonly routes: readonly Route[];
  readonly listed: readonly ListedChange[];
}

/** What became of the changes of a lock. A change is free again once no older version is left that it leads to. */
export function findAltered(lock: ChangesLock, now: ServiceChanges): readonly AlteredChange[] {
  const { names } = now.versions;
  return lock.flatMap((locked, position) => {
    const isNeeded = lock.slice(0, position).some(({ version }) => names.includes(version));
    const home = lock.slice(position).find(({ version }) => names.includes(version));
    if (!isNeeded || !home) return [];
    return [
      ...locked.changes.flatMap((change) => changeAlterations(change, locked.version, home.version, now)),
      ...locked.behaviours.flatMap((id) => behaviourAlterations(id, locked, home.version, now)),
    ];
  });
}

function changeAlterations(
  locked: LockedChange,
  version: string,
  home: string,
  { versions, listed }: ServiceChanges,
): readonly AlteredChange[] {
  const { id, title } = locked;
  const now = listed.find(({ change }) => change.id === id);
  const base = altered(id, version, now?.change.source() ?? null);
  if (!now)
    return [
      {
        ...base,
        id: 'released-change-removed',
        message: `The released change "${title}" (${id}) is gone.`,
        fix: `Restore it. If it has a new title, keep its id: change({ id: '${id}', … }).`,
      },
    ];
  if (now.hop.version !== home)
    return [
      {
        ...base,
        id: 'released-change-moved',
        message: `The released change "${title}" (${id}) is now in version ${now.hop.version}.`,
        fix: `Move it back to version ${home}.`,
      },
    ];
  return editsOf(locked, now, home === versions.newest).map(({ what, details = [] }) => ({
    ...base,
    id: 'released-change-edited',
    message: `The released change "${title}" (${id}) was edited: ${what}.`,
    fix: 'Restore it, and put the new conversion into a change of the next version.',
    details,
  }));
}

function behaviourAlterations(
  id: string,
  { version }: LockedVersion,
  home: string,
  { versions }: ServiceChanges,
): readonly AlteredChange[] {
  const now = versions.list.find(({ behaviours }) => behaviours.some((one) => one.id === id));
  if (now?.version === home) return [];
  const base = altered(id, version, null);
  return now
    ? [
        {
          ...base,
          id: 'released-change-moved',
          message: `The released behaviour "${id}" is now in version ${now.version}.`,
          fix: `Move it back to version ${home}.`,
        },
      ]
    : [
        {
          ...base,
          id: 'released-change-removed',
          message: `The released behaviour "${id}" is gone.`,
          fix: 'Restore it.',
        },
      ];
}

const altered = (id: string, apiVersion: string, source: Source | null) =>
  ({ level: 'error', apiVersion, method: null, path: null, pointer: `/changes/${id}`, source, details: [] }) as const;

interface Edit {
  readonly what: string;
  readonly details?: readonly Detail[];
}

/** The newer shape of the newest version may still grow: its own contract says how. */
function editsOf({ subjects }: LockedChange, { subjects: declared }: ListedChange, isNewest: boolean): readonly Edit[] {
  const left = [...declared];
  const take = (index: number) => (index < 0 ? undefined : left.splice(index, 1)[0]);
  const namesakes = subjects.map((locked) => take(left.findIndex(({ name }) => name === locked.name)));
  const gone: Edit[] = [];
  const pairs = subjects.flatMap((locked, position) => {
    const subject = namesakes[position] ?? left.shift();
    if (!subject) gone.push({ what: `it no longer converts ${locked.name}` });
    return subject ? [[locked, subject] as const] : [];
  });
  return [
    ...gone,
    ...left.map(({ name }) => ({ what: `it now converts ${name} too` })),
    ...pairs.flatMap(([locked, subject]) => subjectEdits(locked, subject, isNewest)),
  ];
}

function subjectEdits(locked: LockedSubject, subject: Subject, isNewest: boolean): readonly Edit[] {
  const { after, before } = subject.described();
  const shapes: Edit[] = [];
  if (!keepsShape(locked.before, before))
    shapes.push({ what: `the older shape of ${locked.name} is different`, details: [['now', subject.shapes.before]] });
  if (!isNewest && !keepsShape(locked.after, after))
    shapes.push({ what: `the newer shape of ${locked.name} is different`, details: [['now', subject.shapes.after]] });
  if (shapes.length > 0) return shapes;
  return (['down', 'up'] as const).flatMap((direction) => {
    const recordings = locked[direction];
    const way = subject.ways.find((one) => one.direction === direction);
    if (recordings === null) return [];
    return way ? outputEdit(locked.name, way, recordings) : [{ what: `${locked.name} no longer has ${direction}` }];
  });
}

/** Whether a shape is what it was. An operation may answer with more statuses, which the contracts of the versions say something of. */
function keepsShape(locked: Json, now: Json): boolean {
  if (!isObject(locked) || !isObject(now) || !isObject(locked['responses']) || !isObject(now['responses']))
    return sameJson(locked, now);
  const known = Object.entries(now['responses']).filter(([status]) =>
    Object.hasOwn(locked['responses'] as object, status),
  );
  return sameJson(locked, { ...now, responses: Object.fromEntries(known) });
}

/** The first recorded value that gives another result now. One that threw has served nobody. */
function outputEdit(name: string, way: Way, recordings: NonNullable<LockedSubject['down']>): readonly Edit[] {
  for (const { input, output, error } of recordings) {
    if (error !== undefined) continue;
    const now = replay(way, input);
    if (now.error === undefined && sameJson(now.output, output)) continue;
    return [
      {
        what: `${way.direction} of ${name} gives a different result`,
        details: [
          ['value', showValue(readRecorded(input))],
          ['gave', showValue(readRecorded(output ?? null))],
          now.error === undefined ? ['gives', showValue(readRecorded(now.output ?? null))] : ['throws', now.error],
        ],
      },
    ];
  }
  return [];
}

/** How the declared changes differ from a lock. */
export function classifyChanges(lock: ChangesLock, now: ServiceChanges): Exclude<ChangeClass, 'may-break'> {
  if (findAltered(lock, now).length > 0) return 'breaking';
  const declared = lockChanges(now.versions, now.routes, () => []);
  if (!sameJson(facts(lock, false), facts(declared, false))) return 'additive';
  return sameJson(facts(lock, true), facts(declared, true)) ? 'unchanged' : 'documentation';
}

/** The lock without recordings. */
function facts(lock: ChangesLock, words: boolean) {
  return lock.map(({ version, changes, behaviours }) => ({
    version,
    behaviours,
    changes: changes.map(({ id, title, description, subjects }) => ({
      id,
      ...(words && { title, description }),
      subjects: subjects.map(({ name, after, before, down, up }) => ({
        name,
        after,
        before,
        down: down !== null,
        up: up !== null,
      })),
    })),
  }));
}
