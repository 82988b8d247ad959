import type { Change } from '../../routing/changes/change.js';
import { type Series, seriesOf } from '../values/series.js';
import { only, tupleOf, UngeneratableError, type Values } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import { wordsIn } from '../way.js';
import type { ClientRead, ClientWrite } from './client-exchange.js';

/** What a client does: it writes, and may have read before. */
interface Session {
  readonly read: ClientRead | null;
  readonly write: Pick<ClientWrite, 'input'>;
}

export const changesOf = ({ read, write }: Session & { readonly write: ClientWrite }): readonly Change[] => [
  ...new Set([...write.operation.changes, ...(read?.operation.changes ?? [])]),
];

/** Draws what is stored twice, and two requests that write; null where a schema has no values. */
export function drawUpdates({ read, write }: Session, changes: readonly Change[], today: Date): Series | null {
  const functions = changes.flatMap(({ reshapes, operations }) => [...reshapes, ...operations]);
  const words = [...new Set(functions.flatMap(({ up, down }) => [...wordsIn(up), ...wordsIn(down)]))];
  const drawing = { words, bounds: { today } };
  try {
    const stored = read ? valuesOfInput(read.input, { ...drawing, side: 'output' }) : only(undefined);
    const request = valuesOfInput(write.input, { ...drawing, side: 'input' });
    const any = (values: Values) => ({ ...values, each: [values.any] });
    return seriesOf(tupleOf([stored, any(stored), request, any(request)]));
  } catch (error) {
    // What cannot be generated is reported for the change itself, or concerns an operation that no change touches.
    if (error instanceof UngeneratableError) return null;
    throw error;
  }
}
