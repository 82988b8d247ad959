import type { SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import type { MemberPlace } from './member-index.js';
import type { Use } from './use.js';

/** Collects uses at nodes of the code, each once. */
export function useCollector() {
  const uses = new Map<string, Use>();
  const add = (node: SyntaxNode, found: Pick<Use, 'operation' | 'kind'> & Partial<Use>): void => {
    const { fileName: file, text } = fileOf(node);
    const start = node.getStart();
    const line = text.slice(0, start).split(/\r\n|[\n\r\u2028\u2029]/).length;
    const range = { file, start, end: node.end, line };
    const use: Use = { status: null, member: '', isExhaustive: false, isAlways: false, ...found, ...range };
    uses.set(JSON.stringify(use), use);
  };
  return {
    add,
    /** Adds what stands at some places of operations. */
    addPlaces: (node: SyntaxNode, places: readonly MemberPlace[], more: Partial<Use> = {}): void => {
      for (const { operation, status, member } of places)
        add(node, { operation, status, member, kind: status === null ? 'send' : 'read', ...more });
    },
    list: (): readonly Use[] => [...uses.values()],
  };
}
