/** Ends a command with a message on stderr and an exit code: 1 problems found, 2 could not run. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 2,
  ) {
    super(message);
  }
}

/** Bad usage: exit code 2. */
export function usageError(message: string): CommandFailure {
  return new CommandFailure(message, 2);
}
