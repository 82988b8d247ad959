import { operationChangesOf, type RequestParts } from '../../routing/changes/operation.js';
import fc from 'fast-check';
import type { Change } from '../../changes/change.js';
import type { DatedTrial } from '../law.js';
import { type Series, seriesOf } from '../values/series.js';
import { later, only, plain, tupleOf, UngeneratableError } from '../values/values.js';
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

/** What a client that only asks does: a request, and what is stored. */
export type QueryDraw = readonly [stored: unknown, request: RequestParts];

const samples = 60;

export const changesOf = ({ read, write }: Session & { readonly write: ClientWrite }): readonly Change[] => [
  ...new Set([...write.operation.changes, ...(read?.operation.changes ?? [])]),
];

/** Draws what is stored and a request that writes, and another of both for each caller; null where a schema has no values. */
export function drawUpdates(
  session: Session,
  changes: readonly Change[],
  { runs, seed, asOf }: DatedTrial,
): Draws | null {
  try {
    const { stored, request } = valuesOfSession(session, changes, asOf);
    const series = seriesOf(tupleOf([stored, request, plain(later(stored.any)), plain(later(request.any))]));
    const most = Math.max(runs, series.leading + Math.ceil(runs / 2));
    const drawn = drawFrom<UpdateDraw>(series, Math.max(most, samples), seed);
    return { series, runs: most, all: drawn.slice(0, most), some: drawn.slice(0, samples) };
  } catch (error) {
    return nullWhereUngeneratable(error);
  }
}

/** Draws what is stored, and a request that asks for it; null where a schema has no values. */
export function drawQueries(
  session: Session,
  changes: readonly Change[],
  { seed, asOf }: DatedTrial,
): readonly QueryDraw[] | null {
  try {
    const { stored, request } = valuesOfSession(session, changes, asOf);
    return drawFrom(seriesOf(tupleOf([stored, request])), samples, seed);
  } catch (error) {
    return nullWhereUngeneratable(error);
  }
}

function valuesOfSession({ read, write }: Session, changes: readonly Change[], today: Date) {
  const functions = changes.flatMap((change) => [...change.reshapes, ...operationChangesOf(change)]);
  const words = [...new Set(functions.flatMap(({ up, down }) => [...wordsIn(up), ...wordsIn(down)]))];
  const drawing = { words, bounds: { today } };
  return {
    stored: read ? valuesOfInput(read.input, { ...drawing, side: 'output' }) : only(undefined),
    request: valuesOfInput(write.input, { ...drawing, side: 'input' }),
  };
}

const drawFrom = <Draw>(series: Series, count: number, seed: number) =>
  fc.sample(series.start(), { numRuns: count, seed }) as readonly Draw[];

/** What cannot be generated is reported for the change itself, or concerns an operation that no change touches. */
function nullWhereUngeneratable(error: unknown): null {
  if (error instanceof UngeneratableError) return null;
  throw error;
}
