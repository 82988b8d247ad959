import { throttleBudget } from '../../routing/matching/route-steps.js';
import { deprecationHeaders } from '../../routing/matching/deprecation-headers.js';
import type { Route } from '../../routing/table/route.js';
import type { Deprecation } from '../../changes/deprecation.js';
import { reportsVersion } from '../../routing/matching/index-routes.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { challengeFor } from '../../routing/table/challenge.js';
import { headerComponents, headerReferences } from './header-components.js';
import type { OperationContext } from './operation-context.js';
import type { Header, JsonSchema, Reference } from './open-api.js';
import type { ResponseDetail } from '../../routing/declare/response-entry.js';

/** What decides which headers the responses of a route carry; JSON data. */
export interface SentHeaders {
  /** The version is read from the request. */
  readonly versioned: boolean;
  /** The route belongs to a version. */
  readonly inVersion: boolean;
  readonly throttled: boolean;
  readonly idempotent: boolean;
  readonly deprecation: Deprecation | null;
  /** Refuses during brownouts. */
  readonly stops: boolean;
  /** What WWW-Authenticate says to a request without credentials; empty where a guard decides. */
  readonly challenge: string;
}

export function sentHeaders(route: Route, { settings, entryOf }: OperationContext): SentHeaders {
  return {
    challenge: challengeFor(route.security, settings.securitySchemes).authenticate,
    versioned: entryOf(route).versioned,
    inVersion: route.version !== null,
    throttled: throttleBudget(route, settings) !== null,
    idempotent: route.idempotency !== null,
    deprecation: route.deprecation,
    stops: route.deprecation?.brownouts !== undefined,
  };
}

/** The headers of one response: those declared, and those that svckit sends. */
export function buildHeaders(
  { status, detail, sent }: { readonly status: number; readonly detail?: ResponseDetail; readonly sent: SentHeaders },
  context: OperationContext,
): Readonly<Record<string, Header | Reference>> {
  const { settings } = context;
  const { versioned, inVersion, throttled, idempotent, deprecation, stops } = sent;
  const headers: Record<string, Header | Reference> = {};
  const varies = versioned && (versioningScheme(settings.versioning)?.vary || settings.versioning?.pin);
  if (varies || variesOnOrigin(settings.cors)) headers.Vary = headerReferences['Vary'];
  if ((versioned || inVersion) && settings.versioning?.report) {
    headers['API-Supported-Versions'] = headerReferences['API-Supported-Versions'];
    headers['API-Deprecated-Versions'] = headerReferences['API-Deprecated-Versions'];
  }
  // An unknown version is refused before a route is found.
  if (status === 404 && !detail && versioned) return headers;
  if (inVersion && reportsVersion(settings.versioning)) headers['API-Version'] = headerReferences['API-Version'];
  if (throttled) {
    headers.RateLimit = headerReferences['RateLimit'];
    headers['RateLimit-Policy'] = headerReferences['RateLimit-Policy'];
  }
  if (status === 429 || (idempotent && status === 409) || ((idempotent || stops) && status === 503))
    headers['Retry-After'] = headerReferences['Retry-After'];
  if (idempotent && status < 400) headers['Idempotent-Replayed'] = headerReferences['Idempotent-Replayed'];
  if (status === 401) headers['WWW-Authenticate'] = describeChallenge(sent.challenge);
  return { ...headers, ...describeDeprecation(deprecation), ...declaredHeaders(detail, context) };
}

function variesOnOrigin(cors: OperationContext['settings']['cors']): boolean {
  return typeof cors === 'object' && cors.origin !== undefined && cors.origin !== '*';
}

/** The shared header shows a bearer token; other credentials have an example of their own. */
function describeChallenge(challenge: string): Header | Reference {
  const shared = headerComponents['WWW-Authenticate'];
  return challenge === '' || challenge === shared.example
    ? headerReferences['WWW-Authenticate']
    : { ...shared, example: challenge };
}

/** With the actual value of the route as the example. */
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
      const example = context.examples.of(described);
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
