import { isObject, type Json, type JsonObject } from '../json/json.js';
import { mapSubschemas } from '../jsonschema/walk-keywords.js';

/** Nodes in their order, but each behind those that it needs; in a circle, the one that is met first comes last. */
export function inOrderOfNeed<Node>(nodes: readonly Node[], needsOf: (node: Node) => readonly Node[]): readonly Node[] {
  const met = new Set<Node>();
  const ordered: Node[] = [];
  const open: { readonly node: Node; readonly needs: Iterator<Node> }[] = [];
  const enter = (node: Node): void => {
    if (met.has(node)) return;
    met.add(node);
    open.push({ node, needs: needsOf(node)[Symbol.iterator]() });
  };
  for (const start of nodes) {
    enter(start);
    for (let current = open.at(-1); current; current = open.at(-1)) {
      const { value, done } = current.needs.next();
      if (done !== true) enter(value);
      else ordered.push(open.pop()!.node);
    }
  }
  return ordered;
}

/** For each node in a circle, those that need it and that it needs, itself included; empty for every other (S. R. Kosaraju). */
export function circlesOf<Node>(
  nodes: readonly Node[],
  needsOf: (node: Node) => readonly Node[],
): ReadonlyMap<Node, ReadonlySet<Node>> {
  const needing = new Map<Node, Node[]>(nodes.map((node) => [node, []]));
  for (const node of nodes) for (const needed of needsOf(node)) needing.get(needed)?.push(node);
  const circles = new Map<Node, ReadonlySet<Node>>();
  for (const start of inOrderOfNeed(nodes, needsOf).toReversed()) {
    if (circles.has(start)) continue;
    const circle = new Set([start]);
    for (const node of circle) for (const other of needing.get(node) ?? []) if (!circles.has(other)) circle.add(other);
    const isCircle = circle.size > 1 || needsOf(start).includes(start);
    for (const node of circle) circles.set(node, isCircle ? circle : new Set());
  }
  return circles;
}

/** The references inside a schema, in its order. */
export function referencesIn(schema: Json | undefined): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const found: JsonObject[] = typeof schema['$ref'] === 'string' ? [schema] : [];
  mapSubschemas(schema, (inner) => found.push(...referencesIn(inner as Json)));
  return found;
}
