import type { Json } from '../../json/json.js';
import type { Versions } from '../../changes/known-versions.js';
import type { Route } from '../../routing/table/route.js';
import type { ChangesLock, LockedSubject, Recording } from './changes-lock.js';
import { readRecorded, recordValue } from './recorded-value.js';
import { listChanges } from '../list-subjects.js';
import type { Subject, Way } from '../way.js';

/** The values that are recorded for one way of a change. */
export type DrawInputs = (way: Way) => readonly Json[];

/** The changes of every released version, as a lock keeps them. */
export function lockChanges(versions: Versions, routes: readonly Route[], draw: DrawInputs): ChangesLock {
  const listed = listChanges(versions, routes);
  return versions.released.map(({ version, changes, behaviours }) => ({
    version,
    changes: changes.map((change) => ({
      id: change.id,
      title: change.title,
      description: change.description,
      subjects: listed.find((one) => one.change === change)!.subjects.map((subject) => lockSubject(subject, draw)),
    })),
    behaviours: behaviours.map(({ id }) => id),
  }));
}

function lockSubject(subject: Subject, draw: DrawInputs): LockedSubject {
  const recorded = (direction: Way['direction']) => {
    const way = subject.ways.find((one) => one.direction === direction);
    return way ? draw(way).map((input) => replay(way, input)) : null;
  };
  return { name: subject.name, ...subject.described(), down: recorded('down'), up: recorded('up') };
}

/** What a way of a change makes of a recorded value now. */
export function replay({ convert }: Way, input: Json): Recording {
  try {
    return { input, output: recordValue(convert(readRecorded(input))) };
  } catch (error) {
    return { input, error: error instanceof Error ? error.message : String(error) };
  }
}
