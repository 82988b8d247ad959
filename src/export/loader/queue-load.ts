let last: Promise<unknown> = Promise.resolve();

/** Runs one load after the other: what they record goes through one session of the process. */
export function queueLoad<T>(load: () => Promise<T>): Promise<T> {
  const result = last.then(load);
  last = result.catch(() => {});
  return result;
}
