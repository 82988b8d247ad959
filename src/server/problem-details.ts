import { STATUS_CODES } from 'node:http';
import type { HttpError } from '../routing/table/http-error.js';

/** A problem for the caller (RFC 9457, section 3.1). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly traceId: string;
  readonly [extension: string]: unknown;
}

export function problemDetails(
  { status, detail, extras }: Pick<HttpError, 'status' | 'detail' | 'extras'>,
  instance: string,
  traceId: string,
): ProblemDetails {
  const members = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, instance, traceId };
  return Object.assign(members, extras, { status });
}
