import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../json/json.js';
import type { Member, Members } from './members.js';

/** The parts of a request that have members. */
export const requestParts = ['params', 'query', 'headers'] as const;
export type PartName = (typeof requestParts)[number];

/** One operation of a document, as far as a change can convert it. */
export interface OperationShape {
  readonly method: string;
  readonly path: string;
  readonly parts: Readonly<Record<PartName, Members>>;
  readonly body: Member | null;
  /** The status of a success. */
  readonly status: string;
  /** What each status answers with; null for nothing. */
  readonly answers: ReadonlyMap<string, Answer>;
}

export interface Answer {
  readonly schema: Json | null;
  /** The headers that are the operation's own, by name. */
  readonly headers: Members;
}

const placeOf: Readonly<Record<PartName, string>> = { params: 'path', query: 'query', headers: 'header' };

const operationAt = (document: JsonObject, path: string, method: string) =>
  objectAt(objectAt(document['paths'])[path])[method.toLowerCase()];

/** Whether a lock has an operation. */
export const hasOperation = (document: JsonObject, path: string, method: string) =>
  isObject(operationAt(document, path, method));

/** Reads an operation of a lock; null where the document has none, or one with a form of body that a change cannot convert member by member. */
export function readOperation(document: JsonObject, path: string, method: string): OperationShape | null {
  const operation = operationAt(document, path, method);
  if (!isObject(operation)) return null;
  // What names the version is no parameter of the operation.
  const carriers = Object.values(objectAt(document['x-svc-versioning'])).map((name) => textAt(name)?.toLowerCase());
  const parameters = listAt(operation['parameters']).filter(
    (one): one is JsonObject => isObject(one) && !carriers.includes(String(one['name']).toLowerCase()),
  );
  const membersIn = (part: PartName): Members =>
    new Map(
      parameters
        .filter((one) => one['in'] === placeOf[part])
        .map((one) => [nameOf(one, part), { schema: one['schema'] ?? true, isRequired: isAlwaysThere(one) }]),
    );
  const body = operation['requestBody'];
  const sent = isObject(body) ? contentOf(body) : undefined;
  const answers = new Map(
    Object.entries(objectAt(operation['responses'])).map(([status, answer]) => [status, answerOf(answer ?? null)]),
  );
  return {
    method,
    path,
    parts: { params: membersIn('params'), query: membersIn('query'), headers: membersIn('headers') },
    body: sent === undefined ? null : { schema: sent, isRequired: objectAt(body)['required'] === true },
    status: [...answers.keys()].filter((status) => status.startsWith('2')).sort()[0] ?? '200',
    answers,
  };
}

/** Handlers get the names of headers in lower case. */
const nameOf = ({ name }: JsonObject, part: PartName) =>
  part === 'headers' ? String(name).toLowerCase() : String(name);

const isAlwaysThere = ({ required, schema }: JsonObject) =>
  required === true || (isObject(schema) && schema['default'] !== undefined);

const contentOf = (holder: JsonObject): Json | undefined => {
  const content = objectAt(holder['content']);
  const json = Object.entries(content).find(([type]) => /[/+]json$/.test(type))?.[1];
  return isObject(json) ? (json['schema'] ?? true) : undefined;
};

function answerOf(answer: Json): Answer {
  if (!isObject(answer)) return { schema: null, headers: new Map() };
  const own = Object.entries(objectAt(answer['headers'])).flatMap(([name, header]) =>
    isObject(header) && header['$ref'] === undefined
      ? [[name, { schema: header['schema'] ?? true, isRequired: header['required'] !== false }] as const]
      : [],
  );
  return { schema: contentOf(answer) ?? null, headers: new Map(own) };
}
