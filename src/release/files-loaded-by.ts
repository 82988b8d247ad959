import { readSourceIn } from '../edit/read-source.js';
import { resolveSource, type Sources } from './find-layout.js';

/** The source files that a file loads before it runs, through all that it imports, but not for types. Itself where it is one of them. */
export function filesLoadedBy(file: string, sources: Sources): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [file];
  for (const importer of open)
    for (const specifier of specifiersIn(importer, sources)) {
      const loaded = resolveSource(specifier, importer, sources);
      if (loaded === undefined || found.has(loaded)) continue;
      found.add(loaded);
      open.push(loaded);
    }
  return found;
}

function specifiersIn(file: string, sources: Sources): readonly string[] {
  const { program } = readSourceIn(sources, file) ?? { program: { body: [] } };
  return program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return statement.importKind === 'type' ? [] : statement.source.value;
    if (statement.type === 'ExportAllDeclaration' || statement.type === 'ExportNamedDeclaration')
      return statement.exportKind === 'type' ? [] : (statement.source?.value ?? []);
    return [];
  });
}
