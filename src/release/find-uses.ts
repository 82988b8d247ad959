import type { ObjectProperty, StringLiteral } from 'oxc-parser';
import type { FileEdits } from '../edit/apply-edits.js';
import { NEXT } from '../text/version-order.js';
import {
  type ImportedName,
  importsOf,
  nodesIn,
  readSource,
  type SourceModule,
  type SyntaxNode,
} from '../edit/read-source.js';
import {
  type ChangesModule,
  isCallOf,
  localNamesOf,
  memberName,
  OtherLayout,
  resolveSource,
  type Sources,
} from './find-layout.js';
import { quoteOf, writeImport } from './write-imports.js';

interface Uses {
  readonly edits: readonly FileEdits[];
  /** What the module of the versions imports of it beside the list. */
  readonly besideNext: readonly ImportedName[];
}

/** Whatever imports something else than the list of changes from the module of `next` imports it from that of the version. */
export function findUses(
  next: ChangesModule,
  versions: SourceModule,
  sources: Sources,
  toEntry: (specifier: string) => string,
): Uses {
  const isNext = ({ imported }: ImportedName) => imported === next.imported.imported;
  let besideNext: readonly ImportedName[] = [];
  const edits = [...sources].flatMap(([file, text]): FileEdits[] => {
    const module = file === next.module.file ? null : readSource(file, text);
    if (!module) return [];
    const leadsThere = (specifier: string) => resolveSource(specifier, file, sources) === next.module.file;
    refuseReexports(module, leadsThere);
    const names = importsOf(module).filter(({ specifier }) => leadsThere(specifier));
    if (names.length === 0) return [];
    if (names.some(({ imported }) => imported === null))
      throw new OtherLayout(`${file} imports everything of ${next.module.file}.`);
    if (file === versions.file) {
      besideNext = names.filter((name) => !isNext(name));
      const { declaration, specifier } = next.imported;
      const others = new Set(names.map((name) => name.declaration)).size > 1;
      if (others) throw new OtherLayout(`${file} imports ${specifier} twice.`);
      const kept = writeImport(names.filter(isNext), specifier, quoteOf(module));
      return besideNext.length === 0
        ? []
        : [{ file, before: text, edits: [{ start: declaration.start, end: declaration.end, text: kept }] }];
    }
    if (names.some(isNext)) throw new OtherLayout(`${file} imports ${next.imported.imported} too.`);
    const targets = new Set(names.map(({ declaration }) => declaration.source));
    return [
      {
        file,
        before: text,
        edits: [...targets].map(({ start, end, value }) => ({ start: start + 1, end: end - 1, text: toEntry(value) })),
      },
    ];
  });
  return { edits, besideNext };
}

function refuseReexports({ program, file }: SourceModule, leadsThere: (specifier: string) => boolean): void {
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportAllDeclaration' || statement.type === 'ExportNamedDeclaration';
    if (isExport && statement.source && leadsThere(statement.source.value))
      throw new OtherLayout(`${file} exports what it imports from ${statement.source.value}.`);
  }
}

/** `@Version({ from: 'next' })` and `@Controller('books', { version: 'next' })` with the version instead. */
export function nextInRoutes(version: string, sources: Sources): readonly FileEdits[] {
  return [...sources].flatMap(([file, text]): FileEdits[] => {
    const module = text.includes(NEXT) ? readSource(file, text) : null;
    if (!module) return [];
    const edits = namedNext(module).map(({ start, end }) => ({ start: start + 1, end: end - 1, text: version }));
    return edits.length > 0 ? [{ file, before: text, edits }] : [];
  });
}

function namedNext(module: SourceModule): readonly SyntaxNode[] {
  const [versions, controllers] = [localNamesOf(module, 'Version'), localNamesOf(module, 'Controller')];
  return [...nodesIn(module.program)].flatMap((node) => {
    if (isCallOf(node, versions)) return [...nodesIn(node)].filter(isNextLiteral);
    if (!isCallOf(node, controllers)) return [];
    return [...nodesIn(node)]
      .filter((one): one is ObjectProperty & SyntaxNode => one.type === 'Property')
      .filter((one) => memberName(one) === 'version')
      .flatMap(({ value }) => [...nodesIn(value)].filter(isNextLiteral));
  });
}

const isNextLiteral = (node: SyntaxNode) => node.type === 'Literal' && (node as StringLiteral).value === NEXT;
