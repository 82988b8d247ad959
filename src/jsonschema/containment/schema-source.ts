import { isObject, type Json, type JsonObject } from '../../json/json.js';

/** The document that schemas are read from. */
export interface SchemaSource {
  /** What the `$ref` of a schema points to, one step away; undefined when there is nothing. */
  readonly target: (node: JsonObject) => Json | undefined;
  /** The schemas that a value has to pass beside the schema itself: those of allOf. */
  readonly members: (node: JsonObject) => readonly Json[];
  /** The schemas that references lead to by name, as far as they are known beforehand. */
  readonly named?: () => readonly Json[];
  /** OpenAPI 3.0 ignores whatever stands beside a `$ref`. */
  readonly ignoresSiblings: boolean;
}

/** The schemas that a schema refers to and joins. */
export function joinedBy(source: SchemaSource, node: JsonObject): readonly Json[] {
  const target = typeof node['$ref'] === 'string' ? source.target(node) : undefined;
  if (target !== undefined && source.ignoresSiblings) return [target];
  return [...(target === undefined ? [] : [target]), ...source.members(node)];
}

const hiding = { request: 'readOnly', response: 'writeOnly', none: null } as const;

/** Who sends values; `none` where nothing is sent, so that nothing is left out. */
export type Direction = keyof typeof hiding;

/** Whether a property is never part of what is sent in a direction. */
export function isHidden(
  { source, direction }: { readonly source: SchemaSource; readonly direction: Direction },
  schema: Json | undefined,
): boolean {
  const mark = hiding[direction];
  if (mark === null) return false;
  const seen = new Set<Json>();
  const hides = (node: Json | undefined): boolean => {
    if (!isObject(node) || seen.has(node)) return false;
    seen.add(node);
    if (node[mark] === true) return true;
    return (typeof node['$ref'] === 'string' && hides(source.target(node))) || source.members(node).some(hides);
  };
  return hides(schema);
}
