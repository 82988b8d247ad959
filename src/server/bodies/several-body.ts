import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { HttpError } from '../../routing/table/http-error.js';
import type { MediaForm } from '../../routing/declare/bodies.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { joinWords } from '../../text/join-words.js';
import type { Exchange } from '../endpoint/exchange.js';
import { jsonText, parseHandedOn, parseJson } from '../request/read-body.js';
import { textReader } from '../request/read-text-values.js';
import { memberKinds } from '../request/schema-kind.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { decoded } from './json-body.js';
import { boundaryOf, readParts, valueOfParts } from './multipart-parts.js';
import { readWhole } from './read-whole.js';

/** A body in any of the media types that a document offers; each is read as what it is. */
export const readSeveral: MakeBodyReader<'several'> = ({ form: { forms }, schema, limit, largeBodies }) => {
  const texts = new Map(forms.map((one) => [one, textReader(memberKinds(one.schema), false)]));
  return {
    step: readWhole(limit, largeBodies, (req) => void requireForm(req, forms)),
    read: (exchange, issues) => {
      const { req, rawBody } = exchange;
      const bytes = decoded(rawBody!, req, limit);
      if (bytes.length === 0) return undefined;
      const form = requireForm(req, forms);
      try {
        const value = readers[form.as](bytes, exchange);
        if (form.as === 'form' || form.as === 'parts') texts.get(form)!(value as Record<string, unknown>, issues);
        return value;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        issues.push(malformed(error));
        return undefined;
      }
    },
    schema: schema ?? anything,
  };
};

const malformed = (error: Error): SchemaIssue => ({
  message: `Malformed body: ${error.message}`,
  path: [],
  code: 'invalid_body',
});

/** Each throws a SyntaxError. */
const readers: Readonly<Record<MediaForm['as'], (bytes: Buffer, exchange: Exchange) => unknown>> = {
  json: (bytes, exchange) => {
    const text = jsonText(bytes);
    exchange.sent = { text, value: parseHandedOn(text) };
    return exchange.sent.value;
  },
  form: (bytes) => ({ ...parse(bytes.toString(), '&', '=', { maxKeys: 0 }) }),
  parts: (bytes, { req }) => {
    const boundary = boundaryOf(req.headers['content-type'] ?? '');
    if (boundary === null) throw new SyntaxError('Content-Type names no boundary.');
    return valueOfParts(readParts(bytes, boundary));
  },
  lines: (bytes) =>
    bytes
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseJson),
};

/** The form that a request has its body in; throws a 415 that lists all of them for another. */
export function requireForm(req: IncomingMessage, forms: readonly MediaForm[]): MediaForm {
  const given = req.headers['content-type'] ?? '';
  const type = given.split(';', 1)[0]!.trim().toLowerCase();
  const known = formFor(type, forms);
  if (known) return known;
  const sent = given ? `Content-Type ${given}` : 'no Content-Type';
  throw new HttpError(
    415,
    `The request has ${sent}. Send ${joinWords(
      forms.map(({ mediaType }) => mediaType),
      'or',
    )}.`,
  );
}

/** The form with the media type itself, else one with a range that covers it, else JSON for JSON of another kind (RFC 6839). */
export function formFor(type: string, forms: readonly MediaForm[]): MediaForm | undefined {
  const rangeOf = (one: MediaForm) => one.mediaType.toLowerCase().split(';', 1)[0]!.trim();
  return (
    forms.find((one) => rangeOf(one) === type) ??
    forms.find((one) => covers(rangeOf(one), type)) ??
    forms.find((one) => one.as === 'json' && /^application\/(?:.+\+)?json$/.test(type))
  );
}

/** Whether a media type range, such as `application/*+json`, covers a type. */
const covers = (range: string, type: string) =>
  range.includes('*') &&
  type !== '' &&
  new RegExp(
    `^${range
      .split('*')
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(type);
