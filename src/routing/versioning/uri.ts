import { codeSpan } from '../../text/escape.js';
import { isVersion } from './versions.js';
import type { SharedVersioningOptions, VersioningType, VersionLocator } from './versioning-type.js';

/** The path names the version: `/v2/users`. */
export interface UriVersioning extends SharedVersioningOptions {
  readonly type: 'uri';
  /** `v` by default, as in `/v1/users`. */
  readonly prefix?: string;
}

export const uri: VersioningType<UriVersioning> = {
  name: 'uri',
  optionNames: { prefix: true },
  rule: { id: 'invalid-prefix', option: 'prefix', summary: 'A prefix is one path segment.' },
  example: { type: 'uri' },
  check: ({ prefix }) =>
    prefix === undefined || prefix === '' || isVersion(prefix)
      ? null
      : {
          message: `versioning.prefix ${JSON.stringify(prefix)} is not part of one path segment.`,
          fix: "Leave it out for 'v', as in /v1/users.",
        },
  open: ({ type, prefix = 'v' }) => ({
    settings: { type, prefix },
    sharesPaths: false,
    vary: null,
    parameter: null,
    description: `the path segment ${prefix}<version>`,
    segment: (version) => `${prefix}${version}`,
    askFor: (version) => ({
      headers: {},
      query: {},
      instruction: `Call the paths with ${codeSpan(`${prefix}${version}`)} in them.`,
    }),
    locate: (api) => locateInPath(prefix, api.prefix === '' ? '' : `/${api.prefix}`, api.versions),
  }),
};

/**
 * Text after the version prefix is a version when it has a digit, or is the name of a known version in any case:
 * `/videos` does not ask for the version `ideos`.
 */
function locateInPath(prefix: string, start: string, versions: readonly string[]): VersionLocator {
  const names = new Set(versions.map((version) => version.toLowerCase()));
  const before = `${start}/${prefix}`;
  const read = (url: string) => {
    const text = url.startsWith(before) ? url.slice(before.length).replace(/[/?#].*$/s, '') : '';
    return /\d/.test(text) || names.has(text.toLowerCase()) ? text : '';
  };
  const inVersion = (url: string, version: string) => {
    if (!url.startsWith(`${start}/`)) return url;
    const named = read(url);
    const rest = url.slice(named === '' ? start.length : before.length + named.length);
    return `${before}${version}${rest}`;
  };
  return {
    read: ({ url = '' }) => read(url),
    inVersion,
    renamed: ({ url = '/' }, version) => ({ url: inVersion(url, version), headers: {} }),
  };
}
