import { isObject, sameJson } from '../../../../json/json.js';
import { operationFamily } from '../../family.js';
import { describeParameter, matchParameters, type MatchedParameter } from '../../operation/match-parameters.js';
import type { Parameter } from '../../operation/read-parameters.js';

export const parameters = operationFamily({
  name: 'parameters',
  inbound: false,
  checks: {
    'new-required-request-parameter': ['error', 'request', 'parameters', 'existence', 'add'],
    'new-optional-request-parameter': ['info', 'request', 'parameters', 'existence', 'add'],
    'new-required-request-default-parameter-to-existing-path': ['error', 'request', 'parameters', 'existence', 'add'],
    'new-optional-request-default-parameter-to-existing-path': ['info', 'request', 'parameters', 'existence', 'add'],
    'new-request-path-parameter': ['error', 'request', 'parameters', 'existence', 'add'],
    'request-parameter-moved': ['error', 'request', 'parameters', 'existence', 'change'],
    'request-path-parameter-renamed': ['info', 'request', 'parameters', 'existence', 'change'],
    'request-parameter-became-required': ['error', 'request', 'parameters', 'requiredness', 'change'],
    'request-parameter-became-optional': ['info', 'request', 'parameters', 'requiredness', 'change'],
    'request-parameter-media-type-changed': ['error', 'request', 'parameters', 'type', 'change'],
    'request-parameter-style-changed': ['error', 'request', 'parameters', 'structure', 'change'],
  },
  compare: (pair) => {
    const { common, added, moved } = matchParameters(pair);
    return [
      ...added.map((parameter) => ({
        id: nameAddition(parameter),
        tokens: parameter.tokens,
        message: `${describeParameter(parameter)} is new and ${parameter.required ? 'required' : 'optional'}`,
      })),
      ...moved.map(({ base, revision }) => ({
        id: 'request-parameter-moved' as const,
        tokens: revision.tokens,
        message: `${describeParameter(base)} moved: it is now a ${revision.carrier} parameter`,
      })),
      ...common.flatMap((parameter) => [
        ...compareNames(parameter),
        ...compareRequiredness(parameter),
        ...compareForm(parameter),
      ]),
    ];
  },
});

function nameAddition({ carrier, required, shared }: Parameter) {
  if (carrier === 'path') return additions.path;
  const ids = required ? additions.required : additions.optional;
  return shared ? ids.shared : ids.own;
}

const additions = {
  path: 'new-request-path-parameter',
  required: {
    own: 'new-required-request-parameter',
    shared: 'new-required-request-default-parameter-to-existing-path',
  },
  optional: {
    own: 'new-optional-request-parameter',
    shared: 'new-optional-request-default-parameter-to-existing-path',
  },
} as const;

function compareNames({ base, revision }: MatchedParameter) {
  if (base.carrier !== 'path' || base.name === revision.name) return [];
  return [
    {
      id: 'request-path-parameter-renamed' as const,
      tokens: revision.tokens,
      message: `path parameter "${base.name}" is now called "${revision.name}"`,
    },
  ];
}

function compareRequiredness({ base, revision }: MatchedParameter) {
  if (base.required === revision.required) return [];
  const tokens = [...revision.tokens, 'required'];
  const parameter = describeParameter(revision);
  return [
    revision.required
      ? { id: 'request-parameter-became-required' as const, tokens, message: `${parameter} became required` }
      : { id: 'request-parameter-became-optional' as const, tokens, message: `${parameter} became optional` },
  ];
}

function compareForm({ base, revision }: MatchedParameter) {
  const parameter = describeParameter(revision);
  if (base.mediaType !== revision.mediaType) {
    const words = ({ mediaType }: Parameter) => mediaType ?? 'plain text';
    return [
      {
        id: 'request-parameter-media-type-changed' as const,
        tokens: [...revision.tokens, 'content'],
        message: `${parameter} must now be written as ${words(revision)} instead of ${words(base)}`,
      },
    ];
  }
  if (base.mediaType !== null || !differsOnTheWire(base, revision)) return [];
  const words = ({ style, explode }: Parameter) => `${style}${explode ? ', exploded' : ''}`;
  return [
    {
      id: 'request-parameter-style-changed' as const,
      tokens: [...revision.tokens, 'style'],
      message: `${parameter} changed its style from ${words(base)} to ${words(revision)}`,
    },
  ];
}

/** Exploding matters only for lists and objects. */
function differsOnTheWire(base: Parameter, revision: Parameter): boolean {
  if (base.style !== revision.style) return true;
  return base.explode !== revision.explode && [base, revision].some(({ schema }) => !isScalar(schema));
}

function isScalar(schema: Parameter['schema']): boolean {
  const type = isObject(schema) ? schema['type'] : undefined;
  return ['string', 'number', 'integer', 'boolean'].some((name) => sameJson(type, name));
}
