import { captureSource, type SourceReader } from '../report/load-session.js';
import { isText, requireDescription, requireOptions } from './read-arguments.js';

/** A difference that no schema shows; handlers call `input.has(behaviour)`. */
export interface Behaviour {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly source: SourceReader;
}

const behaviourBrand = Symbol.for('svckit.behaviour');

/** Names a difference that no schema shows, such as `behaviour('soft-delete', { title: 'Deleted users can be restored' })`. */
export function behaviour(id: string, options: { readonly title: string; readonly description?: string }): Behaviour {
  if (typeof id !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    throw new TypeError(
      `behaviour(): ${JSON.stringify(id)} is not a valid id. Write it in kebab-case, such as 'soft-delete'.`,
    );
  const example = `behaviour('${id}', { title: 'Deleted users can be restored' })`;
  requireOptions(options, ['title', 'description'], 'behaviour()', example);
  const { title, description } = options;
  if (!isText(title)) throw new TypeError(`Behaviour "${id}" needs a title, such as ${example}.`);
  requireDescription(description, `Behaviour "${id}"`);
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
