import { type $ZodType, clone, globalRegistry } from 'zod/v4/core';
import { standFor } from '../../schema/identity.js';
import { definitionOf, later, rebuild } from '../../schema/zod-tree.js';
import { substitute } from './counterparts.js';
import { type FrozenConstant, frozenOf } from './frozen.js';

/** Schemas in which frozen constants are what they stand for, or themselves with their id, as documents name it. */
export class FrozenForms {
  readonly #made = new Map<$ZodType, $ZodType | null>();
  /** What several constants share is one schema again. */
  readonly #inside = new Map<$ZodType, $ZodType | null>();

  /** `standsFor` finds the schema that has an id. */
  constructor(readonly standsFor: (id: string) => $ZodType | undefined = () => undefined) {}

  /** The schema itself where nothing in it is frozen. */
  of(schema: $ZodType): $ZodType {
    return substitute(schema, (one) => this.replacementOf(one), this.#inside);
  }

  /** What a frozen constant, or a copy of one, is instead; undefined for any other schema. */
  replacementOf(schema: $ZodType): $ZodType | undefined {
    const constant = frozenOf(schema);
    if (!constant) return undefined;
    const own = this.standsFor(constant.id) ?? this.#named(constant);
    if (schema === constant.schema) return own;
    const isPlain = definitionOf(schema) === definitionOf(constant.schema);
    const copy = isPlain ? clone(own) : standFor(this.#rebuilt(schema), own);
    const meta = { ...globalRegistry.get(own), ...globalRegistry.get(schema), id: constant.id };
    globalRegistry.add(copy as never, meta);
    return copy;
  }

  #named({ id, schema }: FrozenConstant): $ZodType {
    const known = this.#made.get(schema);
    if (known === null) return later(() => this.#made.get(schema)!);
    if (known) return known;
    this.#made.set(schema, null);
    const copy = this.#rebuilt(schema);
    globalRegistry.add(copy as never, { ...globalRegistry.get(schema), id });
    this.#made.set(schema, copy);
    return copy;
  }

  readonly #rebuilt = (schema: $ZodType) => rebuild(schema, (child) => this.of(child));
}
