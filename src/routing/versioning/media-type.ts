import { codeSpan } from '../../text/escape.js';
import type { SharedVersioningOptions, VersioningType, VersionReader } from './versioning-type.js';

/** A parameter of the `Accept` header names the version. */
export interface MediaTypeVersioning extends SharedVersioningOptions {
  readonly type: 'media-type';
  /** With its equals sign: `v=` reads `;v=2`. */
  readonly key: string;
}

export const mediaType: VersioningType<MediaTypeVersioning> = {
  name: 'media-type',
  optionNames: { key: true },
  rule: {
    id: 'invalid-version-key',
    option: 'key',
    summary: 'versioning.key is the start of a media type parameter.',
  },
  example: { type: 'media-type', key: 'v=' },
  check: ({ key }) =>
    typeof key === 'string' && /^[^\s,;"]+$/.test(key)
      ? null
      : {
          message: `versioning.key ${JSON.stringify(key)} is not the start of a media type parameter.`,
          fix: "Write key: 'v=', which reads ;v=2.",
        },
  open: ({ type, key }) => ({
    settings: { type, key },
    sharesPaths: true,
    vary: 'Accept',
    parameter: null,
    description: `the parameter ${key}<version> of Accept`,
    segment: () => '',
    askFor: (version) => ({
      headers: { Accept: `application/json;${key}${version}` },
      query: {},
      instruction: `Send ${codeSpan(`Accept: application/json;${key}${version}`)}.`,
    }),
    locate: () => ({
      read: acceptReader(key.toLowerCase()),
      inVersion: (url) => url,
      renamed: ({ url = '/', headers: { accept } }, version) => ({
        url,
        headers: { accept: withVersion(accept ?? '*/*', key, version) },
      }),
    }),
  }),
};

/** Every media range of `Accept` with the version: in place of another one, and behind the type of a range that has none. */
function withVersion(accept: string, key: string, version: string): string {
  const isVersion = (parameter: string) => parameter.trim().toLowerCase().startsWith(key.toLowerCase());
  return accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';');
      return [type, `${key}${version}`, ...parameters.filter((one) => !isVersion(one))].join(';');
    })
    .join(',');
}

const remembered = 256;

/** Reads the first parameter of `Accept` that starts with the key, in any media range; remembers the few values that clients send. */
function acceptReader(key: string): VersionReader {
  const versions = new Map<string, string>();
  return ({ headers: { accept } }) => {
    if (accept === undefined) return '';
    const known = versions.get(accept);
    if (known !== undefined) return known;
    const version = readParameter(accept, key);
    if (versions.size >= remembered) versions.clear();
    versions.set(accept, version);
    return version;
  };
}

function readParameter(accept: string, key: string): string {
  const parameter = accept
    .split(/[,;]/)
    .map((part) => part.trim())
    .find((part) => part.toLowerCase().startsWith(key));
  return (
    parameter
      ?.slice(key.length)
      .trim()
      .replace(/^"(.*)"$/, '$1') ?? ''
  );
}
