import { dependenciesOf } from './dependencies.js';
import type { Class } from './metadata.js';
import { type ModuleTree, readModules } from './module.js';
import type { BootProblem, Source } from '../report/boot-problem.js';
import { type Injectable, isToken } from './token.js';
import { missingProvider, providerCycle } from './wiring-problems.js';

/**
 * Missing providers and cycles, each naming its chain, without constructing anything.
 * It covers what the loader recorded about the service's classes, and every `provide(…, { inject })`.
 */
export function checkWiring(
  root: Class,
  builtIn: readonly Injectable[] = [],
  extra: readonly Class[] = [],
): readonly BootProblem[] {
  const tree = readModules(root);
  const known = new Set<Injectable>(builtIn);
  const done = new Set<Injectable>();
  const problems: BootProblem[] = [];

  function visit(target: Injectable, chain: readonly Injectable[], asker: Source | null): void {
    const path = [...chain, target];
    const start = chain.indexOf(target);
    if (start >= 0) return void problems.push(providerCycle(path.slice(start), asker));
    if (done.has(target) || known.has(target)) return;
    const needs = needsOf(target, tree, chain.length === 0);
    if (!needs) return void problems.push(missingProvider(path, asker));
    for (const next of needs.injects) visit(next, path, needs.source);
    done.add(target);
  }

  for (const entry of [...tree.controllers, ...extra, ...tree.providers.keys()]) visit(entry, [], null);
  return problems;
}

interface Needs {
  readonly injects: readonly Injectable[];
  readonly source: Source | null;
}

function needsOf(target: Injectable, { providers }: ModuleTree, isEntry: boolean): Needs | null {
  const shape = providers.get(target)?.shape;
  if (shape?.kind === 'value') return { injects: [], source: null };
  if (shape?.kind === 'factory') return { injects: shape.inject, source: null };
  if (shape?.kind === 'class') return dependenciesOf(shape.target);
  return isEntry && !isToken(target) ? dependenciesOf(target) : null;
}
