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
  /** False where no schema has a discriminator. */
  readonly mayDiscriminate?: boolean;
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
  const known = shown[direction].get(source) ?? { hidden: new WeakSet<JsonObject>(), sent: new WeakSet<JsonObject>() };
  shown[direction].set(source, known);
  return someSchema(
    schema,
    (node) => node[mark] === true,
    (node) => [...(typeof node['$ref'] === 'string' ? [source.target(node)] : []), ...source.members(node)],
    known.sent,
    known.hidden,
  );
}

/** The schemas of a document that are known to be hidden, and to be sent. */
type Shown = WeakMap<SchemaSource, Readonly<Record<'hidden' | 'sent', WeakSet<JsonObject>>>>;

const shown: Readonly<Record<Direction, Shown>> = {
  request: new WeakMap(),
  response: new WeakMap(),
  none: new WeakMap(),
};

/**
 * Whether a schema, or one that it leads to, passes a test; circles are fine, and so are ways that are longer than the stack. Those that are
 * found to lead to none are remembered in `refuted`, those on the way to one in `proven`.
 */
export function someSchema(
  schema: Json | undefined,
  test: (node: JsonObject) => boolean,
  next: (node: JsonObject) => readonly (Json | undefined)[],
  refuted = new WeakSet<JsonObject>(),
  proven = new WeakSet<JsonObject>(),
): boolean {
  const above = new Map<JsonObject, JsonObject | null>();
  const waiting: (readonly [node: Json | undefined, from: JsonObject | null])[] = [[schema, null]];
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const [node, from] = step;
    if (!isObject(node) || above.has(node) || refuted.has(node)) continue;
    above.set(node, from);
    if (proven.has(node) || test(node)) {
      for (let one: JsonObject | null | undefined = node; one; one = above.get(one)) proven.add(one);
      return true;
    }
    for (const one of next(node)) waiting.push([one, node]);
  }
  for (const node of above.keys()) refuted.add(node);
  return false;
}
