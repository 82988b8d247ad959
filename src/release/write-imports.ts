import type { ImportDeclaration } from 'oxc-parser';
import type { Edit } from '../edit/apply-edits.js';
import { type ImportedName, importsOf, type SourceModule } from '../edit/read-source.js';

/** A name of an import, to be written. */
export type WrittenName = Pick<ImportedName, 'imported' | 'local' | 'isType'>;

/** The quote that a module puts around what it imports. */
export const quoteOf = ({ program, text }: SourceModule): string => {
  const first = program.body.find((statement) => statement.type === 'ImportDeclaration');
  return first?.type === 'ImportDeclaration' ? text[first.source.start]! : "'";
};

/** An import as Prettier would write it, without a line break at its end. */
export function writeImport(names: readonly WrittenName[], specifier: string, quote: string): string {
  const from = `from ${quote}${specifier}${quote};`;
  const plain = names.find(({ imported }) => imported === 'default')?.local;
  const others = names.filter(({ imported }) => imported !== 'default');
  const all = others.find(({ imported }) => imported === null);
  if (all) return `import ${[...(plain === undefined ? [] : [plain]), `* as ${all.local}`].join(', ')} ${from}`;
  const areTypes = names.length > 0 && names.every(({ isType }) => isType);
  const listed = others.map(
    ({ imported, local, isType }) =>
      `${isType && !areTypes ? 'type ' : ''}${imported === local ? local : `${exportedName(imported!, quote)} as ${local}`}`,
  );
  const head = `import ${areTypes ? 'type ' : ''}${plain === undefined ? '' : `${plain}${listed.length > 0 ? ', ' : ''}`}`;
  if (listed.length === 0) return `${head} ${from}`;
  const line = `${head}{ ${listed.join(', ')} } ${from}`;
  return line.length <= 80 ? line : `${head}{\n${listed.map((one) => `  ${one},\n`).join('')}} ${from}`;
}

const exportedName = (name: string, quote: string) =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : `${quote}${name}${quote}`;

/** Imports some names from another module: the first import that has one of them gets a line for it. */
export function moveImports(
  module: SourceModule,
  moved: ReadonlyMap<ImportedName, string>,
  specifier: string,
): readonly Edit[] {
  const names = importsOf(module);
  const quote = quoteOf(module);
  const declarations = [...new Set([...moved.keys()].map(({ declaration }) => declaration))];
  const line = writeImport(
    [...moved].map(([name, imported]) => ({ ...name, imported })),
    specifier,
    quote,
  );
  const movedNames = new Set([...moved.keys()].map(({ local }) => local));
  return declarations.toSorted(byStart).map((declaration, index) => {
    const rest = names.filter((name) => name.declaration.start === declaration.start && !movedNames.has(name.local));
    const lines = [
      ...(index === 0 ? [line] : []),
      ...(rest.length > 0 ? [writeImport(rest, declaration.source.value, quote)] : []),
    ];
    return lines.length > 0 ? { ...rangeOf(declaration), text: lines.join('\n') } : removeLine(module, declaration);
  });
}

const byStart = (one: ImportDeclaration, other: ImportDeclaration) => one.start - other.start;
const rangeOf = ({ start, end }: ImportDeclaration) => ({ start, end });

function removeLine({ text }: SourceModule, { start, end }: ImportDeclaration): Edit {
  const [ending = ''] = /^[^\S\n]*\r?\n?/.exec(text.slice(end)) ?? [];
  return { start, end: end + ending.length, text: '' };
}
