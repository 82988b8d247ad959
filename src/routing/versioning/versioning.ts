import { problem, type Problem } from '../../report/problem.js';

interface Shared {
  /** What a route that declares no version is served under; absent, it stays unversioned. */
  readonly defaultVersion?: string | readonly string[];
  /** Answer `API-Supported-Versions` and `API-Deprecated-Versions`. */
  readonly report?: boolean;
}

/** Where the version of a request is read from. */
export type VersioningOptions =
  | (Shared & { readonly type: 'uri' /** `v` by default, as in `/v1/users`. */; readonly prefix?: string })
  | (Shared & { readonly type: 'header'; readonly header: string })
  | (Shared & { readonly type: 'media-type' /** With its equals sign: `v=` reads `;v=2`. */; readonly key: string });

export const versionPattern = /^[\w.~-]+$/;
export const headerNamePattern = /^[!#$%&'*+\-.^_`|~\da-z]+$/i;

export function defaultVersions(versioning: VersioningOptions | undefined): readonly string[] {
  const { defaultVersion = [] } = versioning ?? {};
  return typeof defaultVersion === 'string' ? [defaultVersion] : defaultVersion;
}

/** The response header that a versioned answer varies on; null under URI versioning. */
export function varyHeader(versioning: VersioningOptions | undefined): string | null {
  if (versioning?.type === 'header') return versioning.header;
  return versioning?.type === 'media-type' ? 'Accept' : null;
}

const quote = (value: unknown) => JSON.stringify(value) ?? String(value);

/** Everything that is wrong with the `versioning` option. */
export function checkVersioning(versioning: unknown): readonly Problem[] {
  if (versioning === undefined || versioning === null || versioning === false) return [];
  if (typeof versioning !== 'object') {
    return [
      problem('invalid-versioning-type', `versioning is ${quote(versioning)}.`, "Write versioning: { type: 'uri' }.", {
        option: 'versioning',
      }),
    ];
  }
  const options = versioning as Partial<Record<string, unknown>>;
  return [...checkType(options), ...checkDefaultVersion(options.defaultVersion)];
}

function checkType(options: Partial<Record<string, unknown>>): Problem[] {
  switch (options.type) {
    case 'uri':
      return options.prefix === undefined || options.prefix === '' || isVersion(options.prefix)
        ? []
        : [
            problem(
              'invalid-prefix',
              `versioning.prefix ${quote(options.prefix)} is not part of one path segment.`,
              "Leave it out for 'v', as in /v1/users.",
              { option: 'prefix' },
            ),
          ];
    case 'header':
      return typeof options.header === 'string' && headerNamePattern.test(options.header)
        ? []
        : [
            problem(
              'invalid-version-header',
              `versioning.header ${quote(options.header)} is not a header name.`,
              "Write header: 'X-API-Version'.",
              { option: 'header' },
            ),
          ];
    case 'media-type':
      return typeof options.key === 'string' && /^[^\s,;"]+$/.test(options.key)
        ? []
        : [
            problem(
              'invalid-version-key',
              `versioning.key ${quote(options.key)} is not the start of a media type parameter.`,
              "Write key: 'v=', which reads ;v=2.",
              { option: 'key' },
            ),
          ];
    default:
      return [
        problem(
          'invalid-versioning-type',
          `versioning.type ${quote(options.type)} is not known.`,
          "Write 'uri', 'header' or 'media-type'.",
          { option: 'versioning' },
        ),
      ];
  }
}

function checkDefaultVersion(value: unknown): Problem[] {
  if (value === undefined) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const fix = "Write defaultVersion: '1', or an array such as ['1', '2'].";
  if (entries.length === 0)
    return [
      problem('invalid-default-version', 'versioning.defaultVersion is an empty array.', fix, {
        option: 'defaultVersion',
      }),
    ];
  const problems = entries
    .filter((entry) => !isVersion(entry))
    .map((entry) =>
      problem('invalid-default-version', `versioning.defaultVersion ${quote(entry)} is not a version.`, fix, {
        option: 'defaultVersion',
      }),
    );
  const repeated = entries.filter((entry, index) => entries.indexOf(entry) !== index);
  return [
    ...problems,
    ...repeated.map((entry) =>
      problem('invalid-default-version', `versioning.defaultVersion names ${quote(entry)} twice.`, fix, {
        option: 'defaultVersion',
      }),
    ),
  ];
}

export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && versionPattern.test(value) && value !== '.' && value !== '..';
}
