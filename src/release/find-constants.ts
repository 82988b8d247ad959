import type { CallExpression, ObjectExpression } from 'oxc-parser';
import { readSourceIn, type SyntaxNode, withoutTypes } from '../edit/read-source.js';
import { memberName, type Sources } from './find-layout.js';

/** A schema that a module exports. */
export interface SchemaConstant {
  readonly file: string;
  readonly name: string;
}

/** The exported constants that are declared with an id, `export const Book = z.object({ … }).meta({ id: 'Book' })`; none for an id that two have. */
export function findConstants(sources: Sources): ReadonlyMap<string, SchemaConstant> {
  const found = new Map<string, SchemaConstant | null>();
  for (const [file, text] of sources) {
    const module = text.includes('.meta(') ? readSourceIn(sources, file) : null;
    for (const statement of module?.program.body ?? []) {
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
        continue;
      for (const { id, init } of statement.declaration.declarations) {
        const schema = init && idIn(withoutTypes(init));
        if (id.type !== 'Identifier' || schema === null) continue;
        found.set(schema, found.has(schema) ? null : { file, name: id.name });
      }
    }
  }
  return new Map([...found].flatMap(([id, constant]) => (constant ? [[id, constant]] : [])));
}

/** The id that the last `.meta` of a chain of calls gives; null without one. */
function idIn(node: SyntaxNode): string | null {
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: given } = node as CallExpression & SyntaxNode;
  if (callee.type !== 'MemberExpression') return null;
  const [options] = given;
  if (
    memberName({ key: callee.property as never, computed: callee.computed }) === 'meta' &&
    options?.type === 'ObjectExpression'
  ) {
    const id = (options as ObjectExpression).properties.find(
      (one) => one.type === 'Property' && memberName(one) === 'id',
    );
    if (id?.type === 'Property') return id.value.type === 'Literal' ? String(id.value.value) : null;
  }
  return idIn(callee.object);
}
