import { problemLine } from '../wiring/problem.js';
import { CommandFailure } from './command-failure.js';
import type { OpenedService } from './open-service.js';

/** A document of routes that cannot be served would promise what is not there: throws with every problem's line. */
export function refuseProblems({ table, problems }: OpenedService): void {
  const errors = [...problems, ...table.problems].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new CommandFailure(errors.map(problemLine).join('\n'), 1);
}
