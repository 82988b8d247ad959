import { type $ZodType, clone, globalRegistry } from 'zod/v4/core';
import { definitionOf, later, rebuild } from '../schema/zod-tree.js';
import { substitute } from './counterparts.js';
import { type FrozenConstant, frozenOf } from './frozen.js';

/** Schemas in which frozen constants are what they stand for, or themselves with their id, as documents name it. */
export class FrozenForms {
  readonly #made = new Map<$ZodType, $ZodType | null>();
  /** Copies of constants, by what they are copies of here. */
  readonly #copies = new Map<$ZodType, Map<$ZodType, $ZodType>>();
  /** What several constants share is one schema again. */
  readonly #inside = new Map<$ZodType, $ZodType | null>();

  /** `standsFor` finds the schema that has an id; `inside` what is in the place of a schema inside a constant. */
  constructor(
    readonly standsFor: (id: string) => $ZodType | undefined = () => undefined,
    readonly inside: (schema: $ZodType) => $ZodType | undefined = () => undefined,
  ) {}

  /** The schema itself where nothing in it is frozen. */
  of(schema: $ZodType): $ZodType {
    return substitute(schema, (one) => this.replacementOf(one), this.#inside);
  }

  /** What a frozen constant, a copy of one, or a schema inside one is instead; undefined for any other schema. */
  replacementOf(schema: $ZodType): $ZodType | undefined {
    const constant = frozenOf(schema);
    if (!constant) return this.inside(schema);
    const { parent } = schema._zod;
    if (schema === constant.schema || !parent) return this.standsFor(constant.id) ?? this.#named(constant);
    const original = this.replacementOf(parent)!;
    const copies = this.#copies.get(original) ?? new Map<$ZodType, $ZodType>();
    this.#copies.set(original, copies);
    const copy = copies.get(schema) ?? copyAs(schema, parent, original);
    copies.set(schema, copy);
    return copy;
  }

  #named({ id, schema }: FrozenConstant): $ZodType {
    const known = this.#made.get(schema);
    if (known === null) return later(() => this.#made.get(schema)!);
    if (known) return known;
    this.#made.set(schema, null);
    const copy = rebuild(schema, (child) => this.of(child));
    globalRegistry.add(copy as never, { ...globalRegistry.get(schema), id });
    this.#made.set(schema, copy);
    return copy;
  }
}

/** What made a copy of a schema (`refine`, `check`, `meta` or `describe`), done to another one. */
export function copyAs(
  copy: $ZodType,
  parent: $ZodType,
  original: $ZodType,
  examples: unknown = globalRegistry.get(copy)?.examples,
): $ZodType {
  const checksOf = (one: $ZodType) => definitionOf(one).checks ?? [];
  const added = checksOf(copy).slice(checksOf(parent).length);
  const def = definitionOf(original);
  const more =
    added.length === 0
      ? def
      : Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(def)), {
          checks: [...checksOf(original), ...added],
        });
  const made = clone(original, more as never, { parent: true });
  const said: Record<string, unknown> = { ...globalRegistry.get(copy) };
  const known: Record<string, unknown> = { ...globalRegistry.get(parent), id: undefined };
  for (const key in said) if (said[key] === known[key]) delete said[key];
  if ('examples' in said) said['examples'] = examples;
  globalRegistry.add(made as never, said);
  return made;
}
