const key = Symbol.for('svckit.load-inputs');
const holder = globalThis as { [key]?: Set<string> | undefined };

/** Adds what a service reads while it is loaded to `inputs`, until the returned function is called. */
export function collectInputs(inputs: Set<string>): () => void {
  holder[key] = inputs;
  return () => {
    holder[key] = undefined;
  };
}

/** Notes a file that a service is made of beside its modules, so that a watcher looks at it. */
export function noteInput(file: string): void {
  holder[key]?.add(file);
}
