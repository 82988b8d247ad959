import { operationsIn } from './operation-stage.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { readController } from '../declare/declaration.js';
import type { Binding } from '../table/binding.js';
import { pathFaults } from '../table/declaration-problems.js';
import { injectableName } from '../../wiring/token.js';
import type { Hop } from '../../changes/hop.js';

/** Older paths that are none. */
export function invalidOlderPaths(hop: Hop, bindings: readonly Binding[]): readonly BootProblem[] {
  return operationsIn(hop).flatMap(({ before, controller, handler, change }) => {
    const target = controller();
    const { controller: declared } = readController(target);
    const isServed = bindings.some((one) => one.target === target && String(one.key) === handler);
    if (before.path === undefined || !declared || !isServed) return [];
    const name = `${injectableName(target)}.${handler}`;
    const owner = `The change "${change.title}" of version ${hop.version}: the older path of ${name}()`;
    return pathFaults(owner, declared.path, before.path, { source: change.source(), handler: name });
  });
}
