import type { AuthRequest } from './auth-request.js';

/** How often one client may try something; the account is the one that the request names, whether it exists or not. */
export interface AttemptLimit {
  readonly name: string;
  /** Whether every attempt counts, or only those whose response is a failure. */
  readonly counts: 'attempts' | 'failures';
  readonly windowSeconds: number;
  readonly perAddress: number;
  readonly perAccount: number | null;
  /** What identifies the account: a field of the body, or the presented session. */
  readonly account: (request: AuthRequest, body: Readonly<Record<string, unknown>>) => string | null;
}

const quarterOfAnHour = 15 * 60;
const field =
  (name: string): AttemptLimit['account'] =>
  (_request, body) => {
    const value = body[name];
    return typeof value === 'string' ? value.trim().toLowerCase() : null;
  };

const signIn: AttemptLimit = {
  name: 'sign-in',
  counts: 'failures',
  windowSeconds: quarterOfAnHour,
  perAddress: 100,
  perAccount: 10,
  account: field('email'),
};
const signUp: AttemptLimit = {
  name: 'sign-up',
  counts: 'attempts',
  windowSeconds: 60,
  perAddress: 60,
  perAccount: null,
  account: () => null,
};
const mail: AttemptLimit = {
  name: 'mail',
  counts: 'attempts',
  windowSeconds: quarterOfAnHour,
  perAddress: 100,
  perAccount: 10,
  account: field('email'),
};
const password: AttemptLimit = {
  name: 'password',
  counts: 'failures',
  windowSeconds: quarterOfAnHour,
  perAddress: 100,
  perAccount: 10,
  account: ({ token }) => token,
};

/** The limit of each guarded route, by path below the mount. */
export const attemptLimits: ReadonlyMap<string, AttemptLimit> = new Map([
  ['/sign-in/email', signIn],
  ['/sign-up/email', signUp],
  ['/request-password-reset', mail],
  ['/send-verification-email', mail],
  ['/change-email', { ...mail, account: field('newEmail') }],
  ['/verify-password', password],
  ['/change-password', password],
  ['/delete-user', password],
]);
