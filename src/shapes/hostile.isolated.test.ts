import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { objectAt } from '../json/json.js';
import { loadShapes } from './testing/read-back.js';
import { hostileDocuments } from './testing/random-documents.js';

/** Every node of a module of shapes; a call is one of `z`, or of what a constant holds. */
const expected = new Set(
  (
    'Program ImportDeclaration ImportSpecifier ExportNamedDeclaration VariableDeclaration VariableDeclarator Identifier CallExpression ' +
    'MemberExpression ObjectExpression ArrayExpression Property Literal UnaryExpression ArrowFunctionExpression FunctionExpression BlockStatement ' +
    'ReturnStatement TSAsExpression TSTypeReference TSTypeAnnotation TSQualifiedName TSTypeQuery TSTypeParameterInstantiation TSTypeOperator TSTupleType'
  ).split(' '),
);

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

function* nodesIn(value: unknown): Iterable<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (typeof (value as Node).type === 'string') yield value as Node;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}

/** The name that a chain of calls starts with. */
function headOf(node: Node): unknown {
  if (node.type === 'CallExpression') return headOf(node['callee'] as Node);
  return node.type === 'MemberExpression' ? headOf(node['object'] as Node) : node['name'];
}

it('names and words of a document do not become code', () => {
  fc.assert(
    fc.property(hostileDocuments, (document) => {
      const { text, shapes, operations } = loadShapes(document);
      expect(globalThis).not.toHaveProperty('ran');
      const { program, errors } = parseSync('shapes.ts', text);
      expect(errors).toEqual([]);
      const nodes = [...nodesIn(program)];
      expect(nodes.map(({ type }) => type).filter((type) => !expected.has(type))).toEqual([]);
      const declared = nodes.flatMap((node) =>
        node.type === 'VariableDeclarator' ? [(node['id'] as Node)['name']] : [],
      );
      expect(new Set(declared).size).toBe(declared.length);
      const heads = nodes.filter(({ type }) => type === 'CallExpression').map(headOf);
      expect(heads.filter((name) => name !== 'z' && !declared.includes(name))).toEqual([]);
      const schemas = Object.keys(objectAt(objectAt(document['components'])['schemas']));
      expect(Object.keys(shapes).toSorted()).toEqual(schemas.toSorted());
      expect(Object.keys(operations).length).toBe(Object.keys(objectAt(document['paths'])).length * 2);
    }),
    runs(60),
  );
});
