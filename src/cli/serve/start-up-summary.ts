import { escapeTerminal } from '../../text/escape.js';
import type { ChalkInstance } from 'chalk';
import type { Route } from '../../routing/table/route.js';
import type { PartDescription, ServiceDefinition } from '../../routing/table/service-options.js';
import { describeVersions } from './describe-versions.js';

export interface SummaryFacts {
  readonly definition: ServiceDefinition;
  readonly routes: readonly Route[];
  readonly url: string;
  readonly workers: number;
  readonly parts: readonly PartDescription[];
  readonly warnings: number;
}

/** What `svc serve` prints when it is ready. */
export function startUpSummary(
  { definition, routes, url: bound, workers, parts, warnings }: SummaryFacts,
  colours: ChalkInstance,
): string {
  const url = reachable(bound);
  const rows = [
    ['docs', documentAddress(definition, url, 'docs')],
    ['document', documentAddress(definition, url, 'document')],
    ['versions', describeVersions(routes, definition.versioning)],
    ['routes', String(routes.length)],
    ['workers', workers > 1 ? String(workers) : null],
    ...parts.map(({ part, kind, detail }) => [part, `${kind}: ${detail}`]),
    ['checks', warnings > 0 ? `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, reported by svc check` : null],
  ].filter((row): row is [string, string] => row[1] !== null);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(
    ([name, value]) => `  ${colours.dim(escapeTerminal(name).padEnd(width))}  ${escapeTerminal(value)}`,
  );
  return `${colours.bold(escapeTerminal(title(definition)))} is ready at ${colours.cyan(url)}${url === bound ? '' : ', on all networks'}\n${lines.join('\n')}\n`;
}

function title({ info, documents }: ServiceDefinition): string {
  const known = info ?? documents?.info;
  return known ? `${known.title} ${known.version}` : 'The service';
}

/** A browser cannot open 0.0.0.0. */
function reachable(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//localhost:');
}

function documentAddress(
  { documents, prefix }: ServiceDefinition,
  url: string,
  which: 'docs' | 'document',
): string | null {
  if (!documents) return null;
  const path = which === 'docs' ? (documents.docsPath ?? 'docs') : (documents.path ?? 'openapi.json');
  return [url, prefix, path].filter((part) => part).join('/');
}
