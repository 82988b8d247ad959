import type { Level } from '../../report/level.js';

/** One change of a schema: its level where clients send it, its level where they receive it, its kind, its action. */
type Law = readonly [request: Level, response: Level, kind: string, action: string];

const narrows = ['error', 'info'] as const;
const widens = ['info', 'error'] as const;
const breaks = ['error', 'error'] as const;
const mayBreak = ['warning', 'warning'] as const;
const tells = ['info', 'info'] as const;

/** What narrows a request or widens a response breaks. Fills the places that the shared table has no id for. */
export const schemaLaw = {
  ...upperBound('max'),
  ...upperBound('exclusive-max'),
  ...upperBound('max-length'),
  ...upperBound('max-items'),
  ...upperBound('max-properties'),
  ...upperBound('max-contains'),
  ...lowerBound('min'),
  ...lowerBound('exclusive-min'),
  ...lowerBound('min-length'),
  ...lowerBound('min-items'),
  ...lowerBound('min-properties'),
  ...lowerBound('min-contains'),
  'multiple-of-set': [...narrows, 'constraints', 'set'],
  'multiple-of-unset': [...widens, 'constraints', 'remove'],
  'multiple-of-changed': [...breaks, 'constraints', 'change'],
  'multiple-of-generalized': [...widens, 'constraints', 'generalize'],
  'multiple-of-specialized': [...narrows, 'constraints', 'specialize'],
  'unique-items-set': [...narrows, 'constraints', 'set'],
  'unique-items-unset': [...widens, 'constraints', 'remove'],
  'pattern-added': [...narrows, 'constraints', 'add'],
  'pattern-removed': [...tells, 'constraints', 'remove'],
  'pattern-changed': ['warning', 'info', 'constraints', 'change'],
  'pattern-generalized': [...tells, 'constraints', 'generalize'],
  'type-changed': [...breaks, 'type', 'change'],
  'type-generalized': [...widens, 'type', 'generalize'],
  'type-compatible': [...tells, 'type', 'change'],
  'list-of-types-widened': [...widens, 'type', 'add'],
  'list-of-types-narrowed': [...narrows, 'type', 'remove'],
  'became-nullable': [...widens, 'requiredness', 'change'],
  'became-not-nullable': [...narrows, 'requiredness', 'change'],
  'became-enum': [...narrows, 'values', 'change'],
  'became-not-enum': ['info', 'warning', 'values', 'change'],
  'enum-value-added': ['info', 'warning', 'values', 'add'],
  'enum-value-removed': [...narrows, 'values', 'remove'],
  'x-extensible-enum-value-added': [...tells, 'values', 'add'],
  'x-extensible-enum-value-removed': [...narrows, 'values', 'remove'],
  'const-added': [...narrows, 'values', 'add'],
  'const-removed': [...widens, 'values', 'remove'],
  'const-changed': [...breaks, 'values', 'change'],
  'default-value-added': [...tells, 'values', 'add'],
  'default-value-removed': [...tells, 'values', 'remove'],
  'default-value-changed': [...tells, 'values', 'change'],
  'all-of-added': [...narrows, 'structure', 'add'],
  'all-of-removed': ['warning', 'info', 'structure', 'remove'],
  'all-of-added-annotation-only': [...tells, 'structure', 'add'],
  'all-of-removed-annotation-only': [...tells, 'structure', 'remove'],
  'any-of-added': [...tells, 'structure', 'add'],
  'any-of-removed': [...narrows, 'structure', 'remove'],
  'one-of-added': [...widens, 'structure', 'add'],
  'one-of-removed': [...narrows, 'structure', 'remove'],
  'wrapped-in-one-of': [...breaks, 'structure', 'change'],
  'wrapped-in-any-of': [...breaks, 'structure', 'change'],
  'discriminator-added': [...tells, 'structure', 'add'],
  'discriminator-removed': [...tells, 'structure', 'remove'],
  'discriminator-property-name-changed': [...tells, 'structure', 'change'],
  'discriminator-mapping-added': [...tells, 'structure', 'add'],
  'discriminator-mapping-deleted': [...tells, 'structure', 'remove'],
  'discriminator-mapping-changed': [...tells, 'structure', 'change'],
  'prefix-items-added': [...widens, 'structure', 'add'],
  'prefix-items-removed': [...narrows, 'structure', 'remove'],
  ...conjunct('if'),
  'if-changed': [...mayBreak, 'structure', 'change'],
  ...conjunct('then'),
  ...conjunct('else'),
  ...conjunct('not'),
  'not-changed': [...mayBreak, 'structure', 'change'],
  ...conjunct('contains'),
  ...conjunct('dependent-required'),
  'dependent-required-changed': [...breaks, 'structure', 'change'],
  ...conjunct('dependent-schema'),
  ...conjunct('pattern-property'),
  ...conjunct('property-names'),
  ...conjunct('unevaluated-items'),
  ...conjunct('unevaluated-properties'),
  ...conjunct('content-schema'),
  'content-media-type-changed': [...breaks, 'type', 'change'],
  'content-encoding-changed': [...breaks, 'type', 'change'],
  'additional-properties-restricted': [...narrows, 'constraints', 'remove'],
  'additional-properties-relaxed': ['info', 'warning', 'constraints', 'add'],
} as const satisfies Readonly<Record<string, Law>>;

/** The name of a change, which follows the place's own name in a check id. */
export type SchemaChangeName = keyof typeof schemaLaw;

function upperBound<Name extends string>(name: Name) {
  return {
    [`${name}-set`]: [...narrows, 'constraints', 'set'],
    [`${name}-unset`]: [...widens, 'constraints', 'remove'],
    [`${name}-decreased`]: [...narrows, 'constraints', 'decrease'],
    [`${name}-increased`]: [...widens, 'constraints', 'increase'],
  } as unknown as Readonly<Record<`${Name}-${'set' | 'unset' | 'decreased' | 'increased'}`, Law>>;
}

function lowerBound<Name extends string>(name: Name) {
  return {
    [`${name}-set`]: [...narrows, 'constraints', 'set'],
    [`${name}-unset`]: [...widens, 'constraints', 'remove'],
    [`${name}-increased`]: [...narrows, 'constraints', 'increase'],
    [`${name}-decreased`]: [...widens, 'constraints', 'decrease'],
  } as unknown as Readonly<Record<`${Name}-${'set' | 'unset' | 'decreased' | 'increased'}`, Law>>;
}

function conjunct<Name extends string>(name: Name) {
  return {
    [`${name}-added`]: [...narrows, 'structure', 'add'],
    [`${name}-removed`]: [...widens, 'structure', 'remove'],
  } as unknown as Readonly<Record<`${Name}-${'added' | 'removed'}`, Law>>;
}
