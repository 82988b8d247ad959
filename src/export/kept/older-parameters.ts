import { type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';
import { valueAt } from '../../json/pointer.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { OperationShape } from '../../routing/changes/operation-stage.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { Member } from '../document/object-members.js';
import type { OlderSchemas } from './older-schemas.js';
import type { SharedParts } from './shared-parts.js';

const carriers = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;
type Part = keyof typeof carriers;

/** Every parameter of an operation, those of its path among them; null where the source has the same. */
export function olderParameters(
  source: Operation,
  newer: OperationShape,
  older: Route,
  schemas: OlderSchemas,
  shared: SharedParts,
): readonly Json[] | null {
  const inPath = pathParameters(older.path);
  const isMoved = inPath.join('/') !== pathParameters(source.path).join('/');
  const changed = (Object.keys(carriers) as Part[]).filter((part) => newer.schemas[part] !== older.schemas[part]);
  if (changed.length === 0 && !isMoved) return null;
  const members = new Map(
    changed.map((part) => [
      carriers[part],
      { from: schemas.membersOf(newer.schemas[part], 'newer'), to: schemas.membersOf(older.schemas[part], 'older') },
    ]),
  );
  const made: Json[] = [];
  const taken = new Set<string>();
  const keyOf = (carrier: string, name: string) => `${carrier} ${carrier === 'header' ? name.toLowerCase() : name}`;
  for (const { carrier, name, node, tokens } of source.parameters) {
    const written = valueAt(source.document.root, tokens) ?? node;
    const sides = members.get(carrier as never);
    if (!sides) {
      if (carrier === 'path' && isMoved && !inPath.includes(name)) continue;
      taken.add(keyOf(carrier, name));
      made.push(written);
      continue;
    }
    const from = findMember(sides.from, name, carrier);
    const to = findMember(sides.to, name, carrier) ?? (from && renamedMember(from, sides));
    if (from && !to) continue;
    if (taken.has(keyOf(carrier, to?.name ?? name))) continue;
    taken.add(keyOf(carrier, to?.name ?? name));
    const next = from && to ? olderParameter(node, from, to, carrier) : node;
    made.push(next === node ? written : shared.split(written, next));
  }
  for (const [carrier, { to }] of members)
    for (const member of to)
      if (!taken.has(keyOf(carrier, member.name))) {
        taken.add(keyOf(carrier, member.name));
        made.push(newParameter(carrier, member));
      }
  for (const name of inPath)
    if (!taken.has(keyOf('path', name))) made.push({ name, in: 'path', required: true, schema: { type: 'string' } });
  return made;
}

interface Sides {
  readonly from: readonly Member[];
  readonly to: readonly Member[];
}

const findMember = (members: readonly Member[], name: string, carrier: string) =>
  members.find((one) => (carrier === 'header' ? one.name.toLowerCase() === name.toLowerCase() : one.name === name));

const isSame = (one: Member, other: Member) =>
  one.required === other.required && sameJson(one.schema as Json, other.schema as Json);

/** The member of the older version that only has another name. */
function renamedMember(member: Member, { from, to }: Sides): Member | undefined {
  const gone = from.filter((one) => !to.some(({ name }) => name === one.name) && isSame(one, member));
  const come = to.filter((one) => !from.some(({ name }) => name === one.name) && isSame(one, member));
  return come[gone.indexOf(member)];
}

function olderParameter(node: JsonObject, from: Member, to: Member, carrier: string): JsonObject {
  if (isSame(from, to) && from.name === to.name) return node;
  const made: Record<string, Json | undefined> = { ...node, name: to.name };
  if (from.required !== to.required && carrier !== 'path') made['required'] = to.required;
  if (!sameJson(from.schema as Json, to.schema as Json)) {
    const { example: _, examples: __, ...others } = made;
    return withSchema(others as JsonObject, to.schema as Json);
  }
  return made as JsonObject;
}

function withSchema(node: JsonObject, schema: Json): JsonObject {
  const [mediaType] = Object.keys(objectAt(node['content']));
  if (mediaType === undefined) return { ...node, schema };
  return { ...node, content: { [mediaType]: { ...objectAt(objectAt(node['content'])[mediaType]), schema } } };
}

function newParameter(carrier: string, { name, schema, required }: Member): JsonObject {
  const { description, ...described } = schema as JsonObject;
  return {
    name,
    in: carrier,
    ...(description !== undefined && { description }),
    ...((required || carrier === 'path') && { required: true }),
    schema: described,
  };
}
