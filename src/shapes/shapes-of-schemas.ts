import { isObject, type Json, type JsonObject, objectAt } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { bundledFiles } from '../openapi/references/resolve-reference.js';
import { referencesIn } from '../source/order.js';
import type { Shape } from '../source/print-shapes.js';
import { pascalCase } from '../text/operation-type-name.js';

/** The shapes of a document: those of its components, those of its operations, and whatever these refer to. */
export interface ShapeList {
  /** The shape of a schema that an operation names: that of a component for a plain reference, else one of its own. */
  readonly shapeOf: (schema: Json, name: string) => Shape;
  /** Every shape, with all that they refer to. */
  readonly all: () => readonly Shape[];
  /** Some shapes with all that they refer to, in the order of `all`. */
  readonly within: (chosen: readonly Shape[]) => readonly Shape[];
  /** Whether a shape is a component, or is one by name in another file. */
  readonly isComponent: (shape: Shape) => boolean;
}

/** Starts with the components, in the document's order. */
export function listShapes(document: OpenDocument): ShapeList {
  const shapes = new Map<Json, Shape>();
  const ids = new Set(Object.keys(schemasIn(document.root)));
  const components = new Set<Shape>();
  const written = new Set(Object.values(schemasIn(document.root)));
  /** The schema that a component is: where it only names one of another file, that one. */
  const ownSchema = (schema: Json): Json => {
    const target = isPlainReference(schema) && !shapes.has(schema) ? document.target(schema) : undefined;
    return target === undefined || written.has(target) ? schema : ownSchema(target);
  };
  const add = (shape: Shape): Shape => {
    shapes.set(shape.schema, shape);
    return shape;
  };
  for (const [id, own] of Object.entries(schemasIn(document.root))) {
    const schema = ownSchema(own as Json);
    components.add(
      add({ name: id, id, schema: isObject(schema) && !shapes.has(schema) ? schema : copyOf(own as Json) }),
    );
  }
  const referred = (reference: JsonObject): Shape | null => {
    const target = document.target(reference);
    // What leads to true or false is written out.
    if (!isObject(target)) return null;
    const schema = ownSchema(target);
    const known = shapes.get(schema);
    if (known) return known;
    const { name, isNamed } = nameAt(tokensOf(String(reference['$ref'])));
    const shape = add({ name, id: freeId(name, ids), schema });
    if (isNamed) components.add(shape);
    return shape;
  };
  const addReferred = (reference: JsonObject, reached: Set<Shape>): void => {
    const shape = referred(reference);
    if (shape) reached.add(shape);
  };
  return {
    shapeOf: (schema, name) => {
      const plain = isPlainReference(schema) ? referred(schema) : null;
      return plain ?? shapes.get(schema) ?? add({ name, id: null, schema });
    },
    all: () => {
      // What a reference adds is behind the others, and is walked as they are.
      for (const schema of shapes.keys()) for (const reference of referencesIn(schema)) referred(reference);
      return [...shapes.values()];
    },
    within: (chosen) => {
      const reached = new Set(chosen);
      for (const { schema } of reached) for (const reference of referencesIn(schema)) addReferred(reference, reached);
      return [...shapes.values()].filter((shape) => reached.has(shape));
    },
    isComponent: (shape) => components.has(shape),
  };
}

const schemasIn = (root: JsonObject) => objectAt(objectAt(root['components'])['schemas']);

const isPlainReference = (schema: Json): schema is JsonObject =>
  isObject(schema) && typeof schema['$ref'] === 'string' && Object.keys(schema).length === 1;

/** A schema of the same meaning that is none of those that references lead to. */
const copyOf = (schema: Json): JsonObject => (isObject(schema) ? { ...schema } : schema === false ? { not: {} } : {});

function freeId(name: string, ids: Set<string>): string {
  let id = name;
  for (let count = 2; ids.has(id); count += 1) id = `${name}${count}`;
  ids.add(id);
  return id;
}

/** Where schemas stand under names of their own. */
const homes = ['schemas', '$defs', 'definitions'];

/** What the target of a reference is called: by its home, by its file, or by the words of its place. */
function nameAt(tokens: readonly string[]): { readonly name: string; readonly isNamed: boolean } {
  const isElsewhere = tokens[0] === bundledFiles;
  const [file, ...inside] = isElsewhere ? tokens.slice(1) : ['', ...tokens];
  if (inside.length === 0) return { name: pascalCase(baseName(file!)) || 'Schema', isNamed: true };
  if (homes.includes(inside.at(-2) ?? '')) return { name: inside.at(-1)!, isNamed: true };
  const words = inside.filter((token) => !structure.has(token));
  return { name: pascalCase(words.join(' ')) || 'Schema', isNamed: false };
}

const structure = new Set(['components', 'schemas', 'properties', 'paths', 'content', 'schema']);

const baseName = (file: string) => file.replace(/^.*\//, '').replace(/\..*$/, '');
