import type { Method } from '../declare/method.js';
import type { RouteSchemas } from '../declare/route-schemas.js';
import { isSchema, type Schema } from '../../schema/standard-schema.js';
import type { ResponseDetail, ResponseEntry } from '../declare/response-entry.js';

/** The status of a success: the one declared, else 201 for POST and 200 for the rest. */
export function successStatus({ status, response }: RouteSchemas, method: Method): number {
  if (status !== undefined) return status;
  const declared =
    response === undefined || isSchema(response)
      ? undefined
      : Object.keys(response)
          .map(Number)
          .find((code) => code >= 200 && code < 300);
  return declared ?? (method === 'POST' ? 201 : 200);
}

/** Declared answers by status. */
export function declaredResponses(schemas: RouteSchemas, method: Method): Readonly<Record<number, ResponseEntry>> {
  const { response } = schemas;
  if (response === undefined) return Object.freeze({});
  return Object.freeze(isSchema(response) ? { [successStatus(schemas, method)]: response } : { ...response });
}

/** Every declared answer by its status: `404`, and those of statuses that a document gives together: `4XX`, `default`. */
export const answersOf = ({
  responses,
  ranges = {},
}: DeclaredAnswers): readonly (readonly [string, ResponseEntry])[] => [
  ...Object.entries(responses),
  ...Object.entries(ranges),
];

interface DeclaredAnswers {
  readonly responses: Readonly<Record<number, ResponseEntry>>;
  readonly ranges?: Readonly<Record<string, ResponseEntry>>;
}

/** An entry in its long form. */
export function responseDetail(entry: ResponseEntry): ResponseDetail {
  if (entry === null) return {};
  return isSchema(entry) ? { schema: entry as Schema } : entry;
}

/** What changes of schemas may reach in an answer: its body and its declared headers. */
export function schemasOfAnswer(entry: ResponseEntry): readonly unknown[] {
  const { schema, headers = {} } = responseDetail(entry);
  return [schema, ...Object.values(headers)];
}

/** Whether bodies of a media type are JSON (RFC 6839, section 3.1). */
export const isJson = (mediaType: string) => /^application\/(?:.+\+)?json\b/i.test(mediaType);
