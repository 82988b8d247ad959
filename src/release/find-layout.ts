import { dirname, resolve } from 'node:path';
import type { ArrayExpression, CallExpression, ObjectProperty } from 'oxc-parser';
import {
  type ImportedName,
  importsOf,
  nodesIn,
  readSource,
  type SourceModule,
  type SyntaxNode,
  withoutTypes,
} from '../edit/read-source.js';

/** The source files of a service. */
export type Sources = ReadonlyMap<string, string>;

/** Where a service lists its versions. */
export interface VersionsCall {
  readonly module: SourceModule;
  readonly call: CallExpression;
  readonly list: ArrayExpression;
}

/** A list of changes that a module exports, and the import of it beside the versions. */
export interface ChangesModule {
  readonly module: SourceModule;
  readonly imported: ImportedName;
}

/** Why edits cannot be made, as a sentence. */
export class OtherLayout extends Error {
  override readonly name = 'OtherLayout';
}

/** What `find` returns, or why edits cannot be made. */
export function orOtherLayout<T>(find: () => T): T | OtherLayout {
  try {
    return find();
  } catch (error) {
    if (error instanceof OtherLayout) return error;
    throw error;
  }
}

/** The call of `defineVersions`. Throws an OtherLayout without exactly one that lists its versions. */
export function findVersions(sources: Sources): VersionsCall {
  const found = [...sources].flatMap(([file, text]) => (text.includes('defineVersions') ? callsIn(file, text) : []));
  const [only, ...others] = found;
  if (!only) throw new OtherLayout('No source file of the service calls defineVersions() of svckit.');
  if (others.length > 0)
    throw new OtherLayout(`defineVersions() is called in ${found.map(({ module }) => module.file).join(' and ')}.`);
  const list = only.call.arguments[0] && withoutTypes(only.call.arguments[0]);
  if (list?.type !== 'ArrayExpression')
    throw new OtherLayout('The first argument of defineVersions() is not written as a list.');
  return { ...only, list: list as ArrayExpression };
}

function callsIn(file: string, text: string): readonly Omit<VersionsCall, 'list'>[] {
  const module = readSource(file, text);
  if (!module) return [];
  const locals = localNamesOf(module, 'defineVersions');
  return [...nodesIn(module.program)].flatMap((node) => (isCallOf(node, locals) ? [{ module, call: node }] : []));
}

const isImportOf =
  (...names: readonly string[]) =>
  ({ imported, specifier }: ImportedName) =>
    specifier === 'svckit' && imported !== null && names.includes(imported);

/** What a module calls some exports of svckit. */
export const localNamesOf = (module: SourceModule, ...names: readonly string[]): readonly string[] =>
  importsOf(module)
    .filter(isImportOf(...names))
    .map(({ local }) => local);

export function isCallOf(node: SyntaxNode, names: readonly string[]): node is CallExpression & SyntaxNode {
  if (node.type !== 'CallExpression') return false;
  const { callee } = node as CallExpression;
  return callee.type === 'Identifier' && names.includes(callee.name);
}

/** The module of what is not released. Throws an OtherLayout where `next` is not imported from a file of its own. */
export function findNext({ module, call }: VersionsCall, sources: Sources): ChangesModule {
  const options = call.arguments[1] && withoutTypes(call.arguments[1]);
  const member = (
    options?.type === 'ObjectExpression' ? (options as { properties?: readonly unknown[] }).properties : []
  )
    ?.filter((one): one is ObjectProperty => (one as ObjectProperty).type === 'Property')
    .find((one) => memberName(one) === 'next');
  if (!member) throw new OtherLayout('defineVersions() has no { next }.');
  if (member.value.type !== 'Identifier') throw new OtherLayout('The next of defineVersions() has no file of its own.');
  return importedModule(member.value.name, module, sources, 'next');
}

/** The module of a released version. Throws an OtherLayout where its entry is not imported from a file of its own. */
export function findVersion(version: string, { module, list }: VersionsCall, sources: Sources): ChangesModule {
  for (const element of list.elements) {
    if (element?.type !== 'Identifier') continue;
    const found = tryImportedModule(element.name, module, sources);
    if (found && declaresVersion(found.module, version)) return found;
  }
  throw new OtherLayout(`Version ${version} has no file of its own that exports its entry.`);
}

function declaresVersion({ program }: SourceModule, version: string): boolean {
  return [...nodesIn(program)].some((node) => {
    if (node.type !== 'Property') return false;
    const { value } = node as ObjectProperty;
    return memberName(node as ObjectProperty) === 'version' && value.type === 'Literal' && value.value === version;
  });
}

export function memberName({ key, computed }: Pick<ObjectProperty, 'key' | 'computed'>): string | null {
  if (key.type === 'Identifier') return computed ? null : key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null;
}

function importedModule(local: string, module: SourceModule, sources: Sources, what: string): ChangesModule {
  const found = tryImportedModule(local, module, sources);
  if (found) return found;
  throw new OtherLayout(`The ${what} of defineVersions() has no file of its own.`);
}

function tryImportedModule(local: string, module: SourceModule, sources: Sources): ChangesModule | null {
  const imported = importsOf(module).find((one) => one.local === local && one.imported !== null);
  const file = imported && resolveSource(imported.specifier, module.file, sources);
  const source = file === undefined ? null : readSource(file, sources.get(file)!);
  return imported && source ? { imported, module: source } : null;
}

const sourceOf: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts', '.jsx': '.tsx' };
const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** The source file that a relative import leads to; undefined for a package. */
export function resolveSource(specifier: string, importer: string, sources: Sources): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const named = resolve(dirname(importer), specifier);
  const written = named.replace(/\.[cm]?jsx?$/, (ending) => sourceOf[ending] ?? ending);
  return [written, ...endings.map((ending) => named + ending)].find((file) => sources.has(file));
}

/** The module of a text that is not written. */
export function moduleOf({ file, text }: { readonly file: string; readonly text: string }): SourceModule {
  const module = readSource(file, text);
  if (module) return module;
  throw new OtherLayout(`${file} would not be TypeScript.`);
}
