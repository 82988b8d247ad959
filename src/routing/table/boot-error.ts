import { shareClass } from '../../report/share-class.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { problemLine } from '../../report/result.js';

/** Thrown when declarations cannot be served or described, by `createApp` above all; its message holds every problem's line. */
export class BootError extends Error {
  override readonly name = 'BootError';
  constructor(readonly problems: readonly BootProblem[]) {
    super(problems.map(problemLine).join('\n'));
  }
}
shareClass(BootError, 'boot-error');
