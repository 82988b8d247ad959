import { NEXT } from '../../text/version-order.js';
import { readableTime } from '../../text/date.js';
import { escapeTerminal } from '../../text/escape.js';
import type { ChalkInstance } from 'chalk';
import type { ListedRoute, Route } from '../../routing/table/route.js';
import type { PartDescription, ServiceDefinition } from '../../routing/table/service-definition.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { deprecationOfVersion } from '../../routing/versioning/version-deprecation.js';
import { defaultVersions, versionsOf } from '../../routing/versioning/versions.js';
import { shortDate } from '../routes/route-cells.js';

export interface SummaryFacts {
  readonly definition: ServiceDefinition;
  readonly routes: readonly Route[];
  readonly url: string;
  readonly workers: number;
  readonly parts: readonly PartDescription[];
  readonly warnings: number;
  readonly today: Date;
  /** Whether today is another day than the calendar's. */
  readonly isRehearsal: boolean;
}

/** What `svc serve` prints when it is ready. */
export function startUpSummary(
  { definition, routes, url: bound, workers, parts, warnings, today, isRehearsal }: SummaryFacts,
  colours: ChalkInstance,
): string {
  const url = reachable(bound);
  const rows = [
    ['docs', documentAddress(definition, url, 'docs')],
    ['document', documentAddress(definition, url, 'document')],
    ['versions', describeVersions(routes, definition.versioning, today)],
    ['clock', isRehearsal ? `runs from ${readableTime(atMinute(today))}` : null],
    ['routes', String(routes.filter(({ listed }) => listed).length)],
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

const atMinute = (time: Date) => new Date(time.getTime() - (time.getTime() % 60_000)).toISOString();

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

/** `1 (default, deprecated until 2027-03-01), 2, next (not released); read from the header X-API-Version`; null for a service without versions. */
export function describeVersions(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
  today: Date,
): string | null {
  const versions = versionsOf(routes);
  const scheme = versioningScheme(versioning);
  if (!scheme || versions.length === 0) return null;
  const [unnamed] = defaultVersions(versioning);
  const words = versions.map((version) => {
    const notes = [
      version === unnamed ? 'default' : '',
      describeDeprecation(deprecationOfVersion(version, routes), versioning?.sunset === 'refuse', today),
    ];
    const shown = notes.filter((note) => note !== '').join(', ');
    return shown === '' ? version : `${version} (${shown})`;
  });
  if (versioning?.versions?.hasNext && versioning.versions.servesNext) words.push(`${NEXT} (not released)`);
  return `${words.join(', ')}; read from ${scheme.description}`;
}

/** Empty for a version that is not deprecated as a whole. */
function describeDeprecation(deprecation: ListedRoute['deprecation'], isRefused: boolean, today: Date): string {
  if (!deprecation) return '';
  const { sunset } = deprecation;
  if (sunset === null) return 'deprecated';
  if (Date.parse(sunset) > today.getTime()) return `deprecated until ${shortDate(sunset)}`;
  return `${isRefused ? 'retired on' : 'overdue since'} ${shortDate(sunset)}`;
}
