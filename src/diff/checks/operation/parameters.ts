import { operationFamily } from '../../family.js';
import {
  describeParameter,
  listOfOne,
  type ListOfOne,
  matchParameters,
  type MatchedParameter,
} from '../../operation/match-parameters.js';
import type { Operation, OperationPair } from '../../../openapi/operations/operation-pair.js';
import type { Parameter } from '../../../openapi/operations/read-parameters.js';
import { mayBe } from '../../operation/may-be.js';

export const parameters = operationFamily({
  name: 'parameters',
  inbound: false,
  checks: {
    'new-required-request-parameter': ['error', 'request', 'parameters', 'existence', 'add'],
    'new-optional-request-parameter': ['info', 'request', 'parameters', 'existence', 'add'],
    'new-required-request-default-parameter-to-existing-path': ['error', 'request', 'parameters', 'existence', 'add'],
    'new-optional-request-default-parameter-to-existing-path': ['info', 'request', 'parameters', 'existence', 'add'],
    'new-version-parameter': ['info', 'request', 'parameters', 'existence', 'add'],
    'new-request-path-parameter': ['error', 'request', 'parameters', 'existence', 'add'],
    'request-parameter-moved': ['error', 'request', 'parameters', 'existence', 'change'],
    'request-path-parameter-renamed': ['info', 'request', 'parameters', 'existence', 'change'],
    'request-parameter-became-required': ['error', 'request', 'parameters', 'requiredness', 'change'],
    'request-parameter-became-optional': ['info', 'request', 'parameters', 'requiredness', 'change'],
    'request-parameter-media-type-changed': ['error', 'request', 'parameters', 'type', 'change'],
    'request-parameter-style-changed': ['error', 'request', 'parameters', 'structure', 'change'],
    'request-parameter-became-list': ['info', 'request', 'parameters', 'type', 'generalize'],
    'request-parameter-explode-changed': ['error', 'request', 'parameters', 'structure', 'change'],
    'request-parameter-became-allow-reserved': ['info', 'request', 'parameters', 'structure', 'change'],
    'request-parameter-became-not-allow-reserved': ['error', 'request', 'parameters', 'structure', 'change'],
    'request-parameter-became-allow-empty-value': ['info', 'request', 'parameters', 'structure', 'change'],
    'request-parameter-became-not-allow-empty-value': ['error', 'request', 'parameters', 'structure', 'change'],
  },
  compare: (pair) => {
    const { common, added, moved } = matchParameters(pair);
    return [
      ...added.map((parameter) => ({
        id: nameAddition(parameter),
        tokens: parameter.tokens,
        message: namesVersion(parameter)
          ? `${describeParameter(parameter)} names the version of the API`
          : `${describeParameter(parameter)} is new and ${parameter.required ? 'required' : 'optional'}`,
      })),
      ...moved.map(({ base, revision }) => ({
        id: 'request-parameter-moved' as const,
        tokens: revision.tokens,
        message: `${describeParameter(base)} moved: it is now a ${revision.carrier} parameter`,
      })),
      ...common.flatMap((parameter) => {
        const list = listOfOne(pair, parameter);
        return [
          ...compareNames(parameter),
          ...compareRequiredness(parameter),
          ...(list ? [becameList(parameter, list)] : compareForm(pair, parameter)),
          ...compareAllowances(parameter),
        ];
      }),
    ];
  },
});

/** Whether a document of a version declares what requests name it by: a client of one version sends one value, whatever the API was before. */
const namesVersion = ({ node }: Parameter) => node['x-svc-names-version'] === true;

function nameAddition(parameter: Parameter) {
  const { carrier, required, shared } = parameter;
  if (namesVersion(parameter)) return 'new-version-parameter' as const;
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

function becameList({ revision }: MatchedParameter, { separator }: ListOfOne) {
  const id = 'request-parameter-became-list' as const;
  const tokens = [...revision.tokens, 'schema', 'type'];
  const parameter = describeParameter(revision);
  if (separator === null)
    return {
      id,
      tokens,
      message: `${parameter} may now have several values: it is a list, of which one value is the list of one`,
    };
  const words = separator === ' ' ? 'a space' : JSON.stringify(separator);
  return {
    id,
    tokens,
    level: 'error' as const,
    message: `${parameter} is now a list: a value with ${words} in it is read as several values`,
  };
}

function compareForm(pair: OperationPair, { base, revision }: MatchedParameter) {
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
  if (base.mediaType !== null) return [];
  if (base.style !== revision.style) {
    return [
      {
        id: 'request-parameter-style-changed' as const,
        tokens: [...revision.tokens, 'style'],
        message: `${parameter} changed its style from ${base.style} to ${revision.style}`,
      },
    ];
  }
  if (base.explode === revision.explode) return [];
  if (!isWrittenApart(pair.base, base) || !isWrittenApart(pair.revision, revision)) return [];
  return [
    {
      id: 'request-parameter-explode-changed' as const,
      tokens: [...revision.tokens, 'explode'],
      message: `${parameter} now has its items and members ${revision.explode ? 'each as a parameter of its own' : 'in one value'} (explode)`,
    },
  ];
}

const allowances = {
  allowsReserved: {
    keyword: 'allowReserved',
    gained: 'request-parameter-became-allow-reserved',
    lost: 'request-parameter-became-not-allow-reserved',
    words: 'contain reserved characters as they are',
  },
  allowsEmpty: {
    keyword: 'allowEmptyValue',
    gained: 'request-parameter-became-allow-empty-value',
    lost: 'request-parameter-became-not-allow-empty-value',
    words: 'be sent without a value',
  },
} as const;

function compareAllowances({ base, revision }: MatchedParameter) {
  return (['allowsReserved', 'allowsEmpty'] as const)
    .filter((name) => base[name] !== revision[name])
    .map((name) => {
      const { keyword, gained, lost, words } = allowances[name];
      return {
        id: revision[name] ? gained : lost,
        tokens: [...revision.tokens, keyword],
        message: `${describeParameter(revision)} may ${revision[name] ? 'now' : 'no longer'} ${words}`,
      };
    });
}

/** Whether exploding changes how some value is written; lists of the style "simple" have commas either way. */
function isWrittenApart({ document }: Operation, { schema, style }: Parameter): boolean {
  return mayBe('object', document, schema) || (style !== 'simple' && mayBe('array', document, schema));
}
