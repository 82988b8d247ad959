import { isObject, type Json, type JsonObject } from '../json/json.js';
import { mapSubschemas } from '../jsonschema/walk-keywords.js';

/** Nodes in their order, but each behind those that it needs; in a circle, the one that is met first comes last. */
export function inOrderOfNeed<Node>(nodes: readonly Node[], needsOf: (node: Node) => readonly Node[]): readonly Node[] {
  const met = new Set<Node>();
  const ordered: Node[] = [];
  const visit = (node: Node): void => {
    if (met.has(node)) return;
    met.add(node);
    for (const needed of needsOf(node)) visit(needed);
    ordered.push(node);
  };
  for (const node of nodes) visit(node);
  return ordered;
}

/** For each node, those that need it and that it needs, itself included; none where it is in no circle. */
export function circlesOf<Node>(
  nodes: readonly Node[],
  needsOf: (node: Node) => readonly Node[],
): ReadonlyMap<Node, ReadonlySet<Node>> {
  const reached = new Map(nodes.map((node) => [node, reachedFrom(node, needsOf)]));
  return new Map(
    nodes.map((node) => [node, new Set([...reached.get(node)!].filter((other) => reached.get(other)?.has(node)))]),
  );
}

function reachedFrom<Node>(start: Node, needsOf: (node: Node) => readonly Node[]): ReadonlySet<Node> {
  const reached = new Set<Node>();
  const waiting = [...needsOf(start)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    waiting.push(...needsOf(node));
  }
  return reached;
}

/** The references inside a schema, in its order. */
export function referencesIn(schema: Json | undefined): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const found: JsonObject[] = typeof schema['$ref'] === 'string' ? [schema] : [];
  mapSubschemas(schema, (inner) => found.push(...referencesIn(inner as Json)));
  return found;
}
