import { problem, type BootProblem } from '../../report/boot-problem.js';
import { isVersions } from '../../changes/known-versions.js';
import { header } from './header.js';
import { mediaType } from './media-type.js';
import { query } from './query.js';
import { uri } from './uri.js';
import type { OwnOption, SharedVersioningOptions, VersioningScheme, VersioningType } from './versioning-type.js';
import { isVersion } from './versions.js';
import { NEXT } from '../../text/version-order.js';
import { quote } from '../../text/quote.js';

/** Every versioning type: one file and one row each. */
export const versioningTypes = Object.freeze([uri, header, mediaType, query] as const);

type AnyType = (typeof versioningTypes)[number];

/** How requests name the version that they want. */
export type VersioningOptions = AnyType['example'];

/** An option that one of the types has for itself, such as `header`. */
export type VersioningOwnOption = OwnOption<VersioningOptions>;

export type VersioningTypeName = AnyType['name'];

const shared: Readonly<Record<keyof SharedVersioningOptions, true>> = {
  defaultVersion: true,
  versions: true,
  match: true,
  pin: true,
  report: true,
  sunset: true,
};

/** Every option of every type; each type checks its own. */
export const versioningOptionNames = Object.freeze(
  Object.fromEntries(
    ['type', ...versioningTypes.flatMap(({ optionNames }) => Object.keys(optionNames)), ...Object.keys(shared)].map(
      (name) => [name, null],
    ),
  ),
) as Readonly<Record<'type' | VersioningOwnOption | keyof SharedVersioningOptions, null>>;

/** The versioning of an API whose paths name the version. */
export const pathVersioning: VersioningOptions = uri.example;

/** The versioning of an API whose documents declare the version as a parameter; undefined where no type reads it there. */
export function versioningByParameter(carrier: string, name: string): VersioningOptions | undefined {
  const type = versioningTypes.find((one) => versioningScheme(one.example)?.parameter?.in === carrier);
  const options = type && { type: type.name, [type.rule.option]: name };
  return options && checkVersioning(options).length === 0 ? (options as VersioningOptions) : undefined;
}

/** What a new service takes unless somebody chooses. */
export const recommendedVersioning: VersioningTypeName = header.name;

/** How an API distinguishes its versions; null for one without versioning. The options are those that `checkVersioning` accepts. */
export function versioningScheme(options: VersioningOptions | undefined): VersioningScheme | null {
  if (!options) return null;
  const known = schemes.get(options) ?? (findType(options.type) as VersioningType<VersioningOptions>)?.open(options);
  if (!known) return null;
  schemes.set(options, known);
  return known;
}

/** Asked for once per route. */
const schemes = new WeakMap<VersioningOptions, VersioningScheme>();

/** The version that answers a named one: itself, or the newest that is not after it. null where only the named one answers. */
export function versionMatch(versioning: VersioningOptions | undefined): ((named: string) => string) | null {
  const known = versioning?.match === 'latest-not-newer' ? versioning.versions : undefined;
  return known ? (named) => known.latestNotAfter(named) : null;
}

function findType(name: unknown): AnyType | undefined {
  return versioningTypes.find((type) => type.name === name);
}

const wrongOption = (option: string, id: string, message: string, fix: string) => problem(id, message, fix, { option });

/** Everything that is wrong with the `versioning` option. */
export function checkVersioning(versioning: unknown): readonly BootProblem[] {
  if (versioning === undefined || versioning === null || versioning === false) return [];
  if (typeof versioning !== 'object')
    return [
      wrongOption(
        'versioning',
        'invalid-versioning-type',
        `versioning is ${quote(versioning)}.`,
        `Write ${versioningExample()}.`,
      ),
    ];
  const options = versioning as Partial<Record<string, unknown>>;
  return [
    ...checkType(options),
    ...checkDefaultVersion(options.defaultVersion),
    ...checkVersions(options.versions),
    ...checkMatch(options.match),
    ...checkPin(options),
    ...checkSunset(options.sunset),
  ];
}

/** The option as it may be written: `versioning: { type: 'uri' }`; `variables` are members that a variable of the same name holds. */
export function versioningExample(
  options: VersioningOptions = versioningTypes[0].example,
  variables: readonly string[] = [],
): string {
  const members = Object.entries(options).map(([name, value]) => `${name}: '${String(value)}'`);
  return `versioning: { ${[...members, ...variables].join(', ')} }`;
}

function checkType(options: Partial<Record<string, unknown>>): BootProblem[] {
  const type = findType(options.type);
  if (!type) {
    const names = versioningTypes.map(({ name }) => `'${name}'`).join(', ');
    return [
      wrongOption(
        'versioning',
        'invalid-versioning-type',
        `Unknown versioning.type ${quote(options.type)}.`,
        `Write one of ${names}.`,
      ),
    ];
  }
  const wrong = type.check(options);
  return wrong ? [wrongOption(type.rule.option, type.rule.id, wrong.message, wrong.fix)] : [];
}

function checkDefaultVersion(value: unknown): BootProblem[] {
  if (value === undefined) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = (message: string) =>
    wrongOption(
      'defaultVersion',
      'invalid-default-version',
      message,
      "Write defaultVersion: '1', or an array such as ['1', '2'].",
    );
  if (entries.length === 0) return [wrong('versioning.defaultVersion is an empty array.')];
  const repeated = entries.filter((entry, index) => entries.indexOf(entry) !== index);
  if (entries.includes(NEXT))
    return [
      wrong(`versioning.defaultVersion names ${NEXT}, which is unreleased and answers only requests that name it.`),
    ];
  return [
    ...entries
      .filter((entry) => !isVersion(entry))
      .map((entry) => wrong(`versioning.defaultVersion ${quote(entry)} is not a version.`)),
    ...repeated.map((entry) => wrong(`versioning.defaultVersion names ${quote(entry)} twice.`)),
  ];
}

function checkVersions(versions: unknown): BootProblem[] {
  if (versions === undefined || isVersions(versions)) return [];
  return [
    wrongOption(
      'versions',
      'invalid-versions',
      `versioning.versions is ${Array.isArray(versions) ? 'a list' : quote(versions)}.`,
      "Write versions: defineVersions(['1', { version: '2', changes: [] }]).",
    ),
  ];
}

function checkMatch(match: unknown): BootProblem[] {
  if (match === undefined || match === 'exact' || match === 'latest-not-newer') return [];
  return [
    wrongOption(
      'match',
      'invalid-match',
      `versioning.match is ${quote(match)}.`,
      "Write 'exact' or 'latest-not-newer'.",
    ),
  ];
}

function checkSunset(sunset: unknown): BootProblem[] {
  if (sunset === undefined || sunset === 'announce' || sunset === 'refuse') return [];
  return [
    wrongOption(
      'sunset',
      'invalid-sunset',
      `versioning.sunset is ${quote(sunset)}.`,
      "Write 'announce' to serve on after a sunset, or 'refuse' to answer 410.",
    ),
  ];
}

function checkPin({ pin, type }: Partial<Record<string, unknown>>): BootProblem[] {
  if (pin === undefined) return [];
  if (typeof pin !== 'function')
    return [
      wrongOption(
        'pin',
        'invalid-pin',
        `versioning.pin is ${quote(pin)}.`,
        'Write pin: (caller) => the version of the caller, or null.',
      ),
    ];
  const known = findType(type) as VersioningType<VersioningOptions> | undefined;
  if (!known || known.open(known.example).sharesPaths) return [];
  return [
    wrongOption(
      'pin',
      'invalid-pin',
      'versioning.pin has no effect where the path names the version.',
      `Remove it, or write versioning: { type: '${recommendedVersioning}', … }.`,
    ),
  ];
}
