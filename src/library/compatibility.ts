import type { Json } from '../json/json.js';
import { type Containment, containmentOf } from './containment.js';
import { withReaderDefaults } from './reader-defaults.js';

/** Who must be able to read what, in the words of Confluent's Schema Registry. */
export type CompatibilityMode = 'backward' | 'forward' | 'full';

/** One direction: `backward` is new readers and old data, `forward` is old readers and new data. */
export interface DirectedCompatibility {
  readonly direction: 'backward' | 'forward';
  readonly found: Containment;
}

/**
 * What writers send beside the members that their schema names. `strict`: whatever it allows, so that an open object clashes with a member that
 * a reader begins to name; `lenient`: nothing, unless the schema says something of it. Confluent's compatibility policies.
 */
export type CompatibilityPolicy = 'strict' | 'lenient';

/** Whether readers with one JSON Schema can read what was written with another; a reader fills in defaults. */
export function compatibility(
  older: Json,
  newer: Json,
  mode: CompatibilityMode,
  policy: CompatibilityPolicy = 'strict',
): readonly DirectedCompatibility[] {
  const values = policy === 'strict' ? 'strict' : 'usual';
  const read = (written: Json, reader: Json) =>
    containmentOf(written as object, withReaderDefaults(reader) as object, 'none', values);
  return [
    ...(mode === 'forward' ? [] : [{ direction: 'backward', found: read(older, newer) } as const]),
    ...(mode === 'backward' ? [] : [{ direction: 'forward', found: read(newer, older) } as const]),
  ];
}
