import { type Json, type JsonObject, objectAt, sameJson } from '../../json/json.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { OperationShape } from '../../routing/changes/operation-stage.js';
import type { ResponseDetail, ResponseEntry } from '../../routing/declare/response-entry.js';
import type { Route } from '../../routing/table/route.js';
import { answersOf, responseDetail } from '../../routing/table/responses.js';
import { acceptsAbsence } from '../../schema/describe/read-json-schema.js';
import type { Schema } from '../../schema/standard-schema.js';
import { olderParameters } from './older-parameters.js';
import type { OlderSchemas, SchemaPair } from './older-schemas.js';
import type { SharedParts } from './shared-parts.js';

/** The status of the newest answer that an older one is made of: a change may give the success another. */
const newerStatus = (newer: OperationShape, older: Route, status: string) =>
  Number(status) === older.status ? String(newer.status) : status;

type Answers = ReadonlyMap<string, ReadonlyMap<string, ResponseEntry>>;

/** Declared answers by status and media type; the first of a status has an empty one. */
function answersByStatus(answers: Pick<Route, 'responses' | 'ranges'>): Answers {
  const found = new Map<string, Map<string, ResponseEntry>>();
  for (const [key, entry] of answersOf(answers)) {
    const [status = '', mediaType = ''] = key.split(/ (.*)/s);
    found.set(status, (found.get(status) ?? new Map<string, ResponseEntry>()).set(mediaType, entry));
  }
  return found;
}

/** The schema of a version for one of the newest. */
export type OlderSchemaOf = (schema: Schema) => Schema;

/** The schemas of a body by media type; those of every other media type have an empty one. */
function bodyPairs(newer: OperationShape, older: Route, olderOf: OlderSchemaOf): ReadonlyMap<string, SchemaPair> {
  const whole: SchemaPair = { newer: newer.schemas.body, older: older.schemas.body, io: 'input' };
  if (newer.body?.kind !== 'several' || newer.body !== older.body) return new Map([['', whole]]);
  return new Map(
    newer.body.forms.map(({ mediaType, described }) => [
      mediaType,
      { newer: described, older: olderOf(described), io: 'input' },
    ]),
  );
}

/** Every schema of an operation, in both shapes. */
export function schemaPairs(newer: OperationShape, older: Route, olderOf: OlderSchemaOf): readonly SchemaPair[] {
  const requests = (['params', 'query', 'headers', 'cookies'] as const).map(
    (part): SchemaPair => ({
      newer: newer.schemas[part],
      older: older.schemas[part],
      io: 'input',
    }),
  );
  const [before, after] = [answersByStatus(newer), answersByStatus(older)];
  const answers = [...after].flatMap(([status, entries]) =>
    [...entries].flatMap(([mediaType, entry]) => {
      const was = before.get(newerStatus(newer, older, status))?.get(mediaType) ?? null;
      const [from, to] = [responseDetail(was), responseDetail(entry)];
      const headers = Object.entries(to.headers ?? {}).map(
        ([name, schema]): SchemaPair => ({ newer: from.headers?.[name], older: schema, io: 'output' }),
      );
      return [{ newer: from.schema, older: to.schema, io: 'output' } as const, ...headers];
    }),
  );
  return [...requests, ...bodyPairs(newer, older, olderOf).values(), ...answers].filter(
    (pair) => pair.newer !== pair.older,
  );
}

/** An operation as a version has it, and whether it lists every parameter, those of its path too. */
export interface OlderOperation {
  readonly node: JsonObject;
  readonly listsAll: boolean;
}

/** An operation of the source as a version has it; `shared` keeps what several operations refer to. */
export function olderOperation(
  source: Operation,
  newer: OperationShape,
  older: Route,
  schemas: OlderSchemas,
  shared: SharedParts,
  olderOf: OlderSchemaOf,
): OlderOperation {
  const { node } = source;
  const parameters = olderParameters(source, newer, older, schemas, shared);
  const body = olderBody(source, newer, older, schemas, shared, olderOf);
  const responses = olderResponses(source, newer, older, schemas, shared);
  const made: Record<string, Json | undefined> = { ...node, ...olderWords(node, newer, older) };
  if (parameters) made['parameters'] = parameters.length === 0 ? undefined : parameters;
  if (body !== node['requestBody']) made['requestBody'] = body;
  if (responses !== node['responses']) made['responses'] = responses;
  if (older.changes.some(({ asksOthers }) => asksOthers) && older.security)
    made['security'] = older.security as unknown as Json;
  return { node: withoutAbsent(made), listsAll: parameters !== null };
}

const withoutAbsent = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;

/** What a change says of its documents. */
function olderWords(node: JsonObject, { doc: newer }: OperationShape, { doc, operationId }: Route): JsonObject {
  const said = Object.entries(doc).filter(
    ([name, value]) => name !== 'rawBody' && name !== 'operationId' && newer[name as keyof typeof newer] !== value,
  );
  const isOther = operationId !== newer.operationId && node['operationId'] !== undefined;
  return { ...(Object.fromEntries(said) as unknown as JsonObject), ...(isOther && { operationId }) };
}

function olderBody(
  { node, document }: Operation,
  newer: OperationShape,
  older: Route,
  schemas: OlderSchemas,
  shared: SharedParts,
  olderOf: OlderSchemaOf,
): Json | undefined {
  const written = node['requestBody'];
  if (newer.schemas.body === older.schemas.body && (newer.body === null) === (older.body === null)) return written;
  if (older.body === null) return undefined;
  const source = document.resolve(written);
  const pairs = bodyPairs(newer, older, olderOf);
  const content = olderContent(objectAt(source['content']), pairs, older.body.mediaTypes, schemas);
  const [wasRequired, isRequired] = [newer.schemas.body, older.schemas.body].map(
    (schema) => schema !== undefined && !acceptsAbsence(schema),
  );
  const made: JsonObject = {
    ...source,
    ...(wasRequired !== isRequired && { required: isRequired! }),
    content,
  };
  return written === undefined ? made : shared.split(written, made);
}

/** The members of a media type that hold the schema of a body, or that of an item (OpenAPI 3.2, section 4.14). */
const schemaKeys = ['schema', 'itemSchema'] as const;

/** `pairs` are by media type; those of every other one have an empty one. */
function olderContent(
  source: JsonObject,
  pairs: ReadonlyMap<string, SchemaPair>,
  mediaTypes: readonly string[],
  schemas: OlderSchemas,
): JsonObject {
  const names = Object.keys(source);
  const pairOf = (name: string) => pairs.get(name) ?? pairs.get('');
  if (names.length === 0)
    return Object.fromEntries(mediaTypes.map((name) => [name, { schema: schemas.schemaAt(undefined, pairOf(name)!) }]));
  return Object.fromEntries(
    names.map((name) => {
      const pair = pairOf(name);
      const isSame = !pair || pair.newer === pair.older;
      return [name, isSame ? source[name] : olderMedia(objectAt(source[name]), pair, schemas)];
    }),
  );
}

function olderMedia(media: JsonObject, pair: SchemaPair, schemas: OlderSchemas): JsonObject {
  const made: Record<string, Json | undefined> = { ...media };
  for (const key of schemaKeys) if (media[key] !== undefined) made[key] = schemas.schemaAt(media[key], pair);
  if (pair.older && schemaKeys.every((key) => media[key] === undefined))
    made['schema'] = schemas.schemaAt(undefined, pair);
  if (media['example'] !== undefined) made['example'] = schemas.exampleAt(media['example'], pair.newer);
  if (media['examples'] !== undefined) made['examples'] = olderExamples(media['examples'], pair.newer, schemas);
  return withoutAbsent(made);
}

/** Named examples; those at other addresses, and those that no change can convert, are left out. */
function olderExamples(written: Json, newer: Schema | undefined, schemas: OlderSchemas): Json | undefined {
  const all = Object.entries(objectAt(written));
  const entries = all.flatMap(([name, one]) => {
    const { value, ...others } = schemas.resolve(one);
    if (value === undefined) return [];
    const older = schemas.exampleAt(value, newer);
    if (older === undefined) return [];
    return [[name, sameJson(older, value) ? one! : { ...others, value: older }] as const];
  });
  return entries.length === 0 && all.length > 0 ? undefined : Object.fromEntries(entries);
}

function olderResponses(
  { node, document }: Operation,
  newer: OperationShape,
  older: Route,
  schemas: OlderSchemas,
  shared: SharedParts,
): Json | undefined {
  const written = objectAt(node['responses']);
  const [before, after] = [answersByStatus(newer), answersByStatus(older)];
  const made: (readonly [string, Json])[] = [];
  for (const [status, entries] of after) {
    const from = newerStatus(newer, older, status);
    const [wasEntries = new Map<string, ResponseEntry>(), response] = [before.get(from), written[from]];
    const isSame = [...entries].every(([mediaType, entry]) => wasEntries.get(mediaType) === entry);
    if (isSame && response !== undefined) made.push([status, response]);
    else {
      const next = olderResponse(document.resolve(response), wasEntries, entries, schemas);
      made.push([status, response === undefined ? next : shared.split(response, next)]);
    }
  }
  const known = new Set([...before.keys(), ...after.keys()]);
  const others = Object.entries(written).filter(([status]) => !known.has(status)) as [string, Json][];
  const order = Object.keys(written);
  const placeOf = (status: string) => {
    const at = order.indexOf(newerStatus(newer, older, status));
    return at < 0 ? order.length : at;
  };
  const all = Object.fromEntries([...made, ...others].toSorted(([a], [b]) => placeOf(a) - placeOf(b)));
  return sameJson(all, written) ? node['responses'] : all;
}

function olderResponse(
  source: JsonObject,
  wasEntries: ReadonlyMap<string, ResponseEntry>,
  entries: ReadonlyMap<string, ResponseEntry>,
  schemas: OlderSchemas,
): JsonObject {
  const [was, is] = [wasEntries, entries].map((list) => responseDetail(list.get('') ?? null)) as [
    ResponseDetail,
    ResponseDetail,
  ];
  const pairs = new Map(
    [...entries].map(([mediaType, entry]): [string, SchemaPair] => [
      mediaType,
      {
        newer: responseDetail(wasEntries.get(mediaType) ?? null).schema,
        older: responseDetail(entry).schema,
        io: 'output',
      },
    ]),
  );
  const made: Record<string, Json | undefined> = { ...source };
  made['description'] ??= is.description ?? 'An answer of this version.';
  if (is.description !== undefined && is.description !== was.description) made['description'] = is.description;
  if ([...pairs.values()].some((pair) => pair.newer !== pair.older))
    made['content'] = is.schema
      ? olderContent(objectAt(source['content']), pairs, is.mediaTypes ?? ['application/json'], schemas)
      : undefined;
  const headers = Object.entries(is.headers ?? {}).filter(([name, schema]) => was.headers?.[name] !== schema);
  if (headers.length > 0)
    made['headers'] = {
      ...objectAt(source['headers']),
      ...Object.fromEntries(
        headers.map(([name, schema]) => [
          name,
          { schema: schemas.schemaAt(undefined, { newer: undefined, older: schema, io: 'output' }) },
        ]),
      ),
    };
  const isSame = Object.entries(made).every(([key, value]) => source[key] === value);
  return isSame ? source : withoutAbsent(made);
}
