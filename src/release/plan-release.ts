import { basename, dirname, extname, join } from 'node:path';
import type { ArrayExpression, VariableDeclarator } from 'oxc-parser';
import { applyEdits, type Edit, type FileEdits } from '../edit/apply-edits.js';
import { importsOf, nodesIn, type SourceModule, type SyntaxNode, withoutTypes } from '../edit/read-source.js';
import { groupBy } from '../text/group-by.js';
import { identifierGiver } from '../text/identifier-giver.js';
import { releaseDay } from '../text/version-order.js';
import { findUses, nextInRoutes } from './find-uses.js';
import { type ChangesModule, findNext, findVersions, OtherLayout, type Sources } from './find-layout.js';
import { quoteOf, writeImport } from './write-imports.js';

/** The files of a version that is released. */
export interface ReleasePlan {
  /** The module of the version, with the live schemas that its changes name. */
  readonly entry: { readonly file: string; readonly text: string };
  /** Every file but that module and its shapes. */
  readonly files: readonly FileEdits[];
  /** Whether there is anything to release. */
  readonly isEmpty: boolean;
}

/** Releases what is in the module of `next` on a day (YYYY-MM-DD). Throws an OtherLayout where the edits cannot be made. */
export function planRelease(version: string, released: string, sources: Sources): ReleasePlan {
  const versions = findVersions(sources);
  const next = findNext(versions, sources);
  const { list, statement } = exportedList(next);
  const file = join(dirname(next.module.file), `${version}${extname(next.module.file)}`);
  const constant = identifierGiver(namesIn(versions.module))(`v${version}`);
  const entry = { file, text: writeEntry(next.module, { version, released, constant, list, statement }) };
  const renamed = { from: next.imported.specifier, stem: basename(next.module.file, extname(next.module.file)) };
  const toEntry = (specifier: string) => specifier.replace(lastStep(renamed.stem), version);
  const uses = findUses(next, versions.module, sources, toEntry);
  const quote = quoteOf(versions.module);
  const line = writeImport(
    [{ imported: constant, local: constant, isType: false }, ...uses.besideNext],
    toEntry(renamed.from),
    quote,
  );
  const files: FileEdits[] = [
    {
      file: versions.module.file,
      before: versions.module.text,
      edits: [
        { start: next.imported.declaration.start, end: next.imported.declaration.start, text: `${line}\n` },
        ...uses.edits.flatMap((one) => (one.file === versions.module.file ? one.edits : [])),
        append(constant, versions.list, versions.module.text),
      ],
    },
    { file: next.module.file, before: next.module.text, edits: emptied(next) },
    ...uses.edits.filter((one) => one.file !== versions.module.file),
  ];
  const routes = nextInRoutes(version, sources).filter((one) => one.file !== next.module.file);
  return { entry, files: merge([...files, ...routes]), isEmpty: list.elements.length === 0 && routes.length === 0 };
}

const lastStep = (stem: string) => new RegExp(`(?<=/)${stem.replaceAll(/[^\w]/g, String.raw`\$&`)}(?=(?:\\.\\w+)?$)`);

/** One entry per file. */
function merge(files: readonly FileEdits[]): readonly FileEdits[] {
  return [...groupBy(files, ({ file }) => file).values()].map((same) => ({
    ...same[0]!,
    edits: same.flatMap(({ edits }) => edits),
  }));
}

export interface ExportedList {
  readonly list: ArrayExpression;
  readonly statement: SyntaxNode;
}

/** `export const next = [ … ]`, which nothing else in its module refers to. */
export function exportedList({ module, imported }: ChangesModule): ExportedList {
  for (const statement of module.program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    const { declarations } = statement.declaration;
    const declared = declarations.find(({ id }) => id.type === 'Identifier' && id.name === imported.imported);
    if (!declared) continue;
    const list = declared.init && withoutTypes(declared.init);
    if (declarations.length > 1 || list?.type !== 'ArrayExpression') break;
    if (isUsed(declared, module)) throw new OtherLayout(`${module.file} uses its own ${imported.imported}.`);
    return { list: list as ArrayExpression, statement };
  }
  throw new OtherLayout(`${module.file} does not say export const ${imported.imported} = [ … ].`);
}

function isUsed(declared: VariableDeclarator, { program }: SourceModule): boolean {
  const name = declared.id.type === 'Identifier' ? declared.id.name : '';
  const keys = new Set<SyntaxNode>();
  for (const node of nodesIn(program)) {
    const { key, property, computed, shorthand } = node as SyntaxNode & Partial<Record<string, unknown>>;
    if (computed !== true && shorthand !== true)
      for (const one of [key, property]) if (one) keys.add(one as SyntaxNode);
  }
  return [...nodesIn(program)].some(
    (node) =>
      node.type === 'Identifier' &&
      (node as unknown as { name: string }).name === name &&
      node !== declared.id &&
      !keys.has(node),
  );
}

/** Every name in a module. */
export const namesIn = ({ program }: SourceModule) =>
  [...nodesIn(program)].flatMap((node) =>
    node.type === 'Identifier' ? [(node as unknown as { readonly name: string }).name] : [],
  );

const isTyped = (file: string) => /\.[cm]?tsx?$/.test(file);

interface Entry extends ExportedList {
  readonly version: string;
  readonly released: string;
  readonly constant: string;
}

/** The module of `next` with its list as the entry of a version. */
function writeEntry(module: SourceModule, { version, released, constant, list, statement }: Entry): string {
  const quote = quoteOf(module);
  const type = isTyped(module.file) ? ' satisfies VersionEntry' : '';
  const changes = module.text.slice(list.start, list.end);
  const head = `export const ${constant} = {`;
  const facts = [
    `version: ${quote}${version}${quote},`,
    ...(releaseDay(version) === null ? [`released: ${quote}${released}${quote},`] : []),
  ];
  const line = `${head} ${facts.join(' ')} changes: ${changes} }${type};`;
  const isShort = !changes.includes('\n') && line.length <= 80;
  const text = isShort ? line : `${head}\n  ${facts.join('\n  ')}\n  changes: ${indent(module, list)},\n}${type};`;
  const edits: Edit[] = [{ start: statement.start, end: statement.end, text }];
  return applyEdits(module.text, type === '' ? edits : [...importEntryType(module), ...edits]);
}

/** Two columns further in, except inside of texts that go over several lines. */
function indent({ text }: SourceModule, list: ArrayExpression): string {
  const texts = [...nodesIn(list)].filter(({ type }) => type === 'TemplateElement');
  return text.slice(list.start, list.end).replaceAll(/\n(?=[^\r\n])/g, (found, offset: number) => {
    const at = list.start + offset;
    return texts.some(({ start, end }) => start <= at && at < end) ? found : `${found}  `;
  });
}

function importEntryType(module: SourceModule): readonly Edit[] {
  const names = importsOf(module).filter(({ specifier }) => specifier === 'svckit');
  if (names.some(({ local }) => local === 'VersionEntry')) return [];
  const added = { imported: 'VersionEntry', local: 'VersionEntry', isType: true };
  const first = names.find(({ imported, declaration }) => imported !== null && declaration.importKind !== 'type');
  const quote = quoteOf(module);
  if (!first) return [{ start: 0, end: 0, text: `${writeImport([added], 'svckit', quote)}\n` }];
  const { declaration } = first;
  const same = names.filter((one) => one.declaration === declaration);
  return [{ start: declaration.start, end: declaration.end, text: writeImport([...same, added], 'svckit', quote) }];
}

/** The module of `next` without changes. */
function emptied({ module, imported }: ChangesModule): readonly Edit[] {
  const quote = quoteOf(module);
  const type = { imported: 'VersionEntry', local: 'VersionEntry', isType: true };
  const text = isTyped(module.file)
    ? `${writeImport([type], 'svckit', quote)}\n\nexport const ${imported.imported} = [] satisfies VersionEntry[${quote}changes${quote}];\n`
    : `export const ${imported.imported} = [];\n`;
  return [{ start: 0, end: module.text.length, text }];
}

/** One more element at the end of a list, on a line of its own where the last one has one. */
export function append(element: string, { elements, start, end }: ArrayExpression, text: string): Edit {
  const last = elements.findLast((one) => one !== null);
  if (!last) return { start: start + 1, end: start + 1, text: element };
  const line = text.slice(text.lastIndexOf('\n', last.start) + 1, last.start);
  const isAlone = /^\s*$/.test(line) && text.slice(start, last.start).includes('\n');
  const comma = /^\s*,/.exec(text.slice(last.end, end))?.[0] ?? '';
  const at = last.end + comma.length;
  if (isAlone) return { start: last.end, end: at, text: `,\n${line}${element}${comma === '' ? '' : ','}` };
  return { start: last.end, end: at, text: `, ${element}${comma === '' ? '' : ','}` };
}
