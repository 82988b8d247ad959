import { isObject, type Json, type JsonObject } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import { identifierGiver } from '../text/identifier-giver.js';
import { writeConstant } from './layout/write-source.js';
import { circlesOf, inOrderOfNeed, referencesIn } from './order.js';
import { commentOf } from './schemas/containers.js';
import { metadataOf, withMetadata } from './schemas/keep.js';
import { settle } from './schemas/later.js';
import { printSchema } from './schemas/print-schema.js';
import type { Printing, SchemaExpression } from './schemas/printing.js';
import { type Expression, literal } from './syntax.js';

/** A schema that gets a constant of its own. */
export interface Shape {
  /** What its constant is called, as far as that is an identifier that is free. */
  readonly name: string;
  /** Its id in documents; null for a schema that is written where it is used there. */
  readonly id: string | null;
  readonly schema: Json;
}

/** The schemas of one document. */
export interface ShapeSource {
  readonly shapes: readonly Shape[];
  /** What a reference leads to, one step away: the schema of a shape, or one that is written where it is used. */
  readonly target: (node: JsonObject) => Json | undefined;
  readonly ignoresSiblings?: boolean;
}

export interface ShapeStyle {
  /** Names that the module uses otherwise, beside `z`. */
  readonly taken?: readonly string[];
  /** What is exported under a shape's id: the schema with the id in its metadata, unless this says something else. */
  readonly wrap?: (id: string, schema: SchemaExpression) => Expression;
  /** Whether a default is filled in while parsing, or only shown. */
  readonly defaults: Printing['defaults'];
  /** Shapes that have a schema already: they have a constant, and are not declared. What only they contain need not be listed. */
  readonly isGiven?: (shape: Shape) => boolean;
}

/** A constant and the expression that makes it. */
export interface DeclaredShape {
  readonly shape: Shape;
  readonly constant: string;
  readonly value: Expression;
}

export interface DeclaredShapes {
  /** Each behind those that it needs. */
  readonly declared: readonly DeclaredShape[];
  /** The keywords that Zod does not check, by the shape in whose own text they stand. */
  readonly kept: ReadonlyMap<Shape, ReadonlySet<string>>;
  /** The constant of each shape. */
  readonly constants: ReadonlyMap<Shape, string>;
  /** Whether metadata has keywords that Zod does not check. */
  readonly keepsKeywords: boolean;
}

export interface PrintedShapes extends Omit<DeclaredShapes, 'declared'> {
  /** The constants as TypeScript, each behind those that it needs. */
  readonly declarations: readonly string[];
  /** The shapes of the declarations, in their order. */
  readonly declared: readonly Shape[];
}

/** Declares one constant per shape, with Zod 4, as Prettier's defaults would write it. */
export function printShapes(source: ShapeSource, style: ShapeStyle): PrintedShapes {
  const { declared, ...others } = declareShapes(source, style);
  const declarations = declared.map(({ shape, constant, value }) => {
    const comment = commentOf(shape.schema);
    return `${comment === '' ? '' : `${comment}\n`}${writeConstant(constant, value)}\n`;
  });
  return { declarations, declared: declared.map(({ shape }) => shape), ...others };
}

/** One constant per shape, as an expression of Zod 4. */
export function declareShapes(
  source: ShapeSource,
  { taken = [], wrap = withId, defaults, isGiven = () => false }: ShapeStyle,
): DeclaredShapes {
  const constants = nameConstants(source.shapes, ['z', ...taken]);
  const bySchema = new Map(source.shapes.map((shape) => [shape.schema, shape]));
  const shapeOf = (node: JsonObject) => referredShape(node, source, bySchema);
  const declared = new Set<string>();
  const names = new Set(constants.values());
  const ids = new Map(source.shapes.map((shape) => [constants.get(shape)!, shape.id]));
  const inlined: Json[] = [];
  let circle: ReadonlySet<string> = new Set();
  const keeping = new Set<string>();
  let kept = 0;
  let keywords = new Set<string>();
  const keptBy = new Map<Shape, ReadonlySet<string>>();
  const printing: Printing = {
    target: source.target,
    ignoresSiblings: source.ignoresSiblings ?? false,
    defaults,
    constantOf: (node) => constants.get(shapeOf(node)!) ?? null,
    isLater: (constant) => names.has(constant) && (circle.has(constant) || !declared.has(constant)),
    isOutermost: () => inlined.length === 1,
    hasAddress: (constant) => (ids.get(constant) ?? null) !== null,
    addressOf: (constant) => `#${pointerTo(['components', 'schemas', ids.get(constant) ?? constant])}`,
    noteKept: (keyword) => {
      kept += 1;
      keywords.add(keyword);
    },
    noteReference: (constant) => {
      if (keeping.has(constant) || !declared.has(constant)) kept += 1;
    },
    keptCount: () => kept,
    print: (node, assumed) => {
      // A schema that contains itself and has no constant ends where it begins again.
      if (isObject(node) && inlined.includes(node)) return printSchema(true, printing);
      inlined.push(node ?? true);
      const printed = printSchema(node, printing, assumed);
      inlined.pop();
      return printed;
    },
  };
  const own = source.shapes.filter((shape) => !isGiven(shape));
  for (const shape of source.shapes) if (isGiven(shape)) declared.add(constants.get(shape)!);
  const needs = new Map(
    own.map((shape) => [
      shape,
      referencesIn(shape.schema).flatMap((node) => {
        const needed = shapeOf(node);
        return needed && !isGiven(needed) ? [needed] : [];
      }),
    ]),
  );
  const needsOf = (shape: Shape) => needs.get(shape)!;
  const circles = circlesOf(own, needsOf);
  const inOrder = inOrderOfNeed(own, needsOf).map((shape): DeclaredShape => {
    const constant = constants.get(shape)!;
    circle = new Set([...circles.get(shape)!].map((one) => constants.get(one)!));
    const before = kept;
    keywords = new Set();
    const schema = settle(printing.print(shape.schema), printing);
    const value = shape.id === null ? schema : wrap(shape.id, schema);
    declared.add(constant);
    if (kept > before) keeping.add(constant);
    if (keywords.size > 0) keptBy.set(shape, keywords);
    return { shape, constant, value };
  });
  return { declared: inOrder, kept: keptBy, constants, keepsKeywords: keptBy.size > 0 };
}

/** An identifier for each shape: its name as it is, where that is one, and else as near to it as is free. */
function nameConstants(shapes: readonly Shape[], taken: readonly string[]): ReadonlyMap<Shape, string> {
  const identifier = identifierGiver(taken);
  const isIdentifier = ({ name }: Shape) => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
  const ordered = [...shapes.filter(isIdentifier), ...shapes.filter((shape) => !isIdentifier(shape))];
  return new Map(ordered.map((shape) => [shape, identifier(shape.name, shape.id === null ? '' : 'Schema')]));
}

/** The shape at the end of a reference, or of references to references. */
function referredShape(node: JsonObject, { target }: ShapeSource, shapes: ReadonlyMap<Json, Shape>): Shape | undefined {
  const seen = new Set<Json>();
  let current: Json | undefined = target(node);
  while (current !== undefined && !seen.has(current)) {
    const shape = shapes.get(current);
    if (shape) return shape;
    seen.add(current);
    if (!isObject(current) || typeof current['$ref'] !== 'string' || Object.keys(current).length > 1) return undefined;
    current = target(current);
  }
  return undefined;
}

/** `schema.meta({ id })`, before what its metadata says already. A component that only refers to another one is that one by another name. */
const withId = (id: string, schema: SchemaExpression): Expression =>
  schema.kind === 'name' ? schema : withMetadata(schema, [{ key: 'id', value: literal(id) }, ...metadataOf(schema)]);

const note = '// Documents show what stands in .meta(); Zod does not check it.\n';

/** A module of TypeScript: imports, one comment where keywords are kept, and its parts with an empty line between them. */
export function writeModule(
  imports: readonly string[],
  { keepsKeywords }: Pick<PrintedShapes, 'keepsKeywords'>,
  parts: readonly string[],
): string {
  const head = [imports.map((one) => `${one}\n`).join(''), ...(keepsKeywords ? [note] : [])];
  return [...head, ...parts].join('\n');
}
