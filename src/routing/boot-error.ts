import { type Problem, problemLine } from '../wiring/problem.js';

/** Thrown by `createApp` when the declarations cannot be served; its message holds every problem's line. */
export class BootError extends Error {
  override readonly name = 'BootError';
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'));
  }
}
