import type { Scope } from './lost-digits.js';
import type { Path, Places } from './places.js';
import type { Spelled } from './spelled.js';

/** A part of the value that is written. */
export interface Part {
  readonly value: unknown;
  /** What it was made of; null for what a change made of nothing that is known. */
  readonly node: Spelled | null;
  /** What the node was read as; undefined where that is not known. */
  readonly sent: unknown;
  readonly places: Places | null;
  /** Whether a function of a change may have made it, which gives members other names and lists another order. */
  readonly isComputed: boolean;
  /** The object around it between whose objects members move; null where they do not. */
  readonly frame: Frame | null;
  readonly scope: Scope;
}

export interface Frame {
  readonly node: Spelled;
  readonly places: Places;
  /** From the object to the part. */
  readonly path: Path;
}

/** A member of an object that is written. */
export interface Member {
  readonly name: string;
  readonly part: Part;
}

export type Values = Readonly<Record<string, unknown>>;

/** What a part was made of. */
export type Found = Pick<Part, 'node' | 'sent'>;

/** What is in another part. */
export function inside(
  { scope }: Part,
  value: unknown,
  { node, sent }: Found,
  places: Places | null,
  isComputed: boolean,
): Part {
  // Only what is computed is looked for elsewhere.
  const own = isComputed && node !== null ? { node, around: scope } : scope;
  return { value, node, sent, places, isComputed, frame: null, scope: own };
}

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const memberOf = (owner: unknown, name: string | number): unknown =>
  isContainer(owner) && Object.hasOwn(owner, name) ? (owner as Readonly<Record<string, unknown>>)[name] : undefined;

/** What JSON.stringify() leaves out of an object. */
export const isLeftOut = (value: unknown) =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';
