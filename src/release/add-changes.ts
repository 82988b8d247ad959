import { dirname, extname, relative } from 'node:path';
import type { ArrayExpression } from 'oxc-parser';
import { applyEdits, type Edit } from '../edit/apply-edits.js';
import { importsOf, type SourceModule } from '../edit/read-source.js';
import { groupBy } from '../text/group-by.js';
import { identifierGiver } from '../text/identifier-giver.js';
import type { SchemaConstant } from './find-constants.js';
import { type ChangesModule, findNext, findVersions, resolveSource, type Sources } from './find-layout.js';
import { filesLoadedBy } from './files-loaded-by.js';
import { append, exportedList, namesIn } from './plan-release.js';
import { quoteOf, writeImport } from './write-imports.js';

/** The module of what is not released, as changes are added to it. */
export interface NextModule {
  readonly file: string;
  readonly text: string;
  /** What the module calls a constant, and imports it as. */
  readonly localOf: (constant: SchemaConstant) => string;
  /** What `localOf` gave so far. */
  readonly locals: ReadonlyMap<string, string>;
  /** Whether a file loads the module first: what it exports has no value there yet. */
  readonly isLoadedBy: (file: string) => boolean;
  /** The text with more changes at the end of the list, given their code, what they import from svckit, and whether they name `z`. */
  readonly add: (changes: readonly WrittenChange[]) => string;
}

export interface WrittenChange {
  readonly code: string;
  readonly names: readonly string[];
  readonly usesZod: boolean;
  readonly constants: readonly SchemaConstant[];
}

/** Finds the module of `next`, where constants may have names already. Throws an OtherLayout where changes cannot be added. */
export function openNext(sources: Sources, locals?: NextModule['locals']): NextModule {
  const next = findNext(findVersions(sources), sources);
  return openList(next, exportedList(next).list, sources, locals);
}

/** A module with a list of changes, as changes are added to it. */
export function openList(
  next: ChangesModule,
  list: ArrayExpression,
  sources: Sources,
  named: NextModule['locals'] = new Map(),
): NextModule {
  const { module } = next;
  const identifier = identifierGiver([...namesIn(module), 'z']);
  const locals = new Map(named);
  const localOf = (constant: SchemaConstant) => {
    const key = `${constant.file} ${constant.name}`;
    const local = locals.get(key) ?? importedAs(constant, next, sources) ?? identifier(constant.name);
    locals.set(key, local);
    return local;
  };
  return {
    file: module.file,
    text: module.text,
    localOf,
    locals,
    isLoadedBy: (file) => filesLoadedBy(file, sources).has(module.file),
    add: (changes) =>
      applyEdits(module.text, [
        ...addImports(next, changes, localOf, sources),
        ...addElements(
          changes.map(({ code }) => code),
          list,
          module.text,
        ),
      ]),
  };
}

function importedAs({ file, name }: SchemaConstant, { module }: ChangesModule, sources: Sources): string | undefined {
  return importsOf(module).find(
    ({ imported, specifier, isType }) =>
      imported === name && !isType && resolveSource(specifier, module.file, sources) === file,
  )?.local;
}

function addElements(codes: readonly string[], list: ArrayExpression, text: string): readonly Edit[] {
  const written = codes.map((code) => code.replaceAll('\n', '\n  '));
  if (list.elements.length > 0) return [append(written.join(',\n  '), list, text)];
  return [{ start: list.start, end: list.end, text: `[\n${written.map((code) => `  ${code},\n`).join('')}]` }];
}

function addImports(
  { module }: ChangesModule,
  changes: readonly WrittenChange[],
  localOf: (constant: SchemaConstant) => string,
  sources: Sources,
): readonly Edit[] {
  const quote = quoteOf(module);
  const known = importsOf(module);
  const wanted = new Set(changes.flatMap(({ names }) => names));
  const missing = [...wanted].filter(
    (name) => !known.some(({ imported, specifier, isType }) => imported === name && specifier === 'svckit' && !isType),
  );
  const own = known.find(({ imported, specifier }) => specifier === 'svckit' && imported !== null)?.declaration;
  const same = known.filter(({ declaration }) => declaration === own);
  const added = missing.map((name) => ({ imported: name, local: name, isType: false }));
  const names = [...same, ...added].toSorted(
    (one, other) => Number(one.isType) - Number(other.isType) || (one.local < other.local ? -1 : 1),
  );
  const constants = changes
    .flatMap((one) => one.constants)
    .filter((one) => !importedAs(one, { module } as ChangesModule, sources));
  const lines = [
    ...(changes.some(({ usesZod }) => usesZod) && !known.some(({ local }) => local === 'z')
      ? [`import { z } from ${quote}zod${quote};`]
      : []),
    ...[...groupBy(constants, ({ file }) => file)].map(([file, some]) =>
      writeImport(
        [
          ...new Map(
            some.map((one) => [one.name, { imported: one.name, local: localOf(one), isType: false }]),
          ).values(),
        ],
        specifierOf(file, module),
        quote,
      ),
    ),
  ];
  const svckit = missing.length > 0 ? writeImport(names, 'svckit', quote) : null;
  if (!own) {
    const all = [...(svckit === null ? [] : [svckit]), ...lines];
    // A blank line between the first imports of a module and its code.
    const hasImports = module.program.body.some(({ type }) => type === 'ImportDeclaration');
    const gap = all.length > 0 && !hasImports ? '\n' : '';
    return [{ start: 0, end: 0, text: `${all.map((line) => `${line}\n`).join('')}${gap}` }];
  }
  const first = svckit ?? module.text.slice(own.start, own.end);
  return [{ start: own.start, end: own.end, text: [first, ...lines].join('\n') }];
}

/** A relative import, with the ending that the module's others have. */
function specifierOf(file: string, module: SourceModule): string {
  const path = relative(dirname(module.file), file).replaceAll('\\', '/');
  const named = path.startsWith('.') ? path : `./${path}`;
  const others = importsOf(module)
    .map(({ specifier }) => specifier)
    .filter((one) => one.startsWith('.'));
  const ending = others[0] === undefined ? extname(file).replace('ts', 'js').replace('jsx', 'js') : extname(others[0]);
  return named.slice(0, named.length - extname(named).length) + ending;
}
