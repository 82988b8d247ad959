import type { $ZodType } from 'zod/v4/core';
import { missingConverter } from '../schema/describe/read-foreign.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { isSchema } from '../schema/standard-schema.js';
import { suggestName } from '../text/nearest-name.js';
import { isObject } from '../json/json.js';

type Values = Readonly<Record<string, unknown>>;

/** What a value is, for messages: `null`, `a list`, `5`, `a function`. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Values {
  return isObject(value);
}

/** Everything else is synchronous wherever its schema occurs. */
const lookUp = "operation(() => UsersController, 'list', { before, context, contextSchema, down })";

/** Throws a TypeError for what is no object and for a member that the function does not know; `example` is a right call. */
export function requireOptions(value: unknown, known: readonly string[], form: string, example: string): void {
  if (!isRecord(value))
    throw new TypeError(`${form} takes an object, but received ${describeValue(value)}. Write ${example}.`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === 'context' || unknown === 'contextSchema')
    throw new TypeError(`${form}: ${unknown} belongs to an operation. Write ${lookUp}.`);
  if (unknown !== undefined)
    throw new TypeError(
      `${form}: unknown member ${JSON.stringify(unknown)}. ${suggestName(unknown, known, `Write ${example}.`)}`,
    );
}

/** Throws a TypeError unless the value is an object with members that all pass. */
export function requireEntries(
  value: unknown,
  passes: (member: unknown) => boolean,
  form: string,
  example: string,
): void {
  if (!isRecord(value) || Object.keys(value).length === 0)
    throw new TypeError(`${form} takes the members by name. Write ${example}.`);
  const wrong = Object.entries(value).find(([, member]) => !passes(member));
  if (wrong)
    throw new TypeError(`${form}: ${JSON.stringify(wrong[0])} cannot be ${describeValue(wrong[1])}. Write ${example}.`);
}

/** Throws a TypeError for an entry of the list that does not pass, and for what is no list. */
export function requireList(
  value: unknown,
  passes: (entry: unknown) => boolean,
  { list, entry, write }: { readonly list: string; readonly entry: string; readonly write: string },
): void {
  if (!Array.isArray(value))
    throw new TypeError(`${list} must be a list, but is ${describeValue(value)}. Write ${write}.`);
  const stranger = value.findIndex((one) => !passes(one));
  if (stranger >= 0)
    throw new TypeError(`${list.replace(/(\w+)$/, `entry ${stranger + 1} of $1`)} is not ${entry}. Write ${write}.`);
}

/** Throws a TypeError for members that are there and no functions. */
export function requireFunctions(value: object, names: readonly string[], form: string): void {
  for (const name of names) {
    const member = (value as Values)[name];
    if (member !== undefined && typeof member !== 'function')
      throw new TypeError(
        `${form}: ${name} is ${describeValue(member)}. Write a function, such as ${name}: (value) => ….`,
      );
  }
}

/** Throws a TypeError for a description that is there and no text. */
export function requireDescription(description: unknown, owner: string): void {
  if (description !== undefined && typeof description !== 'string')
    throw new TypeError(`${owner}: description is ${describeValue(description)}. Write a string of CommonMark.`);
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Zod's tree of a schema that a change reads; throws a TypeError with `refusal` for what is no schema. */
export function requireTree(schema: unknown, refusal: string): $ZodType {
  const tree = zodTreeOf(schema);
  if (tree) return tree;
  if (!isSchema(schema)) throw new TypeError(refusal);
  const fix = missingConverter(schema)?.fix ?? 'Write it with types that its converter knows.';
  throw new TypeError(
    `A change finds its schemas by their JSON Schema, which a schema of ${schema['~standard'].vendor} does not have here. ${fix}`,
  );
}
