import type { AnyNode } from 'acorn';

/** Calls `visit` for each node right below a node, in the order of the text. */
export function visitChildren(node: AnyNode, visit: (child: AnyNode) => void): void {
  for (const value of Object.values(node) as unknown[]) {
    if (isNode(value)) visit(value);
    else if (Array.isArray(value)) for (const element of value as unknown[]) if (isNode(element)) visit(element);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string';
}

/** Answers whether a node's text holds a match of `pattern`, so that a walk can leave the rest of a big tree alone. */
export function textFilter(code: string, pattern: RegExp): (node: AnyNode) => boolean {
  const places = [...code.matchAll(pattern)].map(({ index }) => index);
  return ({ start, end }) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < places.length && places[low]! < end;
  };
}
