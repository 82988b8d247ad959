/** An entry that cannot be loaded; the message says where and why, `fix` what to write instead. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  constructor(
    message: string,
    readonly fix: string,
    /** Absolute source files that were read before it failed, for a watcher. */
    readonly inputs: readonly string[] = [],
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}
