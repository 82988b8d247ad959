import { operationChangesOf } from '../../routing/changes/operation.js';
import fc from 'fast-check';
import type { Change } from '../../changes/change.js';
import type { DatedTrial } from '../law.js';
import { type Series, seriesOf } from '../values/series.js';
import { only, tupleOf, UngeneratableError, type Values } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import { wordsIn } from '../way.js';
import type { ClientRead, ClientWrite } from './client-exchange.js';
import type { UpdateDraw } from './judge-update.js';

/** What a client does: it writes, and may have read before. */
interface Session {
  readonly read: ClientRead | null;
  readonly write: Pick<ClientWrite, 'input'>;
}

/** What is drawn for a client: once, for all laws about it. */
export interface Draws {
  readonly series: Series;
  /** As many runs as a law of one change has, for the shrinking of what fails too. */
  readonly runs: number;
  /** The values of these runs. */
  readonly all: readonly UpdateDraw[];
  /** Some of them, for laws that look at several values together. */
  readonly some: readonly UpdateDraw[];
}

const samples = 60;

export const changesOf = ({ read, write }: Session & { readonly write: ClientWrite }): readonly Change[] => [
  ...new Set([...write.operation.changes, ...(read?.operation.changes ?? [])]),
];

/** Draws what is stored twice, and two requests that write; null where a schema has no values. */
export function drawUpdates(
  session: Session,
  changes: readonly Change[],
  { runs, seed, asOf }: DatedTrial,
): Draws | null {
  try {
    const series = seriesOfSession(session, changes, asOf);
    const most = Math.max(runs, series.leading + Math.ceil(runs / 2));
    const drawn = drawFrom(series, Math.max(most, samples), seed);
    return { series, runs: most, all: drawn.slice(0, most), some: drawn.slice(0, samples) };
  } catch (error) {
    return nullWhereUngeneratable(error);
  }
}

/** The same values, but only those that laws look at together. */
export function drawSome(
  session: Session,
  changes: readonly Change[],
  { seed, asOf }: DatedTrial,
): Draws['some'] | null {
  try {
    return drawFrom(seriesOfSession(session, changes, asOf), samples, seed);
  } catch (error) {
    return nullWhereUngeneratable(error);
  }
}

function seriesOfSession({ read, write }: Session, changes: readonly Change[], today: Date): Series {
  const functions = changes.flatMap((change) => [...change.reshapes, ...operationChangesOf(change)]);
  const words = [...new Set(functions.flatMap(({ up, down }) => [...wordsIn(up), ...wordsIn(down)]))];
  const drawing = { words, bounds: { today } };
  const stored = read ? valuesOfInput(read.input, { ...drawing, side: 'output' }) : only(undefined);
  const request = valuesOfInput(write.input, { ...drawing, side: 'input' });
  const any = (values: Values) => ({ ...values, each: [values.any] });
  return seriesOf(tupleOf([stored, any(stored), request, any(request)]));
}

const drawFrom = (series: Series, count: number, seed: number) =>
  fc.sample(series.start(), { numRuns: count, seed }) as unknown as readonly UpdateDraw[];

/** What cannot be generated is reported for the change itself, or concerns an operation that no change touches. */
function nullWhereUngeneratable(error: unknown): null {
  if (error instanceof UngeneratableError) return null;
  throw error;
}
