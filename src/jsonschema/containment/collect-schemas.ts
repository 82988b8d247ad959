import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { isIdle } from '../idle-keywords.js';
import { describeSchema, type IsIgnored } from './describe-schema.js';
import type { Inside, SchemaState } from './number-states.js';
import type { SchemaSource } from './schema-source.js';

/** A schema, and the document that its references are in. */
export interface LocatedSchema {
  readonly source: SchemaSource;
  readonly node: Json | undefined;
}

/** Collects some schemas and everything that they contain or refer to, up to those that have a number. */
export function collectSchemas(
  roots: readonly LocatedSchema[],
  isIgnored: IsIgnored,
  numberOf: (source: SchemaSource, node: Json | undefined) => number | undefined,
) {
  const states: SchemaState[] = [];
  const found = new Map<SchemaSource, Map<JsonObject, Inside>>();
  const waiting: (() => void)[] = [];

  const create = (source: SchemaSource, node: JsonObject): Inside => {
    const inside: Inside[] = [];
    const state = states.push({ text: '', inside }) - 1;
    waiting.push(() => {
      const text = describeSchema(source, node, isIgnored, (inner) => inside.push(enter(source, inner)));
      states[state] = { text, inside };
    });
    return { state };
  };
  const enter = (source: SchemaSource, written: Json | undefined): Inside => {
    const number = numberOf(source, written);
    if (number !== undefined) return { number };
    const ofSource = found.get(source) ?? new Map<Json | undefined, Inside>();
    found.set(source, ofSource as Map<JsonObject, Inside>);
    const way = followPlain(source, written, isIgnored, (node) => ofSource.has(node));
    const node = way.at(-1);
    const known = numberOf(source, node);
    const one = known === undefined ? (ofSource.get(node) ?? create(source, node as JsonObject)) : { number: known };
    for (const passed of way) ofSource.set(passed, one);
    return one;
  };

  for (const { source, node } of roots) enter(source, node);
  for (let next = waiting.pop(); next; next = waiting.pop()) next();
  return { states, found };
}

/** The way of references without siblings from a schema, or to the first of it that is known, so that inline and referenced schemas are alike. */
export function followPlain(
  source: SchemaSource,
  node: Json | undefined,
  isIgnored: IsIgnored,
  isKnown: (node: JsonObject) => boolean = () => false,
): readonly (Json | undefined)[] {
  const way = new Set<Json | undefined>([node]);
  let current = node;
  while (isObject(current) && typeof current['$ref'] === 'string' && !isKnown(current)) {
    const node = current;
    const says = (keyword: string) => keyword !== '$ref' && !isIgnored(keyword) && !isIdle(keyword, node);
    if (!source.ignoresSiblings && Object.keys(node).some(says)) break;
    const target = source.target(current);
    if (target === undefined || way.has(target)) break;
    current = target;
    way.add(current);
  }
  return [...way];
}
