import {
  $ZodArray,
  $ZodDiscriminatedUnion,
  $ZodIntersection,
  $ZodLazy,
  $ZodNever,
  $ZodNullable,
  $ZodObject,
  $ZodOptional,
  $ZodRecord,
  $ZodString,
  $ZodTuple,
  type $ZodType,
  $ZodUnion,
  $ZodUnknown,
  globalRegistry,
} from 'zod/v4/core';
import { type Json } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import type { JsonSchema } from '../describe/json-schema.js';
import { marks } from '../describe/marks.js';
import type { Definition } from '../describe/schema-reader.js';
import { isNode } from '../describe/walk-schema.js';
import { standFor } from '../identity.js';
import { discriminatorOf } from './discriminator.js';
import { annotations, contentOf, fingerprint, withoutAnnotations } from './fingerprint.js';
import { leafOf, lengthChecks } from './leaf.js';

/** Trees by their content and origin, so that a schema in two places is one tree; null while one is being built. */
const built = new Map<string, $ZodType | null>();

/** The first tree of each origin, which the others are copies of. */
const originals = new Map<string, $ZodType>();

/** Builds Zod's tree from the JSON Schema of another library. */
export class TreeBuilder {
  readonly #definitions: Readonly<Record<string, Definition>>;

  constructor(definitions: Readonly<Record<string, Definition>>) {
    this.#definitions = definitions;
  }

  /** `given` may be a boolean, which takes every value or none. */
  build(given: JsonSchema | boolean, id: string | null = null): $ZodType {
    const node = isNode(given) ? given : given === false ? { not: {} } : {};
    const { $ref: reference, ...beside } = contentOf(node);
    if (typeof reference === 'string' && Object.keys(beside).length === 0) return this.#follow(reference);
    const key = `${id ?? ''} ${fingerprint(node, this.#definitions)}`;
    const known = built.get(key);
    if (known) return known;
    if (known === null) return new $ZodLazy({ type: 'lazy', getter: () => built.get(key)! });
    built.set(key, null);
    const tree = this.#identified(node, this.#kindOf(node));
    const said = annotationsOf(node, id);
    if (said) globalRegistry.add(tree as never, said as never);
    built.set(key, tree);
    return tree;
  }

  #follow(reference: string): $ZodType {
    const [, key = '', ...rest] = tokensOf(reference);
    const definition = this.#definitions[key];
    if (!definition) return new $ZodUnknown({ type: 'unknown' });
    if (rest.length === 0) return this.build(definition.schema, definition.id);
    return this.build((valueAt(definition.schema as Json, rest) ?? {}) as JsonSchema);
  }

  /** A node without an origin is known by its content: a library that shares equal schemas, such as ArkType, has no other identity. */
  #identified(node: JsonSchema, tree: $ZodType): $ZodType {
    const source = node[marks.source];
    const origin = source === undefined ? fingerprint(withoutAnnotations(node), this.#definitions) : String(source);
    const original = originals.get(origin);
    if (!original) originals.set(origin, tree);
    return original ? standFor(tree, original) : tree;
  }

  #kindOf(node: JsonSchema): $ZodType {
    const { allOf = [], anyOf, oneOf, $ref: reference, ...own } = contentOf(node);
    const options = [anyOf && { anyOf }, oneOf && { oneOf }, reference && { $ref: reference }].filter((one) => !!one);
    const sides = [...(allOf as JsonSchema[]), ...(options as JsonSchema[])];
    const isAlone = Object.keys(own).every((keyword) => keyword === 'type');
    if (sides.length > 1 || (sides.length === 1 && (!isAlone || Array.isArray(node.allOf))))
      return this.#intersection(isAlone ? sides : [own, ...sides]);
    if (options.length === 1) return this.#union((anyOf ?? oneOf) as JsonSchema[], oneOf !== undefined);
    if (Array.isArray(own.type))
      return this.#union(
        own.type.map((type) => ({ ...own, type })),
        false,
      );
    if (node.type === 'object' || isNode(node.properties)) return this.#object(node);
    if (node.type === 'array' || node.prefixItems !== undefined) return this.#array(node);
    return leafOf(node);
  }

  #intersection(sides: readonly JsonSchema[]): $ZodType {
    return sides
      .map((side) => this.build(side))
      .reduce((left, right) => new $ZodIntersection({ type: 'intersection', left, right }));
  }

  #union(given: readonly JsonSchema[], isExclusive: boolean): $ZodType {
    const options = isExclusive ? given : withEnum(given);
    if (options.length === 1) return this.build(options[0]!);
    const values = options.filter(({ type }) => type !== 'null');
    if (values.length === 1 && options.length === 2)
      return new $ZodNullable({ type: 'nullable', innerType: this.build(values[0]!) });
    const trees = options.map((option) => this.build(option));
    const discriminator = isExclusive ? discriminatorOf(options) : null;
    return discriminator === null
      ? new $ZodUnion({ type: 'union', options: trees })
      : new $ZodDiscriminatedUnion({ type: 'union', options: trees, discriminator, inclusive: false } as never);
  }

  #object(node: JsonSchema): $ZodType {
    const { properties, propertyNames, patternProperties } = node;
    const rest = node[marks.open] === true ? true : node.additionalProperties;
    if (isNode(patternProperties)) return this.#withPatterns(node, patternProperties, rest === false);
    if (!isNode(properties) && rest !== false) {
      const names = isNode(propertyNames) && Array.isArray(propertyNames.enum) ? propertyNames : null;
      return new $ZodRecord({
        type: 'record',
        keyType: names ? this.build({ type: 'string', ...names }) : new $ZodString({ type: 'string' }),
        valueType: this.build(isNode(rest) ? rest : {}),
        ...(names && { partial: true }),
      } as never);
    }
    const required = new Set(node.required as readonly string[] | undefined);
    const shape = Object.fromEntries(
      Object.entries(isNode(properties) ? properties : {}).map(([name, member]) => {
        const tree = this.build(member as JsonSchema);
        return [name, required.has(name) ? tree : new $ZodOptional({ type: 'optional', innerType: tree })];
      }),
    );
    const catchall = this.#rest(rest);
    return new $ZodObject({ type: 'object', shape, ...(catchall && { catchall }) });
  }

  /** An object beside a record for each pattern. What no pattern and no member declares is dropped, or refused where the object is closed. */
  #withPatterns(node: JsonSchema, patterns: JsonSchema, isClosed: boolean): $ZodType {
    const { patternProperties: _, ...object } = node;
    const records = Object.entries(patterns).map(
      ([pattern, value]) =>
        new $ZodRecord({
          type: 'record',
          keyType: this.build({ type: 'string', pattern }),
          valueType: this.build(value as JsonSchema),
          ...(!isClosed && { mode: 'loose', drops: true }),
        } as never),
    );
    const isEmpty = !isNode(node.properties) && !isClosed && records.length > 0;
    const sides = isEmpty ? records : [this.#object({ ...object, properties: node.properties ?? {} }), ...records];
    return sides.reduce((left, right) => new $ZodIntersection({ type: 'intersection', left, right }));
  }

  /** Undeclared members: dropped unless they are declared, as in a plain object of every library. */
  #rest(rest: unknown): $ZodType | undefined {
    if (rest === undefined) return undefined;
    if (rest === false) return new $ZodNever({ type: 'never' });
    return isNode(rest) ? this.build(rest) : new $ZodUnknown({ type: 'unknown' });
  }

  #array(node: JsonSchema): $ZodType {
    const { prefixItems, items } = node;
    const rest = isNode(items) ? this.build(items) : null;
    if (!Array.isArray(prefixItems))
      return new $ZodArray({
        type: 'array',
        element: rest ?? new $ZodUnknown({ type: 'unknown' }),
        checks: lengthChecks(node, 'Items'),
      });
    const required = typeof node.minItems === 'number' ? node.minItems : prefixItems.length;
    const trees = (prefixItems as JsonSchema[]).map((item, index) => {
      const tree = this.build(item);
      return index < required ? tree : new $ZodOptional({ type: 'optional', innerType: tree });
    });
    return new $ZodTuple({ type: 'tuple', items: trees, rest } as never);
  }
}

/** Options that are one text each, and come from no schema of their own, are one enum: ArkType has one type for both. */
function withEnum(options: readonly JsonSchema[]): readonly JsonSchema[] {
  const texts = options.filter((option) => typeof option.const === 'string' && !(marks.source in option));
  if (texts.length < 2) return options;
  const listed = { enum: texts.map((option) => option.const) };
  return options.flatMap((option) => (option === texts[0] ? [listed] : texts.includes(option) ? [] : [option]));
}

function annotationsOf(node: JsonSchema, id: string | null): object | null {
  const own = Object.fromEntries(Object.entries(node).filter(([keyword]) => annotations.has(keyword)));
  const all = id === null ? own : { ...own, id };
  return Object.keys(all).length > 0 ? all : null;
}
