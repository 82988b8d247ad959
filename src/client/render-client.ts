import { codeUnitOrder } from '../text/code-unit-order.js';
import { writeComment } from '../text/write-comment.js';
import { declareTypes, nameFor, type TypeDeclaration } from './declare-types.js';
import type { ClientVersion } from './describe-version.js';
import { moduleOf } from './module-name.js';
import { previewNames, writePreviewSets } from './preview-sets.js';
import { groupPaths, type PathGroup } from './group-paths.js';
import { type SharedType, shareTypes } from './share-types.js';
import type { Toolchain } from './toolchain.js';
import { type VersionFacts, versionFacts } from './version-facts.js';
import { importWebhooks, webhookModules, writeWebhooks } from './webhooks.js';

/** A file of a client, relative to its folder. */
export interface ClientFile {
  readonly path: string;
  readonly text: string;
}

export interface ClientSettings {
  /** What every client runs, by the name of its module. */
  readonly runtime: Readonly<Record<string, string>>;
  /** What relative imports end with: `.js`, `.ts` or nothing. */
  readonly suffix: string;
  /** The address of the ready clients, instead of the servers in the documents. */
  readonly baseUrl?: string | undefined;
}

/** How every written file begins. */
export const fileMark = '// Written by svc client';

/** Writes the client of some versions: a module for each, one for the types that several share, and what they run. A version with previews on follows its version. */
export async function renderClient(
  versions: readonly ClientVersion[],
  settings: ClientSettings,
  toolchain: Toolchain,
): Promise<readonly ClientFile[]> {
  const declarations = await declareTypes(shareTypes(versions), toolchain);
  const groups = groupPaths(declarations, versions);
  const facts = versionFacts(versions, settings.baseUrl);
  const typeIn = (position: number, name: string) =>
    declarations.find(({ type }) => type.name === name && type.versions.includes(position))!.type;
  const modules = versions.map((version, position) => {
    const sets = versions.filter((one) => one.version === version.version);
    return file(moduleOf(version), describe(version), [
      ...(version.previews.length === 0
        ? [`import { ${importedNames(sets).join(', ')} } from './client${settings.suffix}';`]
        : []),
      ...importWebhooks(version, settings.suffix),
      ...(versions.length > 1 ? writeExports(position, versions.length, declarations, settings.suffix) : []),
      ...writeDeclarations(declarations.filter(({ type }) => !isShared(type) && type.versions[0] === position)),
      ...writeVersionPaths(position, groups, version),
      ...(version.previews.length === 0 ? writeVersionClient(version, facts[position]!, sets, settings.suffix) : []),
      ...writeWebhooks(version, nameVersion(version), (name) =>
        nameFor({ versions: [position] }, typeIn(position, name)),
      ),
    ]);
  });
  const isReceiver = versions.some(({ webhooks }) => webhooks.length > 0);
  const run = Object.entries(settings.runtime).filter(([name]) => isReceiver || !webhookModules.includes(name));
  const runtime = run.map(([name, text]) =>
    file(name, '', [text.replaceAll(/(from '\.\/[\w-]+)\.js'/g, `$1${settings.suffix}'`).trimEnd()]),
  );
  return [...modules, ...writeShared(versions.length, declarations, groups, settings.suffix), ...runtime].sort((a, b) =>
    codeUnitOrder(a.path, b.path),
  );
}

function file(name: string, subject: string, lines: readonly string[]): ClientFile {
  return {
    path: `${name}.ts`,
    text: `${[`${fileMark}${subject}. Do not edit.`, '/* eslint-disable */', ...lines].join('\n')}\n`,
  };
}

function describe({ title, version, previews }: ClientVersion): string {
  const name = title.replaceAll(/\s+/g, ' ').trim();
  const subject = version === null ? name : `${name}, version ${version}`;
  return previews.length === 0 ? `: ${subject}` : ` for ${previewNames(previews)}: ${subject}`;
}

/** What the module of a version imports; `sets` are the version and the sets of its previews. */
const importedNames = (sets: readonly ClientVersion[]): readonly string[] => [
  'type Client',
  'type ClientOptions',
  'createVersionedClient',
  ...(sets.length > 1 ? ['type PathsHaving', 'type PreviewOption'] : []),
];

const nameVersion = ({ version, title }: ClientVersion) => (version === null ? title : `version ${version}`);

const isShared = ({ versions }: { readonly versions: readonly number[] }) => versions.length > 1;

/** Whether every version has a type alike, down to everything that it leads to. */
const isCommon = ({ type }: TypeDeclaration, versions: number) =>
  type.versions.length === versions && !type.isGeneric && type.kind !== 'operations';

/** The modules of what all versions have in common, and of what several have. */
function writeShared(
  versions: number,
  declarations: readonly TypeDeclaration[],
  groups: readonly PathGroup[],
  suffix: string,
): readonly ClientFile[] {
  if (versions === 1) return [];
  const common = declarations.filter((one) => isCommon(one, versions));
  const own = declarations.filter((one) => isShared(one.type) && !isCommon(one, versions));
  const isOpen = own.some(({ type }) => type.isGeneric);
  const used = new Set(own.flatMap(({ type }) => [...type.references.values()].map(({ id }) => id)));
  const imported = common.filter(({ type }) => used.has(type.id)).map(({ type }) => type.declared);
  return [
    file('common', '', ['export {};', ...writeDeclarations(common)]),
    file('shared', '', [
      ...(imported.length > 0 ? [`import type { ${imported.join(', ')} } from './common${suffix}';`] : []),
      `export type * from './common${suffix}';`,
      ...(isOpen
        ? [
            '',
            writeComment('The types of a version that others have in another form.'),
            'type Types = Record<string, any>;',
          ]
        : []),
      ...writeDeclarations(own),
      ...groups.filter(isShared).map((group) => {
        const head = `${group.name}${group.isGeneric ? '<S extends Types>' : ''}`;
        return `\nexport interface ${head} ${writePaths(group)}`;
      }),
    ]),
  ];
}

function writeDeclarations(declarations: readonly TypeDeclaration[]): readonly string[] {
  return [
    ...declarations.map(({ text }) => `\n${text}`),
    ...(declarations.some(({ requires }) => requires)
      ? ['', 'type WithRequired<T, K extends keyof T> = T & { [P in K]-?: T[P] };']
      : []),
  ];
}

function writePaths(group: PathGroup | undefined): string {
  const entries = (group?.paths ?? []).map(({ path, operations }) => {
    const members = operations.map(({ method, type }) => `    ${method}: ${nameFor(group!, type)};`);
    return [`  ${JSON.stringify(path)}: {`, ...members, '  };'].join('\n');
  });
  return ['{', ...entries, '}'].join('\n').replace(/^\{\n\}$/, '{}');
}

/** The shared schemas that a version exports, and which of its types it means where they leave that open. */
function writeExports(
  position: number,
  versions: number,
  declarations: readonly TypeDeclaration[],
  suffix: string,
): readonly string[] {
  const own = declarations.filter(({ type }) => type.versions.includes(position));
  const nameOf = (type: SharedType) => nameFor({ versions: [position] }, type);
  const open = declarations.flatMap(({ type }) => [...type.references].filter(([, { varies }]) => varies));
  const varying = new Set(open.map(([name]) => name));
  const chosen = own.filter(({ type }) => varying.has(type.name));
  const named = own.filter((one) => isShared(one.type) && one.type.kind !== 'operations' && !isCommon(one, versions));
  const plain = named
    .filter(({ type }) => !type.isGeneric)
    .map(({ type: { name, declared } }) => (name === declared ? name : `${declared} as ${name}`));
  return [
    `import type * as s from './shared${suffix}';`,
    `export type * from './common${suffix}';`,
    ...(plain.length > 0 ? [`export type { ${plain.join(', ')} } from './shared${suffix}';`] : []),
    ...(chosen.length > 0
      ? ['', 'interface Types {', ...chosen.map(({ type }) => `  ${type.name}: ${nameOf(type)};`), '}']
      : []),
    ...named.filter(({ type }) => type.isGeneric).map(({ type }) => `export type ${type.name} = ${nameOf(type)};`),
  ];
}

function writeVersionPaths(position: number, groups: readonly PathGroup[], version: ClientVersion): readonly string[] {
  const own = groups.find((group) => !isShared(group) && group.versions[0] === position);
  const bases = groups
    .filter((group) => isShared(group) && group.versions.includes(position))
    .map(({ name, isGeneric }) => `s.${name}${isGeneric ? '<Types>' : ''}`);
  return [
    '',
    writeComment(`The operations of ${nameVersion(version)}${havingPreviews(version)}, by path and method.`),
    `export interface paths ${bases.length > 0 ? `extends ${bases.join(', ')} ` : ''}${writePaths(own)}`,
  ];
}

const havingPreviews = ({ previews }: ClientVersion) =>
  previews.length === 0 ? '' : ` with ${previewNames(previews)}`;

function writeVersionClient(
  version: ClientVersion,
  facts: VersionFacts,
  sets: readonly ClientVersion[],
  suffix: string,
): readonly string[] {
  const name = nameVersion(version);
  const address = facts.baseUrl === '' ? 'without an address: paths are relative to the page' : `at ${facts.baseUrl}`;
  return [
    '',
    ...(sets.length > 1 ? writePreviewSets(name, sets, suffix) : writeCreateClient(name)),
    '',
    `const api = ${writeLiteral(facts)};`,
    '',
    writeComment(`The client of ${name}, ${address}.`),
    'export const client: Client<paths> = /* @__PURE__ */ createClient();',
  ];
}

const writeCreateClient = (name: string): readonly string[] => [
  writeComment(`Creates a client of ${name}, with the options of openapi-fetch and \`onDeprecation\`.`),
  'export const createClient = (options?: ClientOptions): Client<paths> => createVersionedClient<paths>(api, options);',
];

/** A value as a TypeScript literal. */
function writeLiteral(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/^( *)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}
