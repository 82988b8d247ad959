import { isObject, type Json, type JsonObject } from '../json/json.js';
import { printExpression } from '../source/print-expression.js';
import { withArticle } from '../text/with-article.js';
import type { OperationShape } from './operation-shape.js';
import type { Member, Step, Uses } from './step.js';
import { literalOf } from './ways.js';
import { keyOf, todo } from './write.js';

/** A schema that differs in the older version. */
export interface Draft {
  /** Its id in documents. */
  readonly id: string;
  /** The constant that declares it. */
  readonly constant: string;
  /** What handlers are written for, and what the older version has. */
  readonly newer: JsonObject;
  readonly older: JsonObject;
  readonly uses: Uses;
  /** The version that the older shape is of. */
  readonly version: string;
}

/** An operation that differs in the older version. */
export interface OperationDraft {
  /** The constant of the class that declares its handler, and the handler. */
  readonly controller: string;
  readonly handler: string;
  readonly newer: OperationShape;
  readonly older: OperationShape;
  /** The older path, relative to the controller, where it differs. */
  readonly path: string | null;
  /** The version that the older form is of. */
  readonly version: string;
}

/** The constant of what a reference leads to; null where none is known. */
export type ConstantOf = (reference: JsonObject) => string | null;

/** The older shape of a schema, given the name of the newer one. */
export type Part = (schema: string) => string;

/** What an older request stands for; `literal` writes a value that must keep its type. */
export const impliedValue = (
  { name, value }: Extract<Step, { kind: 'added' }>,
  { id, version }: Draft,
  literal = literalOf,
) =>
  value
    ? value.known === undefined
      ? 'undefined'
      : (value.isOneOf ? literal : literalOf)(value.known)
    : todo(`Which ${name} has ${withArticle(id)} that version ${version} sends?`);

/** What older clients see of a member that is gone; null for nothing. */
export const shownValue = ({ name, older }: Extract<Step, { kind: 'removed' }>, { id, version }: Draft) =>
  older.isRequired
    ? `${keyOf(name)}: ${todo(`Which ${name} does version ${version} show for ${withArticle(id)}?`)}`
    : null;

/** The older schemas of members as those of an object; null where one has no constant. */
export function memberSchemas(
  members: readonly (readonly [string, Member])[],
  constantOf: ConstantOf,
): readonly string[] | null {
  const written = members.map(([name, { schema, isRequired }]) => {
    const text = printExpression(schema, constantOf);
    return text && `${keyOf(name)}: ${isRequired || hasDefault(schema) ? text : `${text}.optional()`}`;
  });
  return written.includes(null) ? null : (written as readonly string[]);
}

const hasDefault = (schema: Json) => isObject(schema) && schema['default'] !== undefined;
