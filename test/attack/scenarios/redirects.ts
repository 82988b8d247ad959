import fc from 'fast-check';
import { valuesOf } from '../lab/chance.js';
import { openService } from '../lab/open-service.js';
import type { Scenario } from '../scenario.js';

const pieces = fc.constantFrom(
  ...'/ // \\ /. /.. . : @ ? # ; %2f %5c %2e %09 %00 \u3002 \uff0f http: https: javascript: data:'.split(' '),
  ...'evil.example evil.example/ a 127.0.0.1 localhost'.split(' '),
  '\t',
  ' ',
);
const targets = fc.array(pieces, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));

/** Requests that answer with a redirect to an address of the client's, now or in a mail. */
const redirecting = [
  (target: string) => get(`/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(target)}`),
  (target: string) => get(`/api/auth/reset-password/x?callbackURL=${encodeURIComponent(target)}`),
  (target: string) => get(`/api/auth/delete-user/callback?token=x&callbackURL=${encodeURIComponent(target)}`),
  (target: string) =>
    get(`/api/auth/callback/github?state=${encodeURIComponent(target)}&error=${encodeURIComponent(target)}`),
  (target: string) => get(`/api/auth/error?error=${encodeURIComponent(target)}`),
  (target: string) => post('/api/auth/request-password-reset', { email: 'ada@example.com', redirectTo: target }),
  (target: string) => post('/api/auth/send-verification-email', { email: 'ada@example.com', callbackURL: target }),
  (target: string) => post('/api/auth/sign-in/social', { provider: 'github', errorCallbackURL: target }),
];
const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: object) => ({ method: 'POST', path, body: JSON.stringify(body) });

/** Headers with which a client might steer the addresses that the service writes. */
const steering: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { 'x-forwarded-host': 'evil.example' },
  { forwarded: 'host=evil.example' },
  { 'x-original-url': '//evil.example' },
  { 'x-rewrite-url': '//evil.example' },
  { 'x-forwarded-prefix': '//evil.example' },
  { referer: 'https://evil.example/' },
  { origin: 'https://evil.example' },
];
const steered = [
  '/',
  '/api',
  '/api/docs',
  '/api/docs/',
  '//evil.example',
  '//evil.example/..',
  '/api/auth/ok',
  '/api/auth/error',
  '/api/openapi.json',
];

export const redirects: Scenario = {
  name: 'redirects',
  summary: 'Tries to send browsers elsewhere, by addresses and by headers: no answer and no mail leads there.',
  async run(context) {
    const { service, tally, send } = await openService(context);
    const count = context.scale === 'long' ? 10_000 : 400;
    const values = valuesOf(targets, context.seed);
    const leads = (location: unknown, path: string) => {
      if (location === undefined) return;
      const { origin } = new URL(String(location), `${service.url}${path}`);
      tally.expect(origin === service.url, `${path} leads to ${String(location)}`);
    };
    for (let index = 0; index < count; index += 1) {
      if (index % 50 === 0) context.progress(index, count);
      const request = redirecting[index % redirecting.length]!(values.next().value);
      const { headers } = await send({ ...request, headers: { origin: service.url } }, index);
      leads(headers.location, request.path);
    }
    for (const headers of steering)
      for (const path of steered) {
        const answer = await send({ method: 'GET', path, headers });
        leads(answer.headers.location, path);
        tally.expect(
          !answer.text.includes('evil.example') || !/<[a-z]/i.test(answer.text),
          `${path} has evil.example in its page: ${JSON.stringify(headers)}`,
        );
      }
    return tally.outcome(`${count} addresses, ${steering.length * steered.length} steered requests`);
  },
};
