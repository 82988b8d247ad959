import { escapeControls } from '../text/escape.js';

/** What JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a key that is absent reads as undefined. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The deepest nesting of values that is read: a walk through deeper ones runs out of stack. */
export const deepestNesting = 1000;

/** Whether a value is an object, not an array or null. */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, an empty one otherwise. */
export function objectAt(value: Json | undefined): JsonObject {
  return isObject(value) ? value : emptyObject;
}

/** The value when it is an array, an empty one otherwise. */
export function listAt(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : emptyList;
}

/** The value when it is a string. */
export function textAt(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value when it is a finite number. */
export function numberAt(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Equal as JSON: the order of keys does not matter, the order of items does. Values that share parts, and that nobody changes, are compared faster
 * with `known`, which remembers what was equal to what.
 */
export function sameJson(left: Json | undefined, right: Json | undefined, known?: WeakMap<object, object>): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (known?.get(left) === right) return true;
  const isSame =
    Array.isArray(left) && Array.isArray(right)
      ? left.length === right.length && left.every((item: Json, index) => sameJson(item, right[index] as Json, known))
      : isObject(left) && isObject(right) && haveSameMembers(left, right, known);
  if (isSame) known?.set(left, right);
  return isSame;
}

function haveSameMembers(left: JsonObject, right: JsonObject, known: WeakMap<object, object> | undefined): boolean {
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key], known))
  );
}

/** What equal values share and others do not, for looking them up: a value itself, or the text of a list or an object. */
export function lookupKey(value: Json): Json {
  return typeof value === 'object' && value !== null
    ? `json ${canonicalText(value)}`
    : typeof value === 'string'
      ? `text ${value}`
      : value;
}

/** JSON with the keys of objects in one order. */
function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = sortedKeys(value).filter((key) => value[key] !== undefined);
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key]!)}`).join()}}`;
}

/** JSON over several lines, with a line break at its end and no character that a terminal obeys. */
export function writeJson(value: unknown): string {
  return `${escapeControls(JSON.stringify(value, null, 2))}\n`;
}

/** Keys in code-unit order. */
export function sortedKeys(value: JsonObject): readonly string[] {
  return Object.keys(value).toSorted();
}

/** Keys of either object, each once, in code-unit order. */
export function keysOfEither(left: JsonObject, right: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].toSorted();
}

const emptyObject: JsonObject = Object.freeze({});
const emptyList: readonly Json[] = Object.freeze([]);
