import { captureSource, type SourceReader } from '../../wiring/load-session.js';
import { isReshape, type Reshape } from './reshape.js';
import type { OperationChange } from './operation.js';

/** A named difference between a version and the one before it. */
export interface Change {
  /** The kebab-case of the title unless given; used by the lock, `--only` and findings. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly reshapes: readonly Reshape[];
  readonly operations: readonly OperationChange[];
  readonly source: SourceReader;
}

export interface ChangeOptions {
  readonly id?: string;
  readonly title: string;
  /** CommonMark, for the changelog and the migration guide. */
  readonly description?: string;
  readonly schemas?: readonly Reshape[];
  readonly operations?: readonly OperationChange[];
}

const brand = Symbol.for('svckit.change');

/** Declares what one version changed. Throws a TypeError without a title. */
export function change({ id, title, description, schemas = [], operations = [] }: ChangeOptions): Change {
  if (typeof title !== 'string' || title.trim() === '')
    throw new TypeError("A change needs a title, such as change({ title: 'Lists come in pages', … }).");
  const stranger = schemas.findIndex((schema) => !isReshape(schema));
  if (stranger >= 0)
    throw new TypeError(
      `Change "${title}": entry ${stranger + 1} of schemas is not a reshape. Write reshape(schema, { before, down, up }).`,
    );
  return Object.freeze({
    [brand]: true,
    id: id ?? kebabCase(title),
    title,
    description: description ?? null,
    reshapes: Object.freeze([...schemas]),
    operations: Object.freeze([...operations]),
    source: captureSource(),
  });
}

export function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && brand in value;
}

export const kebabCase = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** A difference that no schema shows; handlers call `input.has(behaviour)`. */
export interface Behaviour {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly source: SourceReader;
}

const behaviourBrand = Symbol.for('svckit.behaviour');

/** Names a difference that no schema shows, such as `behaviour('soft-delete', { title: 'Deleted users can be restored' })`. */
export function behaviour(
  id: string,
  { title, description }: { readonly title: string; readonly description?: string },
): Behaviour {
  if (typeof id !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    throw new TypeError(
      `behaviour(): ${JSON.stringify(id)} is not a valid id. Write it in kebab-case, such as 'soft-delete'.`,
    );
  return Object.freeze({
    [behaviourBrand]: true,
    id,
    title,
    description: description ?? null,
    source: captureSource(),
  });
}

export function isBehaviour(value: unknown): value is Behaviour {
  return typeof value === 'object' && value !== null && behaviourBrand in value;
}
