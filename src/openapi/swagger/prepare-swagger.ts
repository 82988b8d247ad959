import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson, textAt } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { contentOf } from '../document-members.js';
import type { Place } from '../object-model.js';
import { bundledFiles } from '../references/resolve-reference.js';
import { type Target, tokensTo } from '../references/resource-index.js';

/** Where the examples of an answer wait for the conversion, which drops media types that have none, and leaves this member alone. */
export const waitingExamples = 'x-example';

export const swaggerMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** Whether a parameter is the body of a request, or a part of it. */
export const isOfBody = (parameter: Json | undefined): parameter is JsonObject =>
  isObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');

/** Whether a parameter is one after the conversion, too; what is neither a reference nor has a place is none. */
export const isParameter = (parameter: Json | undefined): parameter is JsonObject =>
  isObject(parameter) && !isOfBody(parameter) && (textAt(parameter['$ref']) ?? textAt(parameter['in'])) !== null;

/**
 * A Swagger 2.0 document with what the converter of `@scalar/openapi-upgrader` loses written so that it keeps it, and without what it fails on.
 * References to bodies, and to parameters and answers in other files, are written out already.
 */
export function prepareSwagger(document: JsonObject): JsonObject {
  const all: JsonObject = { ...withMediaTypes(withoutNulls(document)), swagger: '2.0' };
  return {
    ...all,
    ...mapRecord(all, 'parameters', (value) => (isParameter(value) ? prepareParameter(value) : null)),
    ...mapRecord(all, 'responses', (value) => prepareResponse(objectAt(value))),
    ...mapRecord(all, 'securityDefinitions', (value) => (isObject(value) ? value : null)),
    ...mapRecord(all, 'paths', (value, path) =>
      isObject(value) && !path.startsWith('x-') ? prepareItem(value, all) : null,
    ),
    ...(all[bundledFiles] !== undefined && { [bundledFiles]: prepareFiles(all[bundledFiles]) }),
  };
}

/** The schemas of other files, in the places of which the converter does not look. */
function prepareFiles(value: Json): Json {
  if (Array.isArray(value)) return value.map(prepareFiles);
  if (!isObject(value)) return value;
  const { discriminator, 'x-nullable': nullable } = value;
  const inner = Object.entries(value).map(([key, member]) => {
    const content = contentOf(key);
    return [key, content === 'data' || content === 'words' ? member : prepareFiles(member ?? null)];
  });
  return {
    ...(Object.fromEntries(inner) as JsonObject),
    ...(typeof discriminator === 'string' && { discriminator: { propertyName: discriminator } }),
    ...(nullable === true && { nullable }),
  };
}

/** Whether the conversion keeps a reference; others are written out before it. */
export function isKeptInSwagger(place: Place, { file: { home }, path, node }: Target): boolean {
  const [area] = tokensTo(path);
  if (place === 'schema') return home.length > 0 || area === 'definitions';
  if (home.length > 0) return false;
  if (place === 'parameter') return area === 'parameters' && !isOfBody(node);
  return place === 'response' && area === 'responses';
}

/** A path item has operations and parameters alone; its extensions come back when it is converted. */
function prepareItem(item: JsonObject, document: JsonObject): JsonObject {
  const shared = listAt(item['parameters']);
  const operations = swaggerMethods.flatMap((method) =>
    isObject(item[method]) ? [[method, prepareOperation(item[method], shared.filter(isOfBody), document)]] : [],
  );
  const parameters = shared.filter(isParameter).map(prepareParameter);
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) };
}

/** An operation takes the body that its path declares, unless it has one. */
function prepareOperation(written: JsonObject, inherited: readonly JsonObject[], document: JsonObject): JsonObject {
  const operation = withMediaTypes(withoutNulls(written));
  const { schemes, parameters: _, responses, ...others } = operation;
  const listed = listAt(written['parameters']);
  const own = listed.filter(isOfBody);
  const body = [...own, ...inherited.filter((one) => !own.some((other) => overrides(other, one)))];
  const form = body.filter((one) => one['in'] === 'formData');
  const parameters = [...listed.filter(isParameter).map(prepareParameter), ...body.map(prepareBody)];
  const servers = listServers(schemes, document);
  return {
    ...others,
    ...(parameters.length > 0 && { parameters }),
    ...(form.length > 0 && { consumes: formTypes(form, operation['consumes'] ?? document['consumes']) }),
    ...(servers.length > 0 && { servers }),
    ...(isObject(responses) && { responses: prepareResponses(responses, operation, document) }),
  };
}

const overrides = (own: JsonObject, inherited: JsonObject): boolean =>
  own['in'] !== inherited['in'] || own['in'] === 'body' || own['name'] === inherited['name'];

/** The declared media types of forms; without one, that of forms with files where there is a file. */
function formTypes(form: readonly JsonObject[], consumes: Json | undefined): readonly string[] {
  const hasFile = form.some(({ type }) => type === 'file');
  const forms = ['multipart/form-data', ...(hasFile ? [] : ['application/x-www-form-urlencoded'])];
  const declared = listAt(consumes).flatMap((type) => textAt(type) ?? []);
  const found = declared.filter((type) => forms.includes(type));
  return found.length > 0 ? found : [forms.at(-1)!];
}

/** The items of a list in a form are separated by commas unless it says otherwise. */
function prepareBody(parameter: JsonObject): JsonObject {
  return parameter['in'] === 'formData' && parameter['type'] === 'array' && parameter['collectionFormat'] === undefined
    ? { ...parameter, collectionFormat: 'csv' }
    : parameter;
}

/** An example that is no record of examples is one of the parameter itself. */
function prepareParameter(parameter: JsonObject): JsonObject {
  const { 'x-example': example, ...others } = parameter;
  return example === undefined || isObject(example) ? parameter : { ...others, example };
}

function prepareResponses(responses: JsonObject, operation: JsonObject, document: JsonObject): JsonObject {
  const { produces } = operation;
  const hasOwnTypes = produces !== undefined && !sameJson(produces, document['produces']);
  return mapRecord({ responses }, 'responses', (written, status) => {
    if (status.startsWith('x-')) return null;
    const response = objectAt(written);
    const reference = textAt(response['$ref']);
    if (reference === null) return prepareResponse(response);
    const target = objectAt(valueAt(document, tokensOf(reference)));
    return hasOwnTypes && target['schema'] !== undefined ? prepareResponse(target) : response;
  })['responses'] as JsonObject;
}

/** The converter turns the order of headers around. */
function prepareResponse(response: JsonObject): JsonObject {
  const { examples, headers, ...others } = response;
  return {
    ...withoutNulls(others),
    ...(isObject(examples) && { [waitingExamples]: { examples, written: others[waitingExamples] } }),
    ...(isObject(headers) && {
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([, header]) => isObject(header))
          .toReversed(),
      ),
    }),
  };
}

/** The addresses of an operation that has schemes of its own. */
function listServers(schemes: Json | undefined, { host, basePath }: JsonObject): readonly JsonObject[] {
  if (textAt(host) === null) return [];
  return listAt(schemes).map((scheme) => ({ url: `${String(scheme)}://${textAt(host)}${textAt(basePath) ?? ''}` }));
}

/** A single media type is a list of one, and an empty list declares nothing. */
function withMediaTypes(holder: JsonObject): JsonObject {
  const { consumes, produces, ...others } = holder;
  const listOf = (types: Json | undefined) => [types].flat().filter((type) => typeof type === 'string') as string[];
  const [taken, given] = [listOf(consumes), listOf(produces)];
  return {
    ...others,
    ...(taken.length > 0 && { consumes: taken }),
    ...(given.length > 0 && { produces: given }),
  };
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A member that is a record, with each value changed; those that become null are left out. */
function mapRecord(
  holder: JsonObject,
  name: string,
  change: (value: Json | undefined, key: string) => JsonObject | null,
): JsonObject {
  const record = holder[name];
  if (!isObject(record)) return {};
  const changed = Object.entries(record).flatMap(([key, value]) => {
    const result = change(value, key);
    return result === null ? [] : [[key, result] as const];
  });
  return { [name]: Object.fromEntries(changed) };
}
