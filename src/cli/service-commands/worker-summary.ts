import type { ChalkInstance } from 'chalk';
import type { PartDescription } from '../../routing/table/service-options.js';

/** What `svc worker` prints once it works. */
export function workerSummary(parts: readonly PartDescription[], concurrency: number, colours: ChalkInstance): string {
  const rows = [
    ...parts.map(({ part, kind, detail }) => [part, `${kind}: ${detail}`] as const),
    ['at a time', String(concurrency)] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${colours.dim(name.padEnd(width))}  ${value}\n`);
  return `${colours.bold('The worker')} is ready.\n${lines.join('')}`;
}
