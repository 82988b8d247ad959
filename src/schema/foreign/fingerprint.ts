import { keywordsFor } from '../../jsonschema/walk-keywords.js';
import type { JsonSchema } from '../describe/json-schema.js';
import type { Definition } from '../describe/schema-reader.js';
import { hidden } from '../describe/marks.js';
import { replaceReferences } from '../describe/walk-schema.js';

const prefix = '#/$defs/';

/** The content of a schema and of what it refers to, whatever the keys of the definitions: equal for equal schemas. */
export function fingerprint(schema: JsonSchema, definitions: Readonly<Record<string, Definition>>): string {
  const order: string[] = [];
  const write = (node: JsonSchema) =>
    JSON.stringify(
      replaceReferences(node, (reference) => {
        const [name = '', ...rest] = reference.slice(prefix.length).split('/');
        if (!reference.startsWith(prefix) || !Object.hasOwn(definitions, name)) return reference;
        if (!order.includes(name)) order.push(name);
        return [order.indexOf(name), ...rest].join('/');
      }),
    );
  const parts = [write(schema)];
  for (let index = 0; index < order.length; index++) {
    const { id, schema: inner } = definitions[order[index]!]!;
    parts.push(`${id} ${write(inner)}`);
  }
  return parts.join('\n');
}

/** A node without what is said about it, and without marks. */
export function contentOf(node: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(withoutAnnotations(node)).filter(([keyword]) => !hidden.has(keyword)));
}

/** What is said about a value, and does not decide whether it is valid. */
export const annotations = keywordsFor('words', 'mark', 'direction', 'hint');

/** A node without what is said about it. */
export function withoutAnnotations(node: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !annotations.has(keyword)));
}
