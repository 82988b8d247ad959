import type { LifecycleEntry } from './lifecycle-entry.js';

/** `{ version: 1, asOf, entries }`, a shape that only grows. */
export function formatJson(entries: readonly LifecycleEntry[], asOf: string): string {
  const written = entries.map(
    ({ kind, name, version, method, path, state, since, sunset, daysLeft, link, source }) => ({
      kind,
      name,
      version,
      method,
      path,
      state,
      since,
      sunset,
      daysLeft,
      link,
      file: source?.file ?? null,
      line: source?.line ?? null,
    }),
  );
  return `${JSON.stringify({ version: 1, asOf, entries: written }, null, 2)}\n`;
}
