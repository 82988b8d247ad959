import { isCheckId, type CheckId, type SchemaPlaceName } from '../checks.js';

/** Where a schema is used: who sends it, in what, and how to call it in a message. */
export interface SchemaPlace {
  readonly name: SchemaPlaceName | 'response-header-property';
  readonly direction: 'request' | 'response';
  /** `query`, `path`, `header` or `cookie` for parameters. */
  readonly carrier: string | null;
  /** A parameter that must be sent: what it means to leave it out cannot change. */
  readonly mandatory: boolean;
  /** Values travel as text, not as JSON. */
  readonly textual: boolean;
  /** Never seen by the other side: read-only in a request, write-only in a response. */
  readonly hidden: boolean;
  /** What holds the schema: `request body`, `query parameter "limit"`. */
  readonly owner: string;
  /** The way from there to the schema: `address.street`, `[].name`. */
  readonly trail: string;
}

const nested = {
  'request-body': 'request-property',
  'request-property': 'request-property',
  'request-parameter': 'request-parameter-property',
  'request-parameter-property': 'request-parameter-property',
  'response-body': 'response-property',
  'response-property': 'response-property',
  'response-header': 'response-header-property',
  'response-header-property': 'response-header-property',
} as const satisfies Record<SchemaPlace['name'], SchemaPlace['name']>;

/** A step from a schema into one of its own: a property, an item, or an alternative of the schema itself. */
export interface SchemaStep {
  readonly trail: string;
  /** An alternative stands where the schema stands; anything else lies inside it. */
  readonly inside: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** The place that a step leads to. */
export function enter(place: SchemaPlace, step: SchemaStep): SchemaPlace {
  const hidden = place.hidden || (place.direction === 'request' ? step.readOnly : step.writeOnly);
  const trail =
    step.trail.startsWith('[') || place.trail === '' ? place.trail + step.trail : `${place.trail}.${step.trail}`;
  return {
    ...place,
    name: step.inside ? nested[place.name] : place.name,
    mandatory: place.mandatory && !step.inside,
    hidden,
    trail,
  };
}

/** The place in words: request property "address.street". */
export function describePlace({ name, owner, trail }: SchemaPlace): string {
  if (trail === '') return owner;
  if (name === 'request-property') return `${owner.replace(/body$/, 'property')} "${trail}"`;
  if (name === 'response-property') return `${owner.replace(/body$/, 'property')} "${trail}"`;
  return `${owner}, ${name.endsWith('property') ? 'property ' : ''}"${trail}"`;
}

/** The ids that a change may have at a place, the most telling first. */
export function nameChange(place: SchemaPlace, change: string): readonly string[] {
  const ordinary = place.name === 'response-header-property' ? [] : [`${place.name}-${change}`];
  if (!place.hidden) return ordinary;
  const veiled = place.direction === 'request' ? 'request-read-only-property' : 'response-write-only-property';
  return place.name.endsWith('-property') ? [`${veiled}-${change}`, ...ordinary] : ordinary;
}

/** The first of some ids that there is a check for. */
export function pickCheck(ids: readonly string[]): CheckId | null {
  return ids.find(isCheckId) ?? null;
}
