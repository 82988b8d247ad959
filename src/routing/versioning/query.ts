import { codeSpan } from '../../text/escape.js';
import type { SharedVersioningOptions, VersioningType, VersionReader } from './versioning-type.js';

/** A query parameter names the version: `/users?version=2`. */
export interface QueryVersioning extends SharedVersioningOptions {
  readonly type: 'query';
  /** Such as `version`. */
  readonly parameter: string;
}

export const query: VersioningType<QueryVersioning> = {
  name: 'query',
  optionNames: { parameter: true },
  rule: {
    id: 'invalid-version-parameter',
    option: 'parameter',
    summary: 'versioning.parameter is the name of a query parameter.',
  },
  example: { type: 'query', parameter: 'version' },
  check: ({ parameter }) =>
    typeof parameter === 'string' && /^[\w.~-]+$/.test(parameter)
      ? null
      : {
          message: `versioning.parameter ${JSON.stringify(parameter)} is not the name of a query parameter.`,
          fix: "Write parameter: 'version', which reads ?version=2.",
        },
  open: ({ type, parameter }) => ({
    settings: { type, parameter },
    sharesPaths: true,
    vary: null,
    parameter: { name: parameter, in: 'query' },
    description: `the query parameter ${parameter}`,
    segment: () => '',
    askFor: (version) => ({
      headers: {},
      query: { [parameter]: version },
      instruction: `Add ${codeSpan(`${parameter}=${version}`)} to the query.`,
    }),
    locate: () => ({ read: queryReader(parameter), inVersion: (url) => url }),
  }),
};

/** The first parameter of that name counts, even when it is empty. */
function queryReader(name: string): VersionReader {
  return ({ url = '' }) => {
    const start = url.indexOf('?');
    if (start < 0) return '';
    return new URLSearchParams(url.slice(start).replace(/#.*$/s, '')).get(name) ?? '';
  };
}
