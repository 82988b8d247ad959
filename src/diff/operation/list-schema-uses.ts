import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import { describeParameter, listOfOne, matchParameters } from './match-parameters.js';
import { matchResponses } from '../../openapi/operations/match-responses.js';
import { isTextual, matchContent, mediaAt, mediaSchemas } from '../../openapi/operations/media-types.js';
import type { OperationPair } from '../../openapi/operations/operation-pair.js';
import type { Parameter } from '../../openapi/operations/read-parameters.js';
import type { Carried } from '../../openapi/operations/write-parameter.js';

/** A place of an operation where both sides have a schema. */
export interface SchemaUse {
  readonly place: SchemaPlace;
  readonly tokens: readonly string[];
  readonly base: Json;
  readonly revision: Json;
  /** The parameter or header that carries its values, as those who send them know it; absent for bodies. */
  readonly carried?: Carried;
}

/** Lists the schemas of an operation: its parameters, its request body, its responses and their headers. */
export function listSchemaUses(pair: OperationPair): readonly SchemaUse[] {
  return [...(pair.inbound ? [] : listParameters(pair)), ...listRequestBody(pair), ...listResponses(pair)];
}

function listParameters(pair: OperationPair): readonly SchemaUse[] {
  const { common, moved } = matchParameters(pair);
  return [...common, ...moved].flatMap((parameter) => {
    const { base, revision } = parameter;
    const list = listOfOne(pair, parameter);
    const before = list?.schema ?? base.schema;
    return use(placeOf(revision), schemaTokens(revision), before, revision.schema, list ? revision : base);
  });
}

function placeOf(parameter: Parameter): SchemaPlace {
  return {
    name: 'request-parameter',
    direction: 'request',
    carrier: parameter.carrier,
    textual: parameter.mediaType === null,
    mandatory: parameter.required,
    hidden: false,
    owner: describeParameter(parameter),
    trail: '',
  };
}

function schemaTokens({ tokens, mediaType }: Parameter): readonly string[] {
  return mediaType === null ? [...tokens, 'schema'] : [...tokens, 'content', mediaType, 'schema'];
}

function listRequestBody({ base, revision, inbound }: OperationPair): readonly SchemaUse[] {
  if (!isObject(base.node['requestBody']) || !isObject(revision.node['requestBody'])) return [];
  const [from, to] = [
    base.document.resolve(base.node['requestBody']),
    revision.document.resolve(revision.node['requestBody']),
  ];
  const place = inbound ? received('incoming request body') : sent('request body');
  return listContent(place, { base, revision, inbound }, from, to, [...revision.tokens, 'requestBody']);
}

function listResponses(pair: OperationPair): readonly SchemaUse[] {
  return matchResponses(pair).flatMap(({ status, base, revision, revisionTokens, headers }) => {
    const place = pair.inbound ? sent(`answer ${status} body`) : received(`response ${status} body`);
    return [
      ...listContent(place, pair, base, revision, revisionTokens),
      ...(pair.inbound
        ? []
        : headers.common.flatMap((header) =>
            use(
              {
                ...received(`header ${header.name} of response ${status}`),
                name: 'response-header',
                carrier: 'header',
                textual: true,
              },
              [...revisionTokens, 'headers', header.name, 'schema'],
              header.base['schema'],
              header.revision['schema'],
              {
                name: header.name,
                carrier: 'header',
                style: 'simple',
                explode: header.revision['explode'] === true,
                mediaType: null,
              },
            ),
          )),
    ];
  });
}

function listContent(
  place: SchemaPlace,
  pair: OperationPair,
  base: JsonObject,
  revision: JsonObject,
  tokens: readonly string[],
): readonly SchemaUse[] {
  return matchContent(base, revision).common.flatMap((match) => {
    const [had, has] = [mediaAt(pair.base, base, match.base), mediaAt(pair.revision, revision, match.revision)];
    const here = { ...place, textual: isTextual(match.revision) };
    const owners = { schema: place.owner, itemSchema: place.owner.replace(/body$/, 'item') };
    return mediaSchemas.flatMap((keyword) =>
      use(
        { ...here, owner: owners[keyword] },
        [...tokens, 'content', match.revision, keyword],
        had[keyword],
        has[keyword],
      ),
    );
  });
}

const body = { carrier: null, mandatory: false, textual: false, hidden: false, trail: '' } as const;
const sent = (owner: string): SchemaPlace => ({ ...body, name: 'request-body', direction: 'request', owner });
const received = (owner: string): SchemaPlace => ({ ...body, name: 'response-body', direction: 'response', owner });

/** A schema that only one side has is reported by the checks of media types. */
function use(
  place: SchemaPlace,
  tokens: readonly string[],
  base: Json | undefined,
  revision: Json | undefined,
  carried?: Carried,
): readonly SchemaUse[] {
  if (base === undefined || revision === undefined) return [];
  return [{ place, tokens, base, revision, ...(carried && { carried }) }];
}
