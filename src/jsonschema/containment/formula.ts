import type { Json, JsonObject } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { takeSteps } from './search-steps.js';
import type { SchemaSource } from './schema-source.js';

/** The types of JSON values; an integer is a number that passes a test. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Every type, the shortest values first. */
export const jsonTypes: readonly JsonType[] = ['number', 'string', 'array', 'object', 'null', 'boolean'];

/** The members of an object that a test is about: all, or those that match a pattern, without the exceptions. */
export interface Which {
  readonly pattern: string | null;
  readonly exceptNames: ReadonlySet<string>;
  readonly exceptPatterns: readonly string[];
}

/** One condition of a value. A test of a type that the value does not have passes. */
export type Test =
  | { readonly kind: 'types'; readonly types: ReadonlySet<JsonType> }
  | { readonly kind: 'values'; readonly values: readonly Json[]; readonly not: boolean }
  | { readonly kind: 'integer'; readonly not: boolean }
  | { readonly kind: 'range'; readonly min: number; readonly max: number; readonly open: boolean }
  | { readonly kind: 'multiple'; readonly of: number; readonly not: boolean }
  | { readonly kind: 'size'; readonly on: 'string' | 'array' | 'object'; readonly min: number; readonly max: number }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly not: boolean }
  | { readonly kind: 'format'; readonly on: 'string' | 'number'; readonly name: string; readonly not: boolean }
  | { readonly kind: 'items'; readonly from: number; readonly to: number; readonly is: Formula }
  | { readonly kind: 'some item'; readonly from: number; readonly to: number; readonly is: Formula }
  | { readonly kind: 'contains'; readonly is: Formula; readonly min: number; readonly max: number }
  | { readonly kind: 'unique'; readonly not: boolean }
  | { readonly kind: 'required'; readonly name: string; readonly isAsked: boolean }
  | { readonly kind: 'member'; readonly name: string; readonly is: Formula }
  | { readonly kind: 'members'; readonly which: Which; readonly is: Formula }
  | { readonly kind: 'some member'; readonly which: Which; readonly is: Formula }
  | { readonly kind: 'names'; readonly is: Formula }
  | { readonly kind: 'some name'; readonly is: Formula }
  | { readonly kind: 'declares'; readonly names: readonly string[]; readonly patterns: readonly string[] }
  | { readonly kind: 'unreadable'; readonly not: boolean };

/** What a schema says about a value: tests joined by "and" and "or", and links to schemas that are read when needed. */
export type Formula =
  | { readonly kind: 'every'; readonly of: readonly Formula[] }
  | { readonly kind: 'some'; readonly of: readonly Formula[] }
  | Link
  | Test;

/** A schema that is read when it is needed, so that circles of schemas are finite. */
export interface Link {
  readonly kind: 'link';
  /** The document of the schema. */
  readonly source: SchemaSource;
  /** The schema, which a negated link refuses. */
  readonly target: JsonObject;
  readonly negated: boolean;
  readonly read: () => Formula;
}

/** The formula that every value passes, and the one that none does. */
export const anything: Formula = Object.freeze({ kind: 'every', of: Object.freeze([]) });
export const nothing: Formula = Object.freeze({ kind: 'some', of: Object.freeze([]) });

/** Joins formulas by "and". */
export function every(of: readonly Formula[]): Formula {
  takeSteps(of.length >> 2);
  const needed = of.filter((formula) => formula !== anything);
  if (needed.includes(nothing)) return nothing;
  if (needed.length === 0) return anything;
  return needed.length === 1 ? needed[0]! : { kind: 'every', of: needed };
}

/** Joins formulas by "or". */
export function some(of: readonly Formula[]): Formula {
  takeSteps(of.length >> 2);
  const possible = of.filter((formula) => formula !== nothing);
  if (possible.includes(anything)) return anything;
  if (possible.length === 0) return nothing;
  return possible.length === 1 ? possible[0]! : { kind: 'some', of: possible };
}

export function types(...names: readonly JsonType[]): Formula {
  return names.length === 0 ? nothing : { kind: 'types', types: new Set(names) };
}

const typeOfTest: Readonly<
  Record<Exclude<Test['kind'], 'size' | 'format' | 'types' | 'values' | 'unreadable'>, JsonType>
> = {
  integer: 'number',
  range: 'number',
  multiple: 'number',
  pattern: 'string',
  items: 'array',
  'some item': 'array',
  contains: 'array',
  unique: 'array',
  required: 'object',
  member: 'object',
  members: 'object',
  'some member': 'object',
  names: 'object',
  'some name': 'object',
  declares: 'object',
};

/** The type whose values a test is about; null where it is about all. */
export function typeOf(test: Test): JsonType | null {
  if (test.kind === 'size' || test.kind === 'format') return test.on;
  return test.kind === 'types' || test.kind === 'values' || test.kind === 'unreadable' ? null : typeOfTest[test.kind];
}

/** The type of a value. */
export function typeOfValue(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

/** Whether a test is about the member of a name; null where a pattern does not decide it. */
export function concerns({ pattern, exceptNames, exceptPatterns }: Which, name: string): boolean | null {
  if (exceptNames.has(name)) return false;
  const verdicts = [
    ...(pattern === null ? [] : [matchPattern(pattern, name)]),
    ...exceptPatterns.map((except) => not(matchPattern(except, name))),
  ];
  return verdicts.includes(false) ? false : verdicts.includes(null) ? null : true;
}

/** The opposite of what is decided. */
export function not(verdict: boolean | null): boolean | null {
  return verdict === null ? null : !verdict;
}
