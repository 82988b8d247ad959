import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { CorsOptions } from '../../routing/table/cors-options.js';
import { LRUCache } from 'lru-cache';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { asksForPreviews } from '../../routing/matching/preview-field.js';
import { previewField } from '../../text/preview-field.js';
import { recordHeaders } from './record-headers.js';

export interface CrossOrigin {
  /** The headers of an actual request's answer besides `Vary`, where the options leave nothing to decide but the origin; null where the library decides. */
  readonly headersFor: ((origin: string) => FlatHeaders) | null;
  /** Adds the headers of an actual request's answer. */
  allow(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void;
  /** Adds the headers of the answer to a preflight; `methods` are those of the path. */
  preflight(
    req: IncomingMessage,
    res: ServerResponse,
    methods: readonly string[],
    next: (error?: unknown) => void,
  ): void;
}

/** Whether answers depend on Origin, so that each one carries `Vary: Origin`. */
export function variesByOrigin(option: boolean | CorsOptions | undefined): boolean {
  return typeof option === 'object' && option.origin !== undefined && option.origin !== '*';
}

/** The cors library, asked at boot or for each request with an Origin; null when the app does not allow other origins. */
export function crossOrigin(
  option: boolean | CorsOptions | undefined,
  versioning: VersioningOptions | undefined,
  hasPreviews = false,
): CrossOrigin | null {
  if (!option) return null;
  const given: CorsOptions = option === true ? {} : option;
  const options: CorsOptions = {
    ...given,
    allowedHeaders: withVersionHeader(given.allowedHeaders, versioning),
    preflightContinue: true,
  };
  const run = (
    method: string,
    extra: CorsOptions,
    req: IncomingMessage,
    res: ServerResponse,
    next: (error?: unknown) => void,
  ) =>
    // The library treats every OPTIONS request as a preflight, so the method distinguishes the two.
    cors({ ...options, ...extra })({ method, headers: req.headers } as cors.CorsRequest, res, (error?: unknown) => {
      dropCredentialsOfStrangers(req, res);
      next(error);
    });
  const allow: CrossOrigin['allow'] = (req, res, next) => run('GET', {}, req, res, next);
  return {
    headersFor: decidedHeaders(given, (origin) =>
      recordHeaders({ name: 'cors', value: option }, { origin }, () => allow),
    ),
    allow,
    preflight: (req, res, methods, next) =>
      run(
        'OPTIONS',
        {
          ...(given.methods === undefined && methods.length > 0 && { methods: [...methods] }),
          ...(hasPreviews && asksForPreviews(req) && withPreviewField(options.allowedHeaders)),
        },
        req,
        res,
        next,
      ),
  };
}

/** Asks the library about each listed origin and one that is not listed; `true` sends any origin back. */
function decidedHeaders(
  { origin = '*' }: CorsOptions,
  ask: (origin: string) => FlatHeaders,
): ((origin: string) => FlatHeaders) | null {
  const record = (asked: string) => withoutField(ask(asked), 'Vary');
  if (origin === true) {
    const [none, rest] = [record(''), withoutField(record('https://any.example'), allowOrigin)];
    const known = new LRUCache<string, FlatHeaders>({
      max: mostOrigins,
      memoMethod: (sent) => [allowOrigin, sent, ...rest],
    });
    return (sent) => (sent === '' ? none : known.memo(sent));
  }
  const listed: unknown = origin || [];
  const names: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  if (!names.every((name) => typeof name === 'string')) return null;
  const known = new Map(names.map((name) => [name, record(name)]));
  const stranger = record(`${names.join('')} `);
  return (sent) => known.get(sent) ?? stranger;
}

/** Origins whose headers are kept where any origin is allowed. */
const mostOrigins = 1_000;

const allowOrigin = 'Access-Control-Allow-Origin';

function withoutField(headers: FlatHeaders, field: string): FlatHeaders {
  return Object.freeze(headers.filter((_, index) => headers[index - (index % 2)] !== field));
}

/** A fixed list also allows the version header; without a list the requested headers are echoed. */
function withVersionHeader(
  allowed: CorsOptions['allowedHeaders'],
  versioning: VersioningOptions | undefined,
): string[] | undefined {
  if (allowed === undefined) return undefined;
  const list = typeof allowed === 'string' ? allowed.split(',').map((name) => name.trim()) : [...allowed];
  const parameter = versioningScheme(versioning)?.parameter;
  if (parameter?.in !== 'header') return list;
  const isListed = list.some((name) => name.toLowerCase() === parameter.name.toLowerCase());
  return isListed ? list : [...list, parameter.name];
}

/** A preflight that asks for the field; the answer to any other is as it is without previews. */
function withPreviewField(allowed: CorsOptions['allowedHeaders']): CorsOptions {
  return allowed === undefined ? {} : { allowedHeaders: [...allowed, previewField] };
}

/** The library sends Allow-Credentials to origins that it does not allow, and with `*`, where it means nothing. */
function dropCredentialsOfStrangers({ headers }: IncomingMessage, res: ServerResponse): void {
  if (res.getHeader(allowOrigin) !== headers.origin) res.removeHeader('Access-Control-Allow-Credentials');
}
