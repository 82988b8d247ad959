import type { Route } from '../../routing/table/route.js';
import { routeRecord } from './route-record.js';

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
