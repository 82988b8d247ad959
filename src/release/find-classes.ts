import { readSourceIn } from '../edit/read-source.js';
import type { SchemaConstant } from './find-constants.js';
import type { Sources } from './find-layout.js';

/** The exported classes, `export class BooksController`; none for a name that two have. */
export function findClasses(sources: Sources): ReadonlyMap<string, SchemaConstant> {
  const found = new Map<string, SchemaConstant | null>();
  for (const [file, text] of sources) {
    const module = text.includes('export class ') ? readSourceIn(sources, file) : null;
    for (const statement of module?.program.body ?? []) {
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'ClassDeclaration') continue;
      const name = statement.declaration.id?.name;
      if (name !== undefined) found.set(name, found.has(name) ? null : { file, name });
    }
  }
  return new Map([...found].flatMap(([name, constant]) => (constant ? [[name, constant]] : [])));
}
