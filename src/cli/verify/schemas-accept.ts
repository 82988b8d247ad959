import type { Accepts } from '../../verify/plan-cases.js';
import { versionOf } from '../../verify/promised-api.js';
import { writeRequest } from '../../verify/write-request.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import { requestAcceptance } from '../../server/endpoint/request-acceptance.js';
import type { OpenedService } from '../sources/open-service.js';
import { escapePattern } from '../../text/escape.js';

const partOf = { path: 'params', query: 'query', querystring: 'query', header: 'headers', cookie: 'cookies' } as const;

/** Asks the schemas of a service about requests. */
export function schemasAccept({ table, definition }: Pick<OpenedService, 'table' | 'definition'>): Accepts {
  const keyOf = (method: string, path: string, version: string | null) => `${method} ${path} ${version}`;
  const routes = new Map(table.routes.map((route) => [keyOf(route.method, route.path, route.version), route]));
  const known = new Map<Route, ReturnType<typeof requestAcceptance>>();
  return async (operation, input, mistaken) => {
    const route = routes.get(keyOf(operation.method, operation.path, versionOf(operation)));
    if (!route || (mistaken && !declares(route, mistaken))) return null;
    const { target, headers, body = '' } = writeRequest(operation, input);
    if (!known.has(route))
      known.set(route, requestAcceptance(route, table.bindings.get(route)?.passage ?? null, definition));
    const accepts = known.get(route);
    const values = pathValuesOf(operation.base + route.path, target);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return values && accepts
      ? accepts({ url: target, headers: lower, pathValues: values, body: Buffer.from(body) })
      : null;
  };
}

/** A header such as Idempotency-Key is declared in documents, and no schema reads it. */
function declares(
  { schemas }: Route,
  { carrier, name }: { readonly carrier: keyof typeof partOf; readonly name: string },
): boolean {
  return schemas[partOf[carrier]] !== undefined && name.toLowerCase() !== 'idempotency-key';
}

/** The values of a path's parameters by position, decoded; null for a target of another path. */
export function pathValuesOf(path: string, target: string): readonly string[] | null {
  const pattern = path
    .split(/\{[^{}]+\}/)
    .map((text) => escapePattern(text))
    .join('([^/?]*)');
  const found = new RegExp(`^${pattern}(?:\\?|$)`).exec(target);
  return found && pathParameters(path).length === found.length - 1 ? found.slice(1).map(decodeURIComponent) : null;
}
