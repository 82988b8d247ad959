/** Where a schema is, as check ids spell it. */
export type SchemaPlaceName =
  | 'request-body'
  | 'request-property'
  | 'request-parameter'
  | 'request-parameter-property'
  | 'response-body'
  | 'response-property'
  | 'response-header';

/** Where a schema is used: who sends it, in what, and its name in messages. */
export interface SchemaPlace {
  readonly name: SchemaPlaceName | 'response-header-property';
  readonly direction: 'request' | 'response';
  /** `query`, `path`, `header` or `cookie` for parameters. */
  readonly carrier: string | null;
  /** A parameter that must be sent, so its default value never applies. */
  readonly mandatory: boolean;
  /** Values travel as text, not as JSON. */
  readonly textual: boolean;
  /** Never seen by the other side: read-only in a request, write-only in a response. */
  readonly hidden: boolean;
  /** What holds the schema: `request body`, `query parameter "limit"`. */
  readonly owner: string;
  /** The path from there to the schema: `address.street`, `[].name`. */
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

/** A step from a schema into one inside it: a property, an item, or an alternative of the schema itself. */
export interface SchemaStep {
  readonly trail: string;
  /** False for an alternative, which is at the place of the schema itself. */
  readonly inside: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** The place at the end of a step. */
export function enter(place: SchemaPlace, step: SchemaStep): SchemaPlace {
  const isHiding = step[place.direction === 'request' ? 'readOnly' : 'writeOnly'];
  if (!step.inside) return isHiding && !place.hidden ? { ...place, hidden: true } : place;
  return {
    ...place,
    name: nested[place.name],
    mandatory: false,
    hidden: place.hidden || isHiding,
    trail: joinTrail(place.trail, step.trail),
  };
}

/** `address` and `street`: `address.street` */
export function joinTrail(trail: string, name: string): string {
  return trail === '' || name === '' || name.startsWith('[') ? `${trail}${name}` : `${trail}.${name}`;
}

/** The place in words: request property "address.street". */
export function describePlace({ name, owner, trail }: SchemaPlace): string {
  if (trail === '') return owner;
  if (name === 'request-property') return `${owner.replace(/body$/, 'property')} "${trail}"`;
  if (name === 'response-property') return `${owner.replace(/body$/, 'property')} "${trail}"`;
  return `${owner}, ${name.endsWith('property') ? 'property ' : ''}"${trail}"`;
}
