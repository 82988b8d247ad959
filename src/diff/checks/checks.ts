import type { Level } from '../../report/level.js';
import { documentFamilies, operationFamilies, schemaFamilies } from '../families.js';
import type { CheckDirection, CheckFacts } from '../family.js';
import type { PlacedChecks } from '../schema/schema-family.js';

/** A check: how severe its findings are, what it is about, and the file that owns it. */
export interface Check {
  readonly level: Level;
  readonly direction: CheckDirection;
  readonly area: string;
  readonly kind: string;
  readonly action: string;
  /** The file that owns the check, from the top of the repository. */
  readonly file: string;
}

type Family = (typeof documentFamilies)[number] | (typeof operationFamilies)[number] | (typeof schemaFamilies)[number];

type IdsOf<Checks> = Checks extends readonly Readonly<Record<string, PlacedChecks<infer Id>>>[] ? Id : keyof Checks;

/** The id of a check; it never changes its meaning. */
export type CheckId = Extract<Family extends infer One extends Family ? IdsOf<One['checks']> : never, string>;

/** The name of a family of checks, which is also the name of its file. */
export type FamilyName = Family['name'];

/** The direction and the area of a schema's checks, by the place of the schema. */
const places: Readonly<Record<keyof Required<PlacedChecks['cells']>, Pick<Check, 'direction' | 'area'>>> = {
  'request-body': { direction: 'request', area: 'schema' },
  'request-property': { direction: 'request', area: 'schema' },
  'request-read-only-property': { direction: 'request', area: 'schema' },
  'request-parameter': { direction: 'request', area: 'parameters' },
  'request-parameter-property': { direction: 'request', area: 'parameters' },
  'request-header-property': { direction: 'request', area: 'parameters' },
  'response-body': { direction: 'response', area: 'schema' },
  'response-property': { direction: 'response', area: 'schema' },
  'response-write-only-property': { direction: 'response', area: 'schema' },
  'response-header': { direction: 'response', area: 'headers' },
};

/** What does not follow from a check's family: these belong to the media type as a whole. */
const overrides: Readonly<Partial<Record<CheckId, Partial<Check>>>> = {
  'request-body-content-media-type-changed': { area: 'requestBody' },
  'request-body-content-encoding-changed': { area: 'requestBody' },
  'response-body-content-media-type-changed': { area: 'responses' },
  'response-body-content-encoding-changed': { area: 'responses' },
};

/** Every check by its id, assembled from the families. */
export const checks: Readonly<Record<CheckId, Check>> = assembleChecks();

/** Whether a text is the id of a check. */
export function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(checks, id);
}

function assembleChecks(): Record<CheckId, Check> {
  const found = [
    ...documentFamilies.flatMap(({ name, checks: rows }) => listFlat(`document/${name}`, rows)),
    ...operationFamilies.flatMap(({ name, checks: rows }) => listFlat(`operation/${name}`, rows)),
    ...schemaFamilies.flatMap(({ name, checks: rows }) =>
      listPlaced(
        `schema/${name}`,
        rows.flatMap((table) => Object.values(table)),
      ),
    ),
  ];
  const entries = found.map(([id, check]) => [id, Object.freeze({ ...check, ...overrides[id as CheckId] })] as const);
  return Object.freeze(Object.fromEntries(entries)) as Record<CheckId, Check>;
}

function pathTo(family: string): string {
  return `src/diff/checks/${family}.ts`;
}

function listFlat(family: string, rows: Readonly<Record<string, CheckFacts>>): readonly (readonly [string, Check])[] {
  return Object.entries(rows).map(([id, [level, direction, area, kind, action]]) => [
    id,
    { level, direction, area, kind, action, file: pathTo(family) },
  ]);
}

function listPlaced(family: string, rows: readonly PlacedChecks[]): readonly (readonly [string, Check])[] {
  return rows.flatMap(({ kind, action, cells }) =>
    (Object.keys(places) as (keyof typeof places)[]).flatMap((place) => {
      const cell = cells[place];
      return cell
        ? [[cell.id, { level: cell.level, ...places[place], kind, action, file: pathTo(family) }] as const]
        : [];
    }),
  );
}
