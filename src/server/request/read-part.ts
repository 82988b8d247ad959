import { parse as parseQuery } from 'node:querystring';
import { readerOf } from '../../schema/members.js';
import type { Schema, SchemaIssue } from '../../schema/standard-schema.js';
import type { RequestPart } from '../../routing/declare/request-parts.js';
import { pathOf, queryOf } from '../../routing/table/path.js';
import { isDecodable } from '../../routing/table/path-spelling.js';
import type { Exchange } from '../endpoint/exchange.js';
import { readCookies } from './cookies.js';
import { textReader } from './read-text-values.js';
import { memberKinds } from './schema-kind.js';

/** Reads one part of a request as the value to validate; adds to `issues` what cannot even be read. */
export type PartReader = (exchange: Exchange, issues: SchemaIssue[]) => unknown;

/** `versionParameter`: the query parameter that names the version, and is not the route's own; null for none. */
export function partReader(
  part: Exclude<RequestPart, 'body'>,
  schema: Schema,
  parameters: readonly string[],
  versionParameter: string | null,
): PartReader {
  switch (part) {
    case 'params':
      return paramsReader(schema, parameters);
    case 'query':
      return queryReader(schema, versionParameter);
    case 'headers':
      return headersReader(schema);
    case 'cookies':
      return cookiesReader(schema);
  }
}

function paramsReader(schema: Schema, parameters: readonly string[]): PartReader {
  const read = textReader(memberKinds(schema), true);
  return ({ req, pathValues }, issues) => {
    const values: Record<string, unknown> = {};
    for (let position = 0; position < parameters.length; position++)
      values[parameters[position]!] = pathValues[position];
    if (!isDecodable(pathOf(req.url!)))
      for (const [position, name] of parameters.entries())
        if (!isDecodable(pathValues[position]!)) issues.push(malformed(name));
    read(values, issues);
    return values;
  };
}

function queryReader(schema: Schema, versionParameter: string | null): PartReader {
  const kinds = memberKinds(schema);
  const read = textReader(kinds, false);
  const ignored = versionParameter !== null && !kinds?.has(versionParameter) ? versionParameter : null;
  return ({ req }, issues) => {
    const search = queryOf(req.url!);
    if (search === '') return {};
    const values = parseQuery(search, '&', '=', { maxKeys: 0 });
    if (!isDecodable(search))
      for (const name of malformedNames(search)) if (kinds?.has(name) ?? name !== ignored) issues.push(malformed(name));
    if (ignored !== null) delete values[ignored];
    read(values, issues);
    return values;
  };
}

/** The names of the pairs of a query whose percent-encoding is malformed, once each. */
const malformedNames = (search: string): ReadonlySet<string> =>
  new Set(
    search
      .split('&')
      .filter((pair) => !isDecodable(pair))
      .flatMap((pair) => Object.keys(parseQuery(pair))),
  );

const malformed = (name: string): SchemaIssue => ({ message: 'Its percent-encoding is malformed', path: [name] });

/** Only the headers that the schema names, so that a strict one does not refuse every client. */
function headersReader(schema: Schema): PartReader {
  const kinds = memberKinds(schema);
  const read = textReader(kinds, false);
  const readers = [...(kinds?.keys() ?? [])].map((name) => [name, readerOf(name.toLowerCase())] as const);
  return ({ req: { headers } }, issues) => {
    if (!kinds) return headers;
    const values = Object.create(null) as Record<string, unknown>;
    for (const [name, readHeader] of readers) {
      const value = readHeader(headers);
      if (value !== undefined) values[name] = value;
    }
    read(values, issues);
    return values;
  };
}

/** Only the cookies that the schema names: a browser sends those of everything else on its host too. */
function cookiesReader(schema: Schema): PartReader {
  const kinds = memberKinds(schema);
  const read = textReader(kinds, true);
  return ({ req: { headers } }, issues) => {
    const sent = readCookies(headers.cookie);
    if (!kinds) return { ...sent };
    const values = Object.create(null) as Record<string, unknown>;
    for (const name of kinds.keys()) if (sent[name] !== undefined) values[name] = sent[name];
    read(values, issues);
    return values;
  };
}
