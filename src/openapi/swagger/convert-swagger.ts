import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { isObject, type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';
import { DocumentError } from '../load-document-text.js';
import { isOfBody, prepareSwagger, swaggerMethods, waitingExamples } from './prepare-swagger.js';

/** A Swagger 2.0 document as one of OpenAPI 3.0. Throws DocumentError for one that cannot be converted, naming `source`. */
export function convertSwagger(document: JsonObject, source: string): JsonObject {
  const prepared = prepareSwagger(document);
  try {
    const converted = upgradeFromTwoToThree(structuredClone(prepared)) as unknown as JsonObject;
    return finish(converted, document);
  } catch (error) {
    throw new DocumentError(
      `${source} is a Swagger 2.0 document that cannot be converted to OpenAPI 3.0: ${(error as Error).message}.`,
    );
  }
}

/** Puts back what waited, and what the converter leaves behind or leaves out. */
function finish(converted: JsonObject, document: JsonObject): JsonObject {
  const { schemes: _, paths, components, ...others } = converted;
  const { responses, ...kept } = objectAt(components);
  return {
    ...others,
    ...(isObject(paths) && { paths: finishPaths(paths, objectAt(document['paths'])) }),
    ...(isObject(components) && {
      components: { ...kept, ...(isObject(responses) && { responses: mapValues(responses, finishResponse) }) },
    }),
  };
}

function finishPaths(paths: JsonObject, written: JsonObject): JsonObject {
  const items = mapValues(paths, (item, path) => {
    const before = objectAt(written[path]);
    const operations = swaggerMethods.flatMap((method) =>
      isObject(item[method]) ? [[method, finishOperation(item[method], before, objectAt(before[method]))]] : [],
    );
    const { $ref } = before;
    return { ...item, ...Object.fromEntries(operations), ...($ref !== undefined && { $ref }), ...extensionsOf(before) };
  });
  return { ...items, ...extensionsOf(written) };
}

function finishOperation(operation: JsonObject, item: JsonObject, written: JsonObject): JsonObject {
  const { requestBody, responses } = operation;
  const parameters = [item, written].flatMap((holder) => listAt(holder['parameters'])).filter(isOfBody);
  const isRequired = parameters.some(({ required }) => required === true);
  const hasForm = parameters.some((parameter) => parameter['in'] === 'formData');
  return {
    ...operation,
    ...(isObject(requestBody) &&
      hasForm && { requestBody: { ...finishForm(requestBody), ...(isRequired && { required: true }) } }),
    ...(isObject(responses) && {
      responses: { ...mapValues(responses, finishResponse), ...extensionsOf(objectAt(written['responses'])) },
    }),
  };
}

/** An empty list of required members is none. */
function finishForm(body: JsonObject): JsonObject {
  const content = mapValues(objectAt(body['content']), (media) => {
    const { required, ...schema } = objectAt(media['schema']);
    return { ...media, schema: { ...schema, ...(listAt(required).length > 0 && { required }) } };
  });
  return { ...body, content };
}

/** The example of a media type that the answer has belongs to it. */
function finishResponse(response: JsonObject): JsonObject {
  const { [waitingExamples]: waiting, content, ...others } = response;
  const { examples, written } = objectAt(waiting);
  if (!isObject(examples)) return response;
  const left: Record<string, Json | undefined> = { ...examples };
  const media = mapValues(objectAt(content), (one, type) => {
    const { [type]: example } = left;
    delete left[type];
    return example === undefined ? one : { ...one, example };
  });
  return {
    ...others,
    ...(isObject(content) && { content: media }),
    ...(Object.keys(left).length > 0 && { 'x-examples': left }),
    ...(written !== undefined && { [waitingExamples]: written }),
  };
}

function mapValues(record: JsonObject, change: (value: JsonObject, name: string) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isObject(value) ? change(value, name) : value]),
  );
}

function extensionsOf(holder: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name.startsWith('x-')));
}
