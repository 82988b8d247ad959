let running = 0;

/** Runs a build of esbuild. */
export function building<T>(build: () => Promise<T>): Promise<T> {
  running += 1;
  return build().finally(() => (running -= 1));
}

/** Ends the process in which esbuild builds, unless it does now: the next build starts another one. */
export async function endBundler(): Promise<void> {
  if (running === 0) await (await import('esbuild')).stop();
}
