import { isObject, type Json, type JsonObject, listAt, sameJson } from '../../json/json.js';
import { pointerTo } from '../../json/pointer.js';
import { createContainmentSearch } from '../../jsonschema/containment/containment.js';
import { usualLimits } from '../../jsonschema/containment/limited-search.js';
import type { SchemaSource } from '../../jsonschema/containment/schema-source.js';
import { openDocument } from '../../openapi/open-document.js';
import { schemaSource } from '../../openapi/schema-source.js';
import type { PrintedShapes } from '../../source/print-shapes.js';
import { isCongruent } from './congruence.js';
import { addressOfShape, readShapeBack } from './read-back.js';
import { runShapes } from './run-shapes.js';

/** What was found out about one shape. */
export interface ShapeMeaning {
  /** The constant that holds it. */
  readonly constant: string;
  readonly id: string | null;
  readonly verdict: 'equal' | 'undecided' | 'differs';
  /** What differs, in words. */
  readonly why?: string;
  /** The keywords that stay JSON Schema, which Zod does not check. */
  readonly kept: readonly string[];
}

/** Runs printed shapes, reads them back, and proves of each that it means what the document means. */
export async function meaningOfShapes(root: JsonObject, printed: PrintedShapes): Promise<readonly ShapeMeaning[]> {
  const ran = await runShapes(printed);
  const source = besideShapes(schemaSource(openDocument(root)), printed);
  const search = createContainmentSearch({ base: source, revision: source }, { ...usualLimits, ofAll: allSteps });
  const compare = (one: Json, other: Json) => meaningIn(search, { base: one, revision: other });
  return printed.declared.map((shape) => {
    const backs = (['input', 'output'] as const).map((io) => readShapeBack(shape, ran, printed.constants, io));
    const found = (sameJson(backs[0], backs[1]) ? backs.slice(0, 1) : backs).map((back) =>
      verdictOf(shape.schema, back, source, compare),
    );
    const worst =
      found.find(({ verdict }) => verdict === 'differs') ?? found.find(({ verdict }) => verdict !== 'equal');
    return {
      constant: printed.constants.get(shape)!,
      id: shape.id,
      ...(worst ?? found[0]!),
      kept: [...(printed.kept.get(shape) ?? [])].toSorted(),
    };
  });
}

/** Some minutes; a document of real life takes seconds. */
const allSteps = 200_000_000;

/** The schemas of a document, with addresses for shapes that have none in it. */
function besideShapes(source: SchemaSource, { declared, constants }: PrintedShapes): SchemaSource {
  const byAddress = new Map<unknown, Json>();
  for (const { id, schema } of declared)
    if (id !== null) byAddress.set(`#${pointerTo(['components', 'schemas', id])}`, schema);
  for (const shape of declared) byAddress.set(addressOfShape(constants.get(shape)!), shape.schema);
  return { ...source, target: (node) => byAddress.get(node['$ref']) ?? source.target(node) };
}

type Search = ReturnType<typeof createContainmentSearch>;
type Verdict = Pick<ShapeMeaning, 'verdict' | 'why'>;
type Compare = (one: Json, other: Json) => Verdict;

function verdictOf(one: Json, other: Json, source: SchemaSource, compare: Compare): Verdict {
  const hint = differentHint(one, other, source);
  if (hint !== null) return { verdict: 'differs', why: `the ${hint} is another` };
  const inner = (first: Json, second: Json) => compare(first, second).verdict === 'equal';
  return isCongruent(one, other, source, inner) ? { verdict: 'equal' } : compare(one, other);
}

function meaningIn(search: Search, nodes: { readonly base: Json; readonly revision: Json }): Verdict {
  let verdict: Verdict = { verdict: 'equal' };
  for (const direction of ['request', 'response'] as const) {
    const found = search.findRefused(nodes, { direction, textual: 'no' }, 'strict');
    if (found.kind === 'witness') {
      const { value, acceptedBy } = found.witness;
      const [accepting, refusing] = acceptedBy === 'base' ? ['document', 'shape'] : ['shape', 'document'];
      return { verdict: 'differs', why: `the ${accepting} accepts ${JSON.stringify(value)}, the ${refusing} does not` };
    }
    if (found.kind === 'unknown') verdict = { verdict: 'undecided' };
  }
  return verdict;
}

const hints = ['default', 'discriminator', 'contentMediaType'];

/** A keyword for programs that a schema, or one of its members, has on one side alone or with another value. */
function differentHint(one: Json, other: Json, source: SchemaSource): string | null {
  if (!isObject(one) || !isObject(other) || (source.ignoresSiblings && typeof one['$ref'] === 'string')) return null;
  const own = hints.find((hint) => !sameJson(hintIn(one, hint), hintIn(other, hint)));
  if (own !== undefined) return own;
  const [left, right] = [one['properties'], membersOf(other)];
  if (!isObject(left) || !isObject(right)) return null;
  for (const [name, member] of Object.entries(left)) {
    const found = differentHint(member as Json, right[name] ?? true, source);
    if (found !== null) return `${found} of ${JSON.stringify(name)}`;
  }
  return null;
}

/** The value of a keyword of a schema, or of a part that it consists of. */
function hintIn(node: Json, hint: string): Json | undefined {
  if (!isObject(node) || node[hint] !== undefined) return isObject(node) ? node[hint] : undefined;
  const parts = [...listAt(node['allOf']), ...(isNullable(node) ? listAt(node['anyOf']) : [])];
  return parts.map((part) => hintIn(part, hint)).find((value) => value !== undefined);
}

const isNullable = (node: JsonObject) => listAt(node['anyOf']).some((one) => sameJson(one, { type: 'null' }));

const membersOf = (node: JsonObject): Json | undefined =>
  node['properties'] ??
  (isNullable(node)
    ? listAt(node['anyOf'])
        .map((one) => (isObject(one) ? one['properties'] : undefined))
        .find((found) => found !== undefined)
    : undefined);
