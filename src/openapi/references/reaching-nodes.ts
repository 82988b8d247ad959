import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../open-document.js';

/** Members whose own members have names that somebody chose. */
const maps: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions responses content headers'.split(' '),
);

/** Members that hold values, and no schema of a request or an answer. */
const values: ReadonlySet<string> = new Set(['links', 'example', 'examples', 'default', 'enum', 'const']);

/** Where a search begins, with what else belongs to it. */
export interface Start {
  readonly node: JsonObject;
  readonly beside?: readonly JsonObject[];
}

/**
 * The starts that refer to one of some targets, directly or through others, and all between: each part of the document is read once,
 * whatever it holds. `aside` are members that are not read.
 */
export function reachingNodes(
  document: OpenDocument,
  starts: readonly Start[],
  isTarget: (node: JsonObject, reference: JsonObject) => boolean,
  aside: readonly string[] = [],
): ReadonlySet<JsonObject> {
  const unread = new Set([...values, ...aside]);
  const referring = new Map<JsonObject, JsonObject[]>();
  const targets = new Set<JsonObject>();
  const entered = new Set<JsonObject>();
  const open: JsonObject[] = [];

  const enter = (node: JsonObject) => {
    if (entered.has(node)) return;
    entered.add(node);
    open.push(node);
  };
  const read = (value: Json | undefined, owner: JsonObject, isMap = false): void => {
    if (Array.isArray(value)) for (const item of value) read(item as Json, owner);
    if (!isObject(value)) return;
    const target = typeof value['$ref'] === 'string' && !isMap ? document.target(value) : undefined;
    if (isObject(target)) {
      referring.set(target, referring.get(target) ?? []);
      referring.get(target)!.push(owner);
      if (isTarget(target, value)) targets.add(target);
      enter(target);
    }
    for (const key in value)
      if (isMap || !(unread.has(key) || key.startsWith('x-'))) read(value[key], owner, !isMap && maps.has(key));
  };

  for (const { node, beside = [] } of starts) {
    enter(node);
    for (const other of beside) read(other, node);
  }
  for (let node = open.pop(); node; node = open.pop()) read(node, node);

  const reaching = new Set(targets);
  for (const node of reaching) for (const owner of referring.get(node) ?? []) reaching.add(owner);
  return reaching;
}
