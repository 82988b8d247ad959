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
 * Whether readers with one JSON Schema can read what was written with another; a reader fills in defaults. Members that only the
 * reader names count as not written, unless the writer's schema says something of them: an open object does not close itself to them.
 */
export function compatibility(older: Json, newer: Json, mode: CompatibilityMode): readonly DirectedCompatibility[] {
  const read = (written: Json, reader: Json) =>
    containmentOf(written as object, withReaderDefaults(reader) as object, 'none', 'usual');
  return [
    ...(mode === 'forward' ? [] : [{ direction: 'backward', found: read(older, newer) } as const]),
    ...(mode === 'backward' ? [] : [{ direction: 'forward', found: read(newer, older) } as const]),
  ];
}
