import { type Deprecation, handlerName, type Method, type Route } from '../../routing/table/route.js';
import type { Source } from '../../report/problem.js';

/** A route as `svc routes --format json` writes it. */
export interface RouteRecord {
  readonly method: Method;
  readonly path: string;
  readonly version: string | null;
  readonly neutral: boolean;
  readonly handler: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly access: { readonly kind: 'public' | 'roles' | 'default'; readonly roles: readonly string[] };
  /** ISO 8601. */
  readonly deprecation: Deprecation | null;
  readonly source: Source | null;
}

function routeRecord(route: Route): RouteRecord {
  const { method, path, version, neutral, operationId, tags, access, deprecation, source } = route;
  const roles = access.kind === 'roles' ? access.roles : [];
  return {
    method,
    path,
    version,
    neutral,
    handler: handlerName(route),
    operationId,
    tags,
    access: { kind: access.kind, roles },
    deprecation,
    source,
  };
}

/** What `--format json` and `yaml` hold. */
export function routeListing(routes: readonly Route[]): {
  readonly version: 1;
  readonly routes: readonly RouteRecord[];
} {
  return { version: 1, routes: routes.map(routeRecord) };
}

const columns = [
  'method',
  'path',
  'version',
  'handler',
  'operationId',
  'tags',
  'access',
  'roles',
  'deprecatedSince',
  'sunset',
  'link',
  'file',
  'line',
] as const;

/** One line per route under a line of headings (RFC 4180); several tags or roles stand in one field, between spaces. */
export function formatCsv(routes: readonly Route[]): string {
  const lines = routes.map((route) => {
    const { method, path, version, handler, operationId, tags, access, deprecation, source } = routeRecord(route);
    const record: Record<(typeof columns)[number], string | number | null | undefined> = {
      method,
      path,
      version,
      handler,
      operationId,
      tags: tags.join(' '),
      access: access.kind,
      roles: access.roles.join(' '),
      deprecatedSince: deprecation?.since,
      sunset: deprecation?.sunset,
      link: deprecation?.link,
      file: source?.file,
      line: source?.line,
    };
    return columns.map((column) => field(String(record[column] ?? '')));
  });
  return [columns, ...lines].map((fields) => `${fields.join(',')}\r\n`).join('');
}

const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
