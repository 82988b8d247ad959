import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { collectSchemas, followPlain, type LocatedSchema } from './collect-schemas.js';
import { isIgnored, type Discriminator } from './describe-schema.js';
import { type Numbers, numberStates } from './number-states.js';
import type { SchemaSource } from './schema-source.js';

/** Numbers schemas by what they say. */
export interface SchemaClasses {
  /** A number that schemas share which are written alike, annotations aside and wherever references lead; circles are fine. */
  readonly classOf: (source: SchemaSource, node: Json | undefined) => number;
}

/**
 * Numbers the schemas of several documents: all named ones at once, others when they are asked for. A circle of schemas without names that is
 * written twice may get two numbers. A discriminator is an annotation unless it `counts`.
 */
export function schemaClasses(
  sources: readonly SchemaSource[],
  discriminator: Discriminator = 'ignored',
): SchemaClasses {
  const known = new Map<SchemaSource, Map<JsonObject, number>>();
  const numbers = createNumbers();
  const [everything, nothing] = [numbers.of('[]'), numbers.of('false')];
  const find = (source: SchemaSource, node: Json | undefined): number | undefined => {
    if (!isObject(node)) return node === false ? nothing : everything;
    return known.get(source)?.get(node);
  };
  const add = (roots: readonly LocatedSchema[]): void => {
    const { states, found } = collectSchemas(roots, isIgnored(discriminator), find);
    const classes = numberStates(states, numbers);
    for (const [source, ofSource] of found) {
      const list = known.get(source) ?? new Map<JsonObject, number>();
      known.set(source, list);
      for (const [node, { state, number }] of ofSource) list.set(node, number ?? classes[state]!);
    }
  };
  let unread = sources;
  return {
    classOf: (source, node) => {
      const found = find(source, node);
      if (found !== undefined) return found;
      const named = unread.flatMap((one) => (one.named?.() ?? []).map((schema) => ({ source: one, node: schema })));
      unread = [];
      add([...named, { source, node }]);
      return find(source, node)!;
    },
  };
}

function createNumbers(): Numbers {
  const known = new Map<string, number>();
  let last = 0;
  const create = () => (last += 1);
  return {
    create,
    of: (text) => {
      const number = known.get(text) ?? create();
      known.set(text, number);
      return number;
    },
  };
}

/** Finds one schema that stands for all that are written alike in a document; none that only refers to another. */
export function representatives(
  source: SchemaSource,
  { classOf } = schemaClasses([source], 'counts'),
): (node: JsonObject) => JsonObject {
  const known = new Map<number, JsonObject>();
  return (written) => {
    const number = classOf(source, written);
    const found = known.get(number);
    if (found) return found;
    const node = followPlain(source, written, isIgnored('counts')).at(-1);
    const one = isObject(node) ? node : written;
    known.set(number, one);
    return one;
  };
}
