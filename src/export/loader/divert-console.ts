/** Sends what code prints to stderr, where it cannot get between a command's results; answers how to undo it. */
export function divertConsole(): () => void {
  const { log, info, debug } = console;
  const divert = (...values: readonly unknown[]) => console.error(...values);
  Object.assign(console, { log: divert, info: divert, debug: divert });
  return () => void Object.assign(console, { log, info, debug });
}
