import type { Check } from './check.js';
import { ownChecks } from './own-checks.js';
import { schemaLaw, type SchemaChangeName } from './schema-law.js';
import { sharedChecks } from './shared-checks.js';

const schemaPlaces = {
  'request-body': { direction: 'request', area: 'schema' },
  'request-property': { direction: 'request', area: 'schema' },
  'request-parameter': { direction: 'request', area: 'parameters' },
  'request-parameter-property': { direction: 'request', area: 'parameters' },
  'response-body': { direction: 'response', area: 'schema' },
  'response-property': { direction: 'response', area: 'schema' },
  'response-header': { direction: 'response', area: 'headers' },
} as const;

export type { SchemaChangeName };

/** Where a schema stands, as check ids spell it. */
export type SchemaPlaceName = keyof typeof schemaPlaces;

/** The id of a check; it never changes its meaning. */
export type CheckId = keyof typeof sharedChecks | keyof typeof ownChecks | `${SchemaPlaceName}-${SchemaChangeName}`;

/** Every check by its id: the shared table first, then our own, then what the law gives to the remaining places. */
export const checks: Readonly<Record<CheckId, Check>> = Object.freeze({
  ...derivedChecks(),
  ...ownChecks,
  ...tabledChecks(),
});

/** Tells whether a text is the id of a check. */
export function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(checks, id);
}

function tabledChecks(): Record<keyof typeof sharedChecks, Check> {
  const entries = Object.entries(sharedChecks).map(
    ([id, [level, direction, area, kind, action]]) =>
      [id, Object.freeze({ level, direction, area, kind, action })] as const,
  );
  return Object.fromEntries(entries) as Record<keyof typeof sharedChecks, Check>;
}

function derivedChecks(): Record<`${SchemaPlaceName}-${SchemaChangeName}`, Check> {
  const entries = Object.entries(schemaPlaces).flatMap(([place, { direction, area }]) =>
    Object.entries(schemaLaw).map(([name, [request, response, kind, action]]) => {
      const level = direction === 'request' ? request : response;
      return [`${place}-${name}`, Object.freeze({ level, direction, area, kind, action })] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<`${SchemaPlaceName}-${SchemaChangeName}`, Check>;
}
