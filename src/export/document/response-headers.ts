import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import type { Deprecation, Route } from '../../routing/table/route.js';
import type { ResponseDetail } from '../../routing/declare/route-schemas.js';
import { varyHeader } from '../../routing/versioning/versioning.js';
import { isThrottled } from './automatic-problems.js';
import type { OperationContext } from './document-settings.js';
import type { Header, JsonSchema, Reference } from './open-api.js';

/** The headers of one answer: those declared, and those that svckit sends. */
export function responseHeaders(
  status: number,
  detail: ResponseDetail | undefined,
  route: Route,
  context: OperationContext,
): Readonly<Record<string, Header | Reference>> {
  const { settings, header } = context;
  const { versioned } = context.entryOf(route);
  const headers: Record<string, Header | Reference> = {};
  const names = [
    ...(versioned ? [varyHeader(settings.versioning)!] : []),
    ...(variesOnOrigin(settings.cors) ? ['Origin'] : []),
  ];
  if (names.length > 0) headers.Vary = header('Vary');
  if (versioned && settings.versioning?.report) {
    headers['API-Supported-Versions'] = header('API-Supported-Versions');
    headers['API-Deprecated-Versions'] = header('API-Deprecated-Versions');
  }
  // A version that this path does not have is refused before there is a route.
  if (status === 404 && !detail && versioned) return headers;
  if (isThrottled(route, settings)) {
    headers.RateLimit = header('RateLimit');
    headers['RateLimit-Policy'] = header('RateLimit-Policy');
  }
  if (status === 429 || (route.idempotency && (status === 409 || status === 503)))
    headers['Retry-After'] = header('Retry-After');
  if (route.idempotency && status < 400) headers['Idempotent-Replayed'] = header('Idempotent-Replayed');
  if (status === 401) headers['WWW-Authenticate'] = header('WWW-Authenticate');
  return { ...headers, ...describeDeprecation(route.deprecation), ...declaredHeaders(detail, context) };
}

function variesOnOrigin(cors: OperationContext['settings']['cors']): boolean {
  return typeof cors === 'object' && cors.origin !== undefined && cors.origin !== '*';
}

/** With an example, which is the value that the route's answers carry. */
function describeDeprecation(deprecation: Deprecation | null): Record<string, Header> {
  return Object.fromEntries(
    deprecationHeaders(deprecation).map(({ name, description, value }) => [
      name,
      { description, schema: { type: 'string' }, example: value },
    ]),
  );
}

function declaredHeaders(detail: ResponseDetail | undefined, context: OperationContext): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(detail?.headers ?? {}).map(([name, schema]) => {
      const { description, ...described } = context.describe(schema, 'output') as JsonSchema & {
        readonly description?: string;
      };
      const example = context.example(described);
      return [
        name,
        {
          ...(description !== undefined && { description }),
          schema: described,
          ...(example !== undefined && { example }),
        },
      ];
    }),
  );
}
