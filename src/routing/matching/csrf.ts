import type { IncomingMessage } from 'node:http';
import { HttpError } from '../table/http-error.js';
import type { ServiceOptions } from '../table/service-options.js';

type AskedBy = Pick<IncomingMessage, 'method' | 'headers'>;

export type CsrfCheck = (req: AskedBy) => void;

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe requests that a page of another origin made the browser send; null when the protection is off. */
export function csrfCheck({ csrf, trustProxy = false }: ServiceOptions): CsrfCheck | null {
  if (!csrf) return null;
  const trusted = new Set(csrf === true ? [] : (csrf.trustedOrigins ?? []));
  return (req) => {
    if (safe.has(req.method!)) return;
    const { origin } = req.headers;
    if (origin !== undefined && trusted.has(origin)) return;
    const site = req.headers['sec-fetch-site'];
    const foreign =
      site !== undefined
        ? site !== 'same-origin' && site !== 'none'
        : origin !== undefined && hostOf(origin) !== addressedHost(req, trustProxy);
    if (!foreign) return;
    throw new HttpError(
      403,
      `A page of another origin (${origin ?? site}) made this request. Add the origin to csrf.trustedOrigins if it may.`,
      { code: 'cross-origin-request' },
    );
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host.replace(/:(80|443)$/, '') : null;
}

function addressedHost(req: AskedBy, trustProxy: number | false): string | undefined {
  const forwarded = trustProxy ? req.headers['x-forwarded-host'] : undefined;
  const host = forwarded === undefined ? req.headers.host : String(forwarded).split(',').at(-1)!.trim();
  return host?.toLowerCase().replace(/:(80|443)$/, '');
}
