import type { CheckId } from '../../checks.js';
import { sameJson } from '../../../../json/json.js';
import { explainRemoval, judgeRemoval, type RemovalVerdict } from '../../lifecycle/judge-removal.js';
import { readLifecycle } from '../../lifecycle/read-lifecycle.js';
import { describeParameter, matchParameters } from '../match-parameters.js';
import type { OperationRule } from '../operation-rule.js';
import type { Parameter } from '../read-parameters.js';

const removalIds: Readonly<Record<RemovalVerdict, CheckId>> = {
  'without-deprecation': 'request-parameter-removed',
  'sunset-invalid': 'request-parameter-sunset-parse',
  'before-sunset': 'request-parameter-removed-before-sunset',
  'without-sunset': 'request-parameter-removed-without-sunset',
  'with-short-notice': 'request-parameter-removed-with-short-notice',
  'with-deprecation': 'request-parameter-removed-with-deprecation',
};

export const parameterPresenceRule: OperationRule = {
  name: 'parameter-presence',
  inbound: false,
  compare: (pair, { policy }) => {
    const { added, removed, moved } = matchParameters(pair);
    return [
      ...removed.map((parameter) => {
        const lifecycle = readLifecycle(parameter.node);
        const verdict = judgeRemoval(lifecycle, policy);
        const end = verdict === 'without-deprecation' ? 'was removed' : explainRemoval(verdict, lifecycle, policy);
        return { id: removalIds[verdict], tokens: parameter.tokens, message: `${describeParameter(parameter)} ${end}` };
      }),
      ...added.map((parameter) => ({
        id: nameAddition(parameter),
        tokens: parameter.tokens,
        message: `${describeParameter(parameter)} is new and ${parameter.required ? 'required' : 'optional'}`,
      })),
      ...moved.map(({ base, revision }) => ({
        id: 'request-parameter-moved' as const,
        tokens: revision.tokens,
        message: `${describeParameter(base)} moved: it is a ${revision.carrier} parameter now`,
      })),
    ];
  },
};

function nameAddition({ carrier, required, shared }: Parameter): CheckId {
  if (carrier === 'path') return 'new-request-path-parameter';
  const need = required ? 'required' : 'optional';
  return shared ? `new-${need}-request-default-parameter-to-existing-path` : `new-${need}-request-parameter`;
}

export const parameterShapeRule: OperationRule = {
  name: 'parameter-shape',
  inbound: false,
  compare: (pair) =>
    matchParameters(pair).common.flatMap(({ base, revision }) => {
      const say = (id: CheckId, text: string, token: string) => ({
        id,
        tokens: [...revision.tokens, token],
        message: `${describeParameter(revision)} ${text}`,
      });
      const found = [];
      if (base.carrier === 'path' && base.name !== revision.name) {
        found.push({
          id: 'request-path-parameter-renamed' as const,
          tokens: revision.tokens,
          message: `path parameter "${base.name}" is called "${revision.name}" now`,
        });
      }
      if (!base.required && revision.required)
        found.push(say('request-parameter-became-required', 'became required', 'required'));
      if (base.required && !revision.required)
        found.push(say('request-parameter-became-optional', 'became optional', 'required'));
      if (base.mediaType !== revision.mediaType) {
        const words = (mediaType: string | null) => mediaType ?? 'plain text by a schema';
        found.push(
          say(
            'request-parameter-media-type-changed',
            `is written as ${words(revision.mediaType)}, no longer as ${words(base.mediaType)}`,
            'content',
          ),
        );
      } else if (base.mediaType === null && differsOnTheWire(base, revision)) {
        const words = ({ style, explode }: Parameter) => `${style}${explode ? ', exploded' : ''}`;
        found.push(
          say(
            'request-parameter-style-changed',
            `is written in the style ${words(revision)}, no longer ${words(base)}`,
            'style',
          ),
        );
      }
      return found;
    }),
};

/** Exploding matters only for lists and objects. */
function differsOnTheWire(base: Parameter, revision: Parameter): boolean {
  if (base.style !== revision.style) return true;
  return base.explode !== revision.explode && [base, revision].some(({ schema }) => !isScalar(schema));
}

function isScalar(schema: Parameter['schema']): boolean {
  const type =
    typeof schema === 'object' && schema !== null && !Array.isArray(schema) && 'type' in schema ? schema.type : null;
  return ['string', 'number', 'integer', 'boolean'].some((name) => sameJson(type, name));
}
