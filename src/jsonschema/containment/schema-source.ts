import { isObject, type Json, type JsonObject } from '../../json/json.js';

/** The document that schemas are read from. */
export interface SchemaSource {
  /** What the `$ref` of a schema points to, one step away; undefined when there is nothing. */
  readonly target: (node: JsonObject) => Json | undefined;
  /** The schemas that a value has to pass beside the schema itself: those of allOf. */
  readonly members: (node: JsonObject) => readonly Json[];
  /** OpenAPI 3.0 ignores whatever stands beside a `$ref`. */
  readonly ignoresSiblings: boolean;
}

const hiding = { request: 'readOnly', response: 'writeOnly' } as const;

/** Whether a property is never part of what is sent in a direction. */
export function isHidden(
  { source, direction }: { readonly source: SchemaSource; readonly direction: keyof typeof hiding },
  schema: Json | undefined,
): boolean {
  const seen = new Set<Json>();
  const hides = (node: Json | undefined): boolean => {
    if (!isObject(node) || seen.has(node)) return false;
    seen.add(node);
    if (node[hiding[direction]] === true) return true;
    return (typeof node['$ref'] === 'string' && hides(source.target(node))) || source.members(node).some(hides);
  };
  return hides(schema);
}
