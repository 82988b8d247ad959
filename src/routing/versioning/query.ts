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
    locate: () => ({
      read: queryReader(parameter),
      inVersion: (url) => url,
      renamed: ({ url = '/' }, version) => ({ url: withParameter(url, parameter, version), headers: {} }),
    }),
  }),
};

/** Puts a value in place of every parameter of a name; the others stay as they are written. */
function withParameter(url: string, name: string, value: string): string {
  const [path = '', query = ''] = splitOnce(url.replace(/#.*$/s, ''), '?');
  // Of text that begins with a question mark, URLSearchParams leaves that out.
  const kept = query.split('&').filter((pair) => pair !== '' && !new URLSearchParams(`&${pair}`).has(name));
  return `${path}?${[...kept, String(new URLSearchParams({ [name]: value }))].join('&')}`;
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The first parameter of that name counts, even when it is empty. */
function queryReader(name: string): VersionReader {
  return ({ url = '' }) => {
    const start = url.indexOf('?');
    if (start < 0) return '';
    return new URLSearchParams(url.slice(start).replace(/#.*$/s, '')).get(name) ?? '';
  };
}
