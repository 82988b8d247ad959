import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type CorsOptions } from 'cors';
import { type VersioningOptions, versioningScheme } from '../routing/versioning/versioning.js';

export interface CrossOrigin {
  /** Whether answers depend on Origin, so that each one carries `Vary: Origin`. */
  readonly varies: boolean;
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

/** The cors library, called only for requests with an Origin; null when the app does not allow other origins. */
export function crossOrigin(
  option: boolean | CorsOptions | undefined,
  versioning: VersioningOptions | undefined,
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
  return {
    varies: given.origin !== undefined && given.origin !== '*',
    allow: (req, res, next) => run('GET', {}, req, res, next),
    preflight: (req, res, methods, next) =>
      run(
        'OPTIONS',
        given.methods === undefined && methods.length > 0 ? { methods: [...methods] } : {},
        req,
        res,
        next,
      ),
  };
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

/** The library sends Allow-Credentials to origins that it does not allow, and with `*`, where it means nothing. */
function dropCredentialsOfStrangers({ headers }: IncomingMessage, res: ServerResponse): void {
  if (res.getHeader('Access-Control-Allow-Origin') !== headers.origin)
    res.removeHeader('Access-Control-Allow-Credentials');
}
