import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import type { Versions } from '../../changes/known-versions.js';
import { hopsTo } from '../../changes/through-hops.js';
import { digestFields } from '../../routing/changes/check-sealed.js';
import type { Passage } from '../../routing/changes/passage.js';
import { HttpError } from '../../routing/table/http-error.js';
import { queryOf } from '../../routing/table/path.js';
import type { MediaForm } from '../../routing/declare/bodies.js';
import { boundaryOf, readParts, writeParts } from '../../server/bodies/multipart-parts.js';
import { requireForm } from '../../server/bodies/several-body.js';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { conditionsIn, hasConditions, ofOnePage } from '../../server/endpoint/version-tags.js';
import { memberKinds } from '../../server/request/schema-kind.js';
import type { NamesVersion } from '../name-version.js';
import type { OnwardHead } from '../onward.js';
import type { RelayParts } from '../relay-parts.js';
import { placesThrough } from '../spelling/places.js';
import { type Making, respell } from '../spelling/respell.js';
import { decodeBody, encodeBody, knownCodings } from '../../server/bodies/codings.js';
import { rewriteCookies, rewriteQuery, parameterText } from './query.js';
import { fillPath } from './fill-path.js';

/** Where the application has an operation. */
export interface ApplicationAddress {
  readonly method: string;
  /** As in its document: `/v2/books/{id}`. */
  readonly path: string;
}

/** What changes have made of a request. */
export interface ConvertedRequest {
  readonly head: OnwardHead;
  /** null for the body as received. */
  readonly body: Buffer | null;
}

type Fields = Record<string, string | null>;
type Values = Readonly<Record<string, unknown>>;

/** The request of an older version as the application gets it: converted by the changes, everything else as received. A promise where it has a body. */
export function convertRequest(
  exchange: Exchange,
  address: ApplicationAddress,
  passage: Passage,
  { names, versions }: Pick<RelayParts, 'names' | 'versions'>,
): ConvertedRequest | Promise<ConvertedRequest> {
  const { req, endpoint, rawBody } = exchange;
  const { route } = endpoint;
  const named = names.newest(req, route);
  const headers: Fields = { ...named.headers };
  adaptConditions(headers, exchange, names);
  if (passage.collecting) for (const name of ofOnePage.request) headers[name] = null;
  if (passage.finish.headers) Object.assign(headers, headerFields(exchange));
  if (passage.finish.cookies)
    headers['cookie'] = rewriteCookies(
      req.headers.cookie ?? '',
      olderMembers(route.schemas.cookies),
      exchange.cookies as Values,
    );
  const head = {
    method: methodOf(exchange, address),
    url: applicationTarget(exchange, address, names, named.url, passage),
    headers,
  };
  if (rawBody === undefined && passage.body === null) return { head, body: null };
  return bodyOf(exchange, passage, rawBody ?? null, versions).then((body) => {
    if (body !== null && body !== rawBody) Object.assign(headers, framingOf(body));
    return { head, body };
  });
}

/** The head of a request in which only the version, and the address of the operation in the application, may differ. */
export function passingHead(exchange: Exchange, address: ApplicationAddress, names: NamesVersion): OnwardHead {
  const { url, headers } = names.newest(exchange.req, exchange.endpoint.route);
  return {
    method: methodOf(exchange, address),
    url: applicationTarget(exchange, address, names, url, { finish: {}, collecting: null }),
    headers: { ...headers, ...conditionsFor(exchange, names, false) },
  };
}

const methodOf = ({ req, endpoint }: Exchange, { method }: ApplicationAddress) =>
  endpoint.route.method === method ? req.method! : method;

/**
 * Path and query of a request where the application has its operation; `url` names its version, and `changed` says what else changes have made of
 * it. Throws a 400 for values that no path can hold.
 */
function applicationTarget(
  exchange: Exchange,
  address: ApplicationAddress,
  names: NamesVersion,
  url: string,
  { finish: changed, collecting }: Pick<Passage, 'finish' | 'collecting'>,
): string {
  const { route } = exchange.endpoint;
  const sent = exchange.req.url!;
  const isElsewhere =
    names.address(route) !== address.path || changed.params !== undefined || !names.isWritten(sent, route);
  if (!isElsewhere && !changed.query) return url;
  const path = isElsewhere ? fillPath(address.path, paramsOf(exchange), sent) : url.split('?', 1)[0]!;
  // A cursor that a client has from another version would begin the list with a later page.
  const known = { ...olderMembers(route.schemas.query), ...(collecting && olderMembers(changed.query)) };
  const query = changed.query ? rewriteQuery(queryOf(url), known, (exchange.query ?? {}) as Values) : queryOf(url);
  return query === '' ? path : `${path}?${query}`;
}

/** The members that the older version may have sent. */
const olderMembers = (schema: unknown): Values =>
  Object.fromEntries([...(memberKinds(schema as never)?.keys() ?? [])].map((name) => [name, undefined]));

/** As texts; numbers as they were sent. */
function paramsOf({ params, endpoint, pathValues }: Exchange): Values {
  const sent = Object.fromEntries(endpoint.parameters.map((name, index) => [name, pathValues[index]!]));
  const texts = Object.entries((params ?? {}) as Values).map(([name, value]) => {
    const own = Object.hasOwn(sent, name) ? [sent[name]!] : [];
    const isText = value !== undefined && value !== null;
    return [name, isText ? parameterText(value, [...own, ...pathValues]) : value] as const;
  });
  return { ...sent, ...Object.fromEntries(texts) };
}

function conditionsFor({ req, endpoint: { route } }: Exchange, names: NamesVersion, isConverted: boolean): Fields {
  if (!hasConditions(req.headers)) return {};
  return conditionsIn(req.headers, {
    route,
    isConverted,
    isOlder: names.isOlder(route),
    isNamed: names.isNamed(req),
  });
}

/** A whole answer is converted, in a coding that we know; its tags are those of a version. */
function adaptConditions(fields: Fields, exchange: Exchange, names: NamesVersion): void {
  const { headers } = exchange.req;
  const accepted = headers['accept-encoding'];
  if (headers.range !== undefined) fields['range'] = null;
  if (headers['if-range'] !== undefined) fields['if-range'] = null;
  Object.assign(fields, conditionsFor(exchange, names, true));
  if (typeof accepted === 'string' && knownCodings(accepted) !== accepted)
    fields['accept-encoding'] = knownCodings(accepted);
}

function headerFields({ req, endpoint, headers }: Exchange): Fields {
  const newer = headers as Values;
  const older = Object.keys(olderMembers(endpoint.route.schemas.headers));
  const gone = older.filter((name) => newer[name] === undefined);
  const textsOf = (name: string) => String(req.headers[name.toLowerCase()] ?? '').split(/, */);
  const sent = Object.entries(newer).filter(([, value]) => value !== undefined);
  return Object.fromEntries([
    ...gone.map((name) => [name.toLowerCase(), null]),
    ...sent.map(([name, value]) => [
      name.toLowerCase(),
      fieldValue(
        name,
        [value]
          .flat()
          .map((one) => parameterText(one, [name, ...gone].flatMap(textsOf)))
          .join(', '),
      ),
    ]),
  ]) as Fields;
}

/** Throws a 400 for what no header field can carry (RFC 9110, section 5.5): a change may make one of a member of a body. */
function fieldValue(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new HttpError(400, `The header ${name} would have characters that no header can carry.`);
}

/** Bytes; a body was decoded within its limit before. */
const alreadyRead = 2 ** 31 - 1;

/** The bytes as received where no change made another value of them; null where they were not read; else the new value, in their coding. */
async function bodyOf(
  exchange: Exchange,
  passage: Passage,
  sent: Buffer | null,
  versions: Versions,
): Promise<Buffer | null> {
  const { body, req, endpoint } = exchange;
  const { finish, body: form } = passage;
  const making = () => makingOf(passage, versions, endpoint.route.version!);
  if (form?.kind === 'ndjson') return body === undefined ? null : Buffer.from(await writeLines(exchange, making()));
  if (sent === null || !finish.body) return sent;
  const coding = req.headers['content-encoding'];
  const written = await writers[writtenAs(form, req)](exchange, sent, making);
  if (written === null) return sent;
  return coding === undefined ? written : encodeBody(written, coding);
}

/** How the body of a request is written. */
function writtenAs(form: Passage['body'], req: IncomingMessage): MediaForm['as'] {
  if (form?.kind === 'several') return requireForm(req, form.forms).as;
  return form?.kind === 'form' ? 'form' : 'json';
}

type WriteBody = (exchange: Exchange, bytes: Buffer, making: () => Making) => Buffer | null | Promise<Buffer | null>;

/** Each gives null where the bytes have the value already. */
const writers: Readonly<Record<MediaForm['as'], WriteBody>> = {
  json: (exchange, _, making) => writeJson(exchange, making),
  form: writeForm,
  parts: async ({ body, req }, bytes) => {
    const boundary = boundaryOf(req.headers['content-type'] ?? '')!;
    const plain = await decodedBody(req, bytes);
    const written = writeParts(body as Values, readParts(plain, boundary), boundary);
    return written.equals(plain) ? null : written;
  },
  lines: ({ body }) => Buffer.from((body as readonly unknown[]).map((item) => `${JSON.stringify(item)}\n`).join('')),
};

/** How the body of the newest version is made of one that was sent. */
const makings = new WeakMap<Passage, Making>();

function makingOf(passage: Passage, versions: Versions, version: string): Making {
  const known = makings.get(passage);
  if (known !== undefined) return known;
  const { bodySchema, hops } = passage;
  const places = bodySchema && placesThrough(bodySchema, hopsTo(versions, version), undefined, 'up');
  const made = { places, isComputed: hops === null };
  makings.set(passage, made);
  return made;
}

/** null where the bytes say it already. */
function writeJson({ body, sent }: Exchange, making: () => Making): Buffer | null {
  if (sent === undefined) return body === undefined ? null : Buffer.from(JSON.stringify(body));
  if (body === undefined) return Buffer.alloc(0);
  const written = respell(sent, body, making());
  return written === sent.text ? null : Buffer.from(written);
}

async function decodedBody({ headers }: IncomingMessage, bytes: Buffer): Promise<Buffer> {
  const coding = headers['content-encoding'];
  return coding === undefined || bytes.length === 0 ? bytes : decodeBody(bytes, coding, alreadyRead);
}

async function writeForm({ body, req }: Exchange, bytes: Buffer): Promise<Buffer | null> {
  const sent = (await decodedBody(req, bytes)).toString();
  const written = rewriteQuery(sent, { ...parseForm(sent, '&', '=', { maxKeys: 0 }) }, body as Values);
  return written === sent ? null : Buffer.from(written);
}

/** Each item is written when it has been converted, and before the next one is read. */
async function writeLines(exchange: Exchange, making: Making): Promise<string> {
  let text = '';
  for await (const item of exchange.body as AsyncIterable<unknown>) {
    const { sent } = exchange;
    text += `${sent === undefined ? JSON.stringify(item) : respell(sent, item, making)}\n`;
  }
  return text;
}

/** The fields of a body whose bytes are not those received. */
const framingOf = (body: Buffer): Fields => ({
  ...Object.fromEntries(digestFields.map((name) => [name, null])),
  'content-length': String(body.length),
  'transfer-encoding': null,
});
