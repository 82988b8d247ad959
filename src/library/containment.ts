import { schemaSource } from '../openapi/schema-source.js';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { childOf, pointerTo, tokensOf } from '../json/pointer.js';
import { createContainmentSearch, type Values } from '../jsonschema/containment/containment.js';
import type { Direction, SchemaSource } from '../jsonschema/containment/schema-source.js';
import { DocumentError } from '../openapi/load-document-text.js';
import { openDocument } from '../openapi/open-document.js';
import { behind, type LoadedDocument } from './load-document.js';

/** A schema of a loaded document, whose references lead into the document. */
export interface SchemaInDocument {
  readonly document: LoadedDocument;
  /** A JSON pointer, such as `#/components/schemas/Order`; it may lead through references. */
  readonly pointer: string;
}

/** Whether a schema accepts every value that another one accepts: a proof, a value that it refuses, or undecided. */
export type Containment =
  | { readonly holds: true }
  | {
      readonly holds: false;
      /** The smallest value that was found. */
      readonly witness: Json;
      /** What is wrong with it: `/price must be number`. */
      readonly why: string;
    }
  | {
      /** Neither a proof nor a value was found within the steps of a search. */
      readonly holds: null;
    };

/**
 * Says whether `outer` accepts every value that `inner` accepts. A value that shows the opposite was accepted for `inner`, and refused for
 * `outer`, by a validator of JSON Schema 2020-12 for which formats count.
 *
 * @param inner - A JSON Schema, whose references lead into itself, or a schema of a loaded document.
 * @param options - With a direction, members that are never sent in it are left out: read-only ones of requests, write-only ones of responses.
 * @throws {@link DocumentError} for a pointer or a reference that leads nowhere.
 */
export function containment(
  inner: boolean | object,
  outer: boolean | object,
  options: { readonly direction?: 'request' | 'response' } = {},
): Containment {
  return containmentOf(inner, outer, options.direction ?? 'none', 'strict');
}

/** As `containment`, for the values that count. */
export function containmentOf(
  inner: boolean | object,
  outer: boolean | object,
  direction: Direction,
  values: Values,
): Containment {
  const [sent, read] = [open(inner), open(outer)];
  const [base, revision] = direction === 'response' ? [read, sent] : [sent, read];
  const search = createContainmentSearch({ base: base.source, revision: revision.source });
  const nodes = { base: base.node, revision: revision.node };
  const found = search.findRefused(nodes, { direction, textual: 'no' }, values);
  if (found.kind === 'witness') return { holds: false, witness: found.witness.value, why: found.witness.why };
  return { holds: found.kind === 'contained' ? true : null };
}

function open(schema: boolean | object): { readonly node: Json; readonly source: SchemaSource } {
  if (isSchemaInDocument(schema)) {
    const { document: root } = behind(schema.document);
    return { node: schemaAt(root, schema.pointer), source: strictSource(root) };
  }
  const node = schema as Json;
  return { node, source: strictSource(isObject(node) ? node : {}) };
}

function isSchemaInDocument(schema: boolean | object): schema is SchemaInDocument {
  return typeof schema === 'object' && 'document' in schema && 'pointer' in schema;
}

function schemaAt(root: JsonObject, pointer: string): Json {
  const { resolve } = openDocument(root);
  const tokens = tokensOf(pointer);
  const found = tokens.reduce<Json | undefined>(
    (node, token) => childOf(node, token) ?? childOf(resolve(node), token),
    root,
  );
  if (isObject(found) || typeof found === 'boolean') return found;
  throw new DocumentError(
    `The document has no schema at #${pointerTo(tokens)}. Write a pointer such as #/components/schemas/Order.`,
  );
}

/** A reference that leads nowhere would accept anything. */
function strictSource(root: JsonObject): SchemaSource {
  const source = schemaSource(openDocument(root));
  return {
    ...source,
    target: (node) => {
      const target = source.target(node);
      if (target !== undefined || typeof node['$ref'] !== 'string') return target;
      throw new DocumentError(
        `$ref ${JSON.stringify(node['$ref'])} leads nowhere in its schema. For a schema of a document, pass { document, pointer }.`,
      );
    },
  };
}
