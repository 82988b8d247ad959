import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { CommandFailure } from '../command-failure.js';
import type { Overlay } from './overlay.js';
import { isObject } from '../../json/json.js';

type JsonObject = Record<string, JsonValue>;
type Path = readonly (string | number)[];

interface Node {
  readonly value: JsonValue;
  readonly path: Path;
}

/** A copy of a document with an overlay's actions done in their order (Overlay 1.0.0, section 4.4); `unmatched` are the targets that select nothing. */
export function applyOverlay<T>(
  document: T,
  { name, actions }: Overlay,
): { readonly document: T; readonly unmatched: readonly string[] } {
  const copy = structuredClone(document) as JsonValue;
  const unmatched: string[] = [];
  for (const { target, update, remove } of actions) {
    const nodes = select(copy, target, name);
    if (nodes.length === 0) unmatched.push(target);
    if (remove) removeNodes(copy, nodes, `${name}: ${target}`);
    else
      for (const value of new Set(nodes.map((node) => node.value)))
        updateNode(value, update as JsonValue, `${name}: ${target}`);
  }
  return { document: copy as T, unmatched };
}

function select(document: JsonValue, target: string, name: string): readonly Node[] {
  const nodes: Node[] = [];
  try {
    exec(document, target, (value, path) => void nodes.push({ value, path: [...path] as Path }));
  } catch (error) {
    throw new CommandFailure(`${name}: ${target} is not a JSONPath (RFC 9535): ${(error as Error).message}`);
  }
  return nodes;
}

function updateNode(value: JsonValue, update: JsonValue, place: string): void {
  if (Array.isArray(value)) value.push(structuredClone(update));
  else if (isObject(value) && isObject(update)) merge(value, update);
  else if (isObject(value)) throw new CommandFailure(`${place} selects an object, so update must be an object.`);
  else
    throw new CommandFailure(
      `${place} selects ${JSON.stringify(value)}. Only objects and arrays can be updated: select the parent.`,
    );
}

/** Merges objects, concatenates arrays, replaces everything else. */
function merge(target: JsonObject, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    const found = Object.hasOwn(target, key) ? target[key] : undefined;
    if (isObject(found) && isObject(value)) merge(found, value);
    else if (Array.isArray(found) && Array.isArray(value)) found.push(...structuredClone(value));
    else
      Object.defineProperty(target, key, {
        value: structuredClone(value),
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
}

/** Removes items of an array from the end, so that earlier indexes stay valid. */
function removeNodes(document: JsonValue, nodes: readonly Node[], place: string): void {
  const members = new Map<JsonValue, Set<string | number>>();
  for (const { path } of nodes) {
    const key = path.at(-1);
    if (key === undefined) throw new CommandFailure(`${place} selects the whole document, which cannot be removed.`);
    const holder = path
      .slice(0, -1)
      .reduce<JsonValue>((value, step) => (value as Record<string | number, JsonValue>)[step]!, document);
    members.set(holder, (members.get(holder) ?? new Set()).add(key));
  }
  for (const [holder, keys] of members) {
    if (Array.isArray(holder))
      for (const key of [...keys].sort((a, b) => Number(b) - Number(a))) holder.splice(Number(key), 1);
    else for (const key of keys) delete (holder as JsonObject)[key];
  }
}
