import type { Class } from './metadata.js';
import type { Source } from '../report/boot-problem.js';
import type { Injectable } from './token.js';

interface Edge {
  readonly read: () => readonly Injectable[];
  readonly source: Source | null;
}

const key = Symbol.for('svckit.dependencies');
const holder = globalThis as { [key]?: WeakMap<object, Edge> };
const edges = (holder[key] ??= new WeakMap());

/** Called by the code that the loader inserts: records which injectables a class injects on construction. */
export function recordDependencies(
  target: Class,
  read: () => readonly Injectable[],
  source: Source | null = null,
): void {
  edges.set(target, { read, source });
}

/** Own and inherited dependencies that the loader recorded; empty for a class that it has not seen. */
export function dependenciesOf(target: Class): {
  readonly injects: readonly Injectable[];
  readonly source: Source | null;
} {
  const injects: Injectable[] = [];
  for (
    let type: Class | null = target;
    typeof type === 'function';
    type = Object.getPrototypeOf(type) as Class | null
  ) {
    injects.unshift(...(edges.get(type)?.read() ?? []));
  }
  return { injects, source: edges.get(target)?.source ?? null };
}
