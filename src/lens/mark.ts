import { describeValue } from '../changes/read-arguments.js';

/** The mark of a stored value: a version, as text or as the bytes of a message's header. Absent for a value that was stored without one. */
export type Mark = string | Uint8Array | null | undefined;

/** A value of a shape that only a newer build knows, as it is stored. */
export interface NewerValue {
  readonly value: unknown;
  readonly shape: string;
}

const brand = Symbol.for('svckit.newer-value');

export function newerValue(value: unknown, shape: string): NewerValue {
  return Object.freeze(Object.defineProperty({ value, shape }, brand, { value: true }));
}

/** Whether `read` returned a value of a newer shape as it is stored. */
export function isNewer(result: unknown): result is NewerValue {
  return (result as Readonly<Record<symbol, unknown>> | null | undefined)?.[brand] === true;
}

const utf8 = new TextDecoder();

/** The version that a mark names; null without one. */
export const versionOf = (mark: Mark): string | null =>
  mark instanceof Uint8Array ? utf8.decode(mark) : mark === undefined ? null : mark;

/** Whether a mark may be the version of a newer build: what no version is called says that the mark itself is wrong. */
export const mayBeVersion = (mark: unknown): mark is string =>
  typeof mark === 'string' && /^[\w.~-]{1,100}$/.test(mark);

/** Throws a TypeError for what `read` cannot do with newer values. */
export function requireNewer(newer: unknown): void {
  if (newer !== undefined && newer !== 'pass')
    throw new TypeError(`newer is ${describeValue(newer)}. Write 'pass', or leave it out.`);
}
