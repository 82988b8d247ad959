import { isObject, type Json, type JsonObject, listAt, numberAt, objectAt, textAt } from '../../json/json.js';
import { jsonFault, parseJson } from '../../json/parse-json.js';
import type { RecordedUse } from './recorded-uses.js';

/** A Pact file, of the specification's versions 1 to 4. */
export interface Pact {
  readonly consumer: string | null;
  readonly provider: string | null;
  readonly uses: readonly RecordedUse[];
}

/** A text that is not a Pact file. */
export class PactError extends Error {
  override readonly name = 'PactError';
}

/** Reads the interactions over HTTP of a Pact file. Throws a PactError. */
export function readPact(text: string): Pact {
  let written: Json;
  try {
    written = parseJson(text);
  } catch (error) {
    throw new PactError(`it is not JSON: ${jsonFault(error)}.`);
  }
  const pact = objectAt(written);
  if (!Array.isArray(pact['interactions'])) throw new PactError('it has no interactions. Use a Pact file of HTTP.');
  return {
    consumer: textAt(objectAt(pact['consumer'])['name']),
    provider: textAt(objectAt(pact['provider'])['name']),
    uses: listAt(pact['interactions']).map(objectAt).filter(isOverHttp).map(readInteraction),
  };
}

const isOverHttp = ({ type = 'Synchronous/HTTP' }: JsonObject) => type === 'Synchronous/HTTP';

function readInteraction(interaction: JsonObject, index: number): RecordedUse {
  const [request, response] = [objectAt(interaction['request']), objectAt(interaction['response'])];
  const path = textAt(request['path']);
  if (path === null) throw new PactError(`interactions[${index}] has no request.path.`);
  return {
    method: (textAt(request['method']) ?? 'GET').toUpperCase(),
    path: path.split('?')[0]!,
    query: namesOf(request['query']),
    body: bodyOf(request['body']),
    status: numberAt(response['status']) ?? 200,
    expected: bodyOf(response['body']) ?? {},
  };
}

/** A text in version 2, and lists by name from version 3 on. */
const namesOf = (query: Json | undefined): readonly string[] =>
  typeof query === 'string' ? [...new URLSearchParams(query).keys()] : isObject(query) ? Object.keys(query) : [];

/** Version 4 puts the content beside its type. */
const bodyOf = (body: Json | undefined): Json | undefined =>
  isObject(body) && 'content' in body && 'contentType' in body ? body['content'] : body;
