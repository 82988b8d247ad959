import { jsonFault, parseJson } from '../json/parse-json.js';
import type { Json, JsonObject } from '../json/json.js';
import { objectAt } from '../json/json.js';
import { coversMediaType } from '../openapi/operations/media-types.js';
import type { CaseKind } from './case.js';
import { type PromisedApi, type PromisedOperation, type PromisedVersion, responseFor } from './promised-api.js';
import { undeclaredMembers } from './undeclared-members.js';
import { isJsonLines, isJsonType } from './write-body.js';
import { type WrittenRequest } from './write-request.js';

/** An answer as it arrived. */
export interface Answer {
  readonly status: number;
  /** With names in lower case; repeated ones joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where there is none; undefined where it was not read to its end. */
  readonly text: string | undefined;
  /** Why the body was not read to its end: it took more than ten seconds, or has more than 8 MiB. */
  readonly cut?: 'slow' | 'long';
}

/** A request, its answer, and what was promised for it. */
export interface Exchange {
  readonly kind: CaseKind;
  readonly api: PromisedApi;
  readonly operation: PromisedOperation;
  readonly request: WrittenRequest;
  readonly answer: Answer;
  /** The time of the server, or the one that it is judged by. */
  readonly now: Date;
  /** Whether the request carries credentials. */
  readonly hasCredentials: boolean;
  /** What is wrong with the request. */
  readonly mistake?: string;
  /** The version that was named instead of the operation's own. */
  readonly named?: string;
  /** Whether the address names something that no seed names. */
  readonly isMadeUp?: boolean;
  /** The answer to the same request by GET. */
  readonly get?: Answer;
}

/** What rules read of an exchange; each part once. */
export interface ReadExchange extends Exchange {
  /** What the version says about the status; null where it says nothing. */
  readonly declared: { readonly key: string; readonly response: JsonObject } | null;
  /** Without parameters, in lower case; empty without a body. */
  readonly mediaType: string;
  /** What the version says about a body of that media type; null where it says nothing. */
  readonly media: JsonObject | null;
  readonly body: Body;
  /** The refusal of a version comes from before any operation. */
  readonly isOfOperation: boolean;
}

export type Body =
  | { readonly kind: 'none' | 'unread' | 'other' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'json'; readonly value: Json; readonly misfit: Misfit | null };

/** How a body differs from what its version promises. */
export interface Misfit {
  /** What the schema refuses; null where it accepts the value, or that is not decided. */
  readonly why: string | null;
  /** What was not decided; null where everything was. */
  readonly undecided: string | null;
  /** Members that the version does not declare, as JSON pointers. */
  readonly undeclared: readonly string[];
  /** The version whose promise it fits instead; null for none. */
  readonly fits: string | null;
}

/** Whether svckit has refused the version that a request names before an application could answer it, whose document says nothing of that. */
export const isRefusalOfVersion = ({ kind, operation, answer: { status } }: Exchange): boolean =>
  operation.server === 'relayed' &&
  (kind === 'unknown-version' || kind === 'no-version') &&
  status >= 400 &&
  status < 500;

/** Reads an exchange for the rules. */
export function readExchange(exchange: Exchange): ReadExchange {
  const { operation, answer, kind, request } = exchange;
  const declared = isRefusalOfVersion(exchange) ? null : responseFor(operation, answer.status);
  const written = answer.headers['content-type'] ?? '';
  const content = objectAt(declared?.response['content']);
  const name =
    Object.keys(content).find((one) => coversMediaType(one, written)) ??
    Object.keys(content).find((one) => coversMediaType(bare(one), bare(written)));
  const media = name === undefined ? null : operation.document.resolve(content[name]);
  return {
    ...exchange,
    declared,
    mediaType: bare(written),
    media,
    body: request.method === 'HEAD' ? { kind: 'none' } : readBody(exchange, written, media, declared?.key ?? ''),
    isOfOperation: kind !== 'unknown-version' && kind !== 'options' && !(kind === 'no-version' && answer.status >= 400),
  };
}

const bare = (mediaType: string) => mediaType.split(';')[0]!.trim().toLowerCase();

function readBody(exchange: Exchange, mediaType: string, media: JsonObject | null, key: string): Body {
  const { text } = exchange.answer;
  if (text === undefined) return { kind: 'unread' };
  if (text === '') return { kind: 'none' };
  const check = (value: Json) => (media ? findMisfit(exchange, media['schema'], value, key) : null);
  if (isJsonLines(mediaType)) return readLines(text, check);
  if (!isJsonType(mediaType)) return { kind: 'other' };
  try {
    const value = parseJson(text);
    return { kind: 'json', value, misfit: check(value) };
  } catch (error) {
    return { kind: 'unreadable', why: jsonFault(error) };
  }
}

/** JSON values, one a line; a place in them begins with the position of the line. */
export function readLines(text: string, check: (value: Json) => Misfit | null): Body {
  const values: Json[] = [];
  let misfit: Misfit | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      values.push(parseJson(line));
    } catch (error) {
      return { kind: 'unreadable', why: `line ${index + 1}: ${(error as Error).message}` };
    }
    misfit ??= atLine(index, check(values.at(-1)!));
  }
  return { kind: 'json', value: values, misfit };
}

function atLine(index: number, misfit: Misfit | null): Misfit | null {
  if (misfit === null) return null;
  const { why, undeclared } = misfit;
  const place = why?.startsWith('/') ? `/${index}${why}` : why === null ? null : `/${index} ${why}`;
  return { ...misfit, why: place, undeclared: undeclared.map((one) => `/${index}${one}`) };
}

function findMisfit(
  { api, operation, answer }: Exchange,
  schema: Json | undefined,
  value: Json,
  key: string,
): Misfit | null {
  const own = compareBody(operation.of, schema, value, answer);
  if (!own) return null;
  if (own.undecided !== null) return { ...own, fits: null };
  const other = api.siblings(operation).find((sibling) => {
    const response = objectAt(objectAt(sibling.node['responses'])[key]);
    const content = objectAt(sibling.document.resolve(response)['content']);
    return Object.keys(content).some((name) => {
      const described = sibling.document.resolve(content[name])['schema'];
      return (
        (isJsonType(name) || isJsonLines(name)) &&
        described !== undefined &&
        compareBody(sibling.of, described, value, answer) === null
      );
    });
  });
  return { ...own, fits: other?.of.version ?? null };
}

/** How a value differs from a schema; null where it fits. Problem details may always have more members (RFC 9457, section 3.2). */
export function compareBody(
  of: PromisedVersion,
  schema: Json | undefined,
  value: Json,
  { headers }: Pick<Answer, 'headers'>,
): Omit<Misfit, 'fits'> | null {
  const { valid, why } = of.validateAnswer(schema, value);
  const isProblem = /^application\/problem\+json/i.test(headers['content-type'] ?? '');
  const undeclared = isProblem ? [] : undeclaredMembers(of, schema, value);
  if (valid && undeclared.length === 0) return null;
  return { why: valid === false ? why : null, undecided: valid === null ? why : null, undeclared };
}
