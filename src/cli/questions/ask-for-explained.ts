import fc from 'fast-check';
import { changesOfLens } from '../../lens/lens-hops.js';
import { showValue } from '../../laws/show.js';
import { UngeneratableError } from '../../laws/values/values.js';
import { valuesOfInput } from '../../laws/values/values-of-input.js';
import type { Way } from '../../laws/way.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { findChange } from './ask-for-laws.js';
import { explainUse } from '../change/draftable.js';
import { lensesOfService } from './lenses-of-service.js';
import { changesOfService } from './changes-of-service.js';

interface Details {
  /** The title or the id of a change. */
  readonly name: string;
}

/** A change, as `svc change explain` shows it. */
interface Explained {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** The version that made it, and the one before it. */
  readonly version: string;
  readonly previous: string;
  readonly subjects: readonly ExplainedSubject[];
  /** The operations that it touches, as the version before has them: `GET /books`. */
  readonly operations: readonly string[];
  /** The names of the lenses whose stored values it converts. */
  readonly lenses: readonly string[];
}

interface ExplainedSubject {
  /** `Book`, `GET /books` */
  readonly name: string;
  readonly after: string;
  readonly before: string;
  readonly ways: readonly { readonly direction: Way['direction']; readonly examples: readonly Example[] }[];
}

/** A value and what becomes of it, or the message of what is thrown. */
interface Example {
  readonly from: string;
  readonly to: string | null;
  readonly error: string | null;
}

const shown = 3;

/** One change of a service, with generated examples. Rejects with a CommandFailure for an unknown one. */
export async function askForExplained(api: OpenedApi, { name }: Details): Promise<Explained> {
  const service = serviceOf(api, explainUse);
  const declared = changesOfService(service);
  const { lenses, own } = lensesOfService(api);
  const listed = [...(declared?.listed ?? []), ...own.flatMap((one) => one.listed)];
  const found = findChange(
    name,
    listed.map(({ change }) => change),
  );
  const { change, hop, subjects } = listed.find((one) => one.change === found)!;
  const { id, title, description } = change;
  const { version, previous } = hop;
  const touched = (declared?.routes ?? []).filter(
    (route) =>
      route.version === previous && route.changes.some((one) => one.version === version && one.title === title),
  );
  return {
    id,
    title,
    description,
    version,
    previous,
    lenses: lenses.filter((lens) => changesOfLens(lens).has(change)).map((lens) => lens.name),
    operations: touched.map(({ method, path }) => `${method} ${path}`),
    subjects: subjects.map((subject) => ({
      name: subject.name,
      ...subject.shapes,
      ways: subject.ways.map((way) => ({ direction: way.direction, examples: examplesOf(way) })),
    })),
  };
}

function examplesOf({ input, convert }: Way): readonly Example[] {
  return sample(input).map((value) => {
    const from = showValue(value);
    try {
      return { from, to: showValue(convert(value)), error: null };
    } catch (error) {
      return { from, to: null, error: error instanceof Error ? error.message : String(error) };
    }
  });
}

function sample(input: Way['input']): readonly unknown[] {
  try {
    const seen = new Map(
      fc.sample(valuesOfInput(input).any, { numRuns: 8 * shown, seed: 1 }).map((one) => [showValue(one), one]),
    );
    return [...seen.values()].slice(-shown);
  } catch (error) {
    if (error instanceof UngeneratableError) return [];
    throw error;
  }
}
