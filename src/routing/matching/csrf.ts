import { HttpError } from '../table/http-error.js';
import type { ServiceOptions } from '../table/service-options.js';
import type { RequestHead } from './decision.js';

/** Answers the refusal of a forged request; null when the request may pass. */
export type CsrfCheck = (request: RequestHead) => HttpError | null;

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe requests that a page of another origin made the browser send; null when the protection is off. */
export function csrfCheck({ csrf, trustProxy = false }: ServiceOptions): CsrfCheck | null {
  if (!csrf) return null;
  const trusted = new Set(csrf === true ? [] : (csrf.trustedOrigins ?? []));
  return (request) => {
    if (safe.has(request.method!)) return null;
    const { origin } = request.headers;
    if (origin !== undefined && trusted.has(origin)) return null;
    const site = request.headers['sec-fetch-site'];
    const foreign =
      site !== undefined
        ? site !== 'same-origin' && site !== 'none'
        : origin !== undefined && hostOf(origin) !== addressedHost(request, trustProxy);
    if (!foreign) return null;
    return new HttpError(
      403,
      `A page of another origin (${origin ?? site}) made this request. To allow it, add the origin to csrf.trustedOrigins.`,
      { code: 'cross-origin-request' },
    );
  };
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host.replace(/:(80|443)$/, '') : null;
}

function addressedHost({ headers }: RequestHead, trustProxy: number | false): string | undefined {
  const forwarded = trustProxy ? String(headers['x-forwarded-host'] ?? '') : '';
  const chain = forwarded.split(',').filter((part) => part.trim() !== '');
  const host = chain[Math.max(0, chain.length - Number(trustProxy))]?.trim() ?? headers.host;
  return host?.toLowerCase().replace(/:(80|443)$/, '');
}
