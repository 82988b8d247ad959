import { acceptRanges } from '../../text/accept-weights.js';
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
  open: ({ type, key, match }) => ({
    settings: { type, key },
    sharesPaths: true,
    vary: 'Accept',
    parameter: null,
    description: `the parameter ${key}<version> of Accept`,
    namesOther: (parameter, version) => namesVersion(parameter, key) && versionIn(parameter, key) !== version,
    segment: () => '',
    askFor: (version) => ({
      headers: { Accept: `application/json;${key}${version}` },
      query: {},
      instruction: `Send ${codeSpan(`Accept: application/json;${key}${version}`)}.`,
    }),
    locate: ({ versions }) => ({
      read: acceptReader(key, (version) => match === 'latest-not-newer' || versions.includes(version)),
      inVersion: (url) => url,
      renamed: ({ url = '/', headers: { accept } }, version) => ({
        url,
        headers: { accept: withVersion(accept ?? '*/*', key, version) },
      }),
    }),
  }),
};

/** Whether a parameter of a media range names a version. */
const namesVersion = (parameter: string, key: string): boolean => parameter.toLowerCase().startsWith(key.toLowerCase());

const versionIn = (parameter: string, key: string): string =>
  parameter
    .slice(key.length)
    .trim()
    .replace(/^"(.*)"$/, '$1');

/** Every media range of `Accept` with the version: in place of another one, and behind the type of a range that has none. What refuses another version is left out. */
function withVersion(accept: string, key: string, version: string): string {
  const kept = acceptRanges(accept).filter(
    ({ parameters, weight }) => weight !== 0 || !parameters.some((one) => namesVersion(one, key)),
  );
  const ranges = kept.length > 0 ? kept : acceptRanges('*/*');
  return ranges
    .map(({ name, parameters, weight }) => {
      const others = parameters.filter((one) => !namesVersion(one, key));
      return [name, `${key}${version}`, ...others, ...(weight === 1 ? [] : [`q=${weight ?? 1}`])].join(';');
    })
    .join(', ');
}

const remembered = 256;

/** Reads the version that a client prefers among those that its media ranges name; remembers the few values that clients send. */
function acceptReader(key: string, isServed: (version: string) => boolean): VersionReader {
  const versions = new Map<string, string>();
  return ({ headers: { accept } }) => {
    if (accept === undefined) return '';
    const known = versions.get(accept);
    if (known !== undefined) return known;
    const version = preferredVersion(accept, key, isServed);
    if (versions.size >= remembered) versions.clear();
    versions.set(accept, version);
    return version;
  };
}

/** By weight, then by place (RFC 9110, section 12.5.1); one that is not served only where no other is named. A weight of 0 refuses a version. */
function preferredVersion(accept: string, key: string, isServed: (version: string) => boolean): string {
  const named = acceptRanges(accept).flatMap(({ parameters, weight }) => {
    const parameter = parameters.find((one) => namesVersion(one, key));
    const version = parameter
      ?.slice(key.length)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    return version && weight !== 0 ? [{ version, weight: weight ?? 1 }] : [];
  });
  const sorted = named.toSorted((one, other) => other.weight - one.weight);
  return (sorted.find(({ version }) => isServed(version)) ?? sorted[0])?.version ?? '';
}
