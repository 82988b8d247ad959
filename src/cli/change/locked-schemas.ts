import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { bare } from '../../draft/members.js';
import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import type { BothSides } from '../../draft/example.js';
import { type Side, sideOf } from '../../draft/sample-value.js';
import { openDocument } from '../../openapi/open-document.js';
import { schemaSource } from '../../openapi/schema-source.js';
import { findOrigin } from '../../openapi/references/find-origin.js';
import type { SchemaConstant } from '../../release/find-constants.js';
import type { DraftInput } from './draft-input.js';

export const schemasOf = (document: JsonObject) => objectAt(objectAt(document['components'])['schemas']);

export const bareJson = (schema: Json | undefined) => bare(schema) as Json | undefined;

/** The schema that a place refers to, and the one that it is written in. */
export function schemasAt(document: JsonObject, pointer: string): readonly string[] {
  const origin = findOrigin(document, tokensOf(pointer));
  const node = valueAt(document, origin);
  const places = [isObject(node) ? tokensOf(String(node['$ref'] ?? '').replace(/^#/, '')) : [], origin];
  return places.flatMap(([first, kind, name]) => (first === 'components' && kind === 'schemas' && name ? [name] : []));
}

/** The names of the schemas that one refers to, directly or inside another one. */
export function referredBy(name: string, document: JsonObject, found: Set<string> = new Set()): ReadonlySet<string> {
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const item of node as readonly Json[]) visit(item);
    if (!isObject(node)) return;
    const [first, kind, other] = tokensOf(String(node['$ref'] ?? '').replace(/^#/, ''));
    if (first === 'components' && kind === 'schemas' && other !== undefined && !found.has(other)) {
      found.add(other);
      referredBy(other, document, found);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(schemasOf(document)[name]);
  return found;
}

/** Where requests and answers have different forms of a schema, that of requests is called `BookInput`. */
export const inputName = (id: string) => `${id}Input`;

/** The id of a schema, whose form for requests has a name of its own. */
export function idOf(name: string, document: JsonObject): string {
  const base = name.replace(/Input$/, '');
  return schemasOf(document)[base] === undefined ? name : base;
}

/** A schema as it is declared: what requests may send, and which members answers have. */
export function shapeOf(id: string, { document }: ContractLock): JsonObject | null {
  const schemas = schemasOf(document);
  const [output, input] = [schemas[id], schemas[inputName(id)]];
  if (!isObject(output)) return null;
  return isObject(input) ? { ...input, required: output['required'] } : output;
}

/** What a schema says where a reference to a shared one leads. */
export const lookIn = (document: JsonObject) => (schema: Json) => {
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  if (typeof reference !== 'string') return schema;
  return (valueAt(document, tokensOf(reference.slice(1))) as Json | undefined) ?? schema;
};

const opened = new WeakMap<JsonObject, Side>();

/** The schemas of a document, as examples are made of them. */
function openSide(document: JsonObject): Side {
  const known = opened.get(document);
  if (known) return known;
  const side = sideOf(lookIn(document), schemaSource(openDocument(document)));
  opened.set(document, side);
  return side;
}

/** The documents of handlers and of the older version, as examples are made of them. */
export const sidesOf = ({ live, promised }: Pick<DraftInput, 'live' | 'promised'>): BothSides => ({
  newer: openSide(live.document),
  older: openSide(promised.document),
});

/** Names the constants that a draft needs, and lists them. */
export function constantNames({ constants, next, promised }: DraftInput) {
  const named: SchemaConstant[] = [];
  const nameOf = (one: SchemaConstant) => {
    named.push(one);
    return next?.localOf(one) ?? one.name;
  };
  const constantOf = ({ $ref }: JsonObject) => {
    const other = constants.get(idOf(tokensOf(String($ref).replace(/^#/, '')).at(-1) ?? '', promised.document));
    return other && !next?.isLoadedBy(other.file) ? nameOf(other) : null;
  };
  return { named, nameOf, constantOf };
}
