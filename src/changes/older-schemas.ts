import { type $ZodPipeDef, type $ZodType, globalRegistry, safeParse } from 'zod/v4/core';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { shapeOnly } from '../schema/foreign/zod-tree-of.js';
import { idOf, standFor } from '../schema/identity.js';
import { definitionOf, givenBy, later, optional, rebuild } from '../schema/zod-tree.js';
import type { DeclaredReshape, Hop } from './hop.js';
import { copyAs } from './frozen-forms.js';
import { inheritMetadata } from './inherit-metadata.js';

/** `shape`: as `bare`, inside what another library parses after the way up. `filled`: as `bare`, with defaults. */
type Form = 'whole' | 'bare' | 'filled' | 'shape';

const resolving = Symbol('resolving');

/**
 * Whether a changed pipe reads the older value with its first schema alone, so that the rest of it runs on the newest one. Otherwise only what
 * comes out of it changes: all of it reads the older value.
 */
export function isReadBefore(hop: Pick<Hop, 'touches'>, pipe: $ZodType): boolean {
  const { in: first } = definitionOf(pipe) as $ZodPipeDef;
  return libraryOf(pipe) !== null || hop.touches(first as $ZodType);
}

/** The forms of schemas in the older version of a hop, each made once. */
export class OlderSchemas {
  readonly #hop: Hop;
  readonly #made: Readonly<Record<Form, Map<$ZodType, $ZodType | typeof resolving>>> = {
    whole: new Map(),
    bare: new Map(),
    filled: new Map(),
    shape: new Map(),
  };

  constructor(hop: Hop) {
    this.#hop = hop;
  }

  of(schema: $ZodType, form: Form): $ZodType {
    if (!this.#hop.touches(schema)) return form === 'shape' ? shapeOnly(schema) : schema;
    const made = this.#made[form];
    const known = made.get(schema);
    if (known === resolving)
      return standFor(
        later(() => made.get(schema) as $ZodType),
        schema,
      );
    if (known !== undefined) return known;
    made.set(schema, resolving);
    const older = (form === 'whole' ? this.#described(schema) : null) ?? this.#olderForm(schema, form);
    made.set(schema, older);
    return older;
  }

  /** A named schema of which `describe` or `meta` says more at one place stays a reference with what is said there. */
  #described(schema: $ZodType): $ZodType | null {
    const original = schema._zod.parent;
    if (!original || definitionOf(schema) !== definitionOf(original)) return null;
    const id = idOf(original);
    if (id === undefined || idOf(schema) !== id) return null;
    const examples = this.#olderExamples(schema, globalRegistry.get(schema)?.examples);
    return copyAs(schema, original, this.of(original, 'whole'), examples);
  }

  #olderForm(schema: $ZodType, form: Form): $ZodType {
    const found = this.#hop.find(schema);
    if (found) return this.#named(schema, found, form);
    return form === 'whole' ? this.#rebuildWhole(schema) : this.#rebuildBare(schema, form);
  }

  /** What a reshape names as the older shape. */
  #named(schema: $ZodType, { reshape: { trees } }: DeclaredReshape, form: Form): $ZodType {
    const before =
      form === 'whole'
        ? this.of(this.#hop.asNamed(trees.before), form)
        : this.of(this.#hop.asNamedBare(trees.before), form === 'filled' ? form : 'bare');
    return inheritMetadata(before, { site: schema, after: trees.after }, (examples) =>
      this.#olderExamples(schema, examples),
    );
  }

  #rebuildWhole(schema: $ZodType): $ZodType {
    const replace = (child: $ZodType) => this.of(child, 'whole');
    const older = this.#olderDefault(schema);
    const copy = standFor(
      older === undefined
        ? optional(replace((definitionOf(schema) as { innerType: $ZodType }).innerType))
        : rebuild(schema, replace, older as never),
      schema,
    );
    const meta = globalRegistry.get(schema);
    if (meta?.examples)
      globalRegistry.add(copy as never, { ...meta, examples: this.#olderExamples(schema, meta.examples) });
    return copy;
  }

  #rebuildBare(schema: $ZodType, form: Form): $ZodType {
    const def = definitionOf(schema);
    if (libraryOf(schema)) return this.of((def as { in: $ZodType }).in, 'shape');
    // Which members a record declares is part of its shape.
    const replace = (child: $ZodType) =>
      this.of(child, def.type === 'record' && child === def.keyType ? 'whole' : form);
    if (def.type === 'pipe' && isReadBefore(this.#hop, schema)) return replace(def.in as $ZodType);
    // What it would catch is missing, until the shape that has the last word catches it.
    if (def.type === 'catch')
      return standFor(rebuild(schema, replace, { catchValue: () => undefined } as never), schema);
    const copy =
      form !== 'filled' && (def.type === 'default' || def.type === 'prefault')
        ? optional(replace(def.innerType as $ZodType))
        : rebuild(schema, replace, { checks: [] } as never);
    return standFor(copy, schema);
  }

  /** What a default, or what a catch gives, is in the older shape, as a part of its definition; undefined where a change cannot convert it. */
  #olderDefault(schema: $ZodType): object | undefined {
    const given = givenBy(schema);
    if (!given) return {};
    const { type, innerType } = definitionOf(schema) as { readonly type: string; readonly innerType: $ZodType };
    const convert = this.#hop.conversion(innerType, 'down');
    if (!convert) return {};
    try {
      const parsed = safeParse(innerType, given.value);
      // A default inside a `before` may have the shape of its own version.
      if (!parsed.success) return {};
      const older = convert(type === 'prefault' ? parsed.data : given.value);
      return type === 'catch' ? { catchValue: () => older } : { defaultValue: older };
    } catch {
      return undefined;
    }
  }

  /** Examples of the newer shape, converted down; undefined when there are none or a change cannot convert them. */
  #olderExamples(schema: $ZodType, examples: unknown): unknown {
    const convert = this.#hop.conversion(schema, 'down');
    if (!Array.isArray(examples) || !convert) return undefined;
    try {
      return examples.map((example) => convert(example));
    } catch {
      return undefined;
    }
  }
}
