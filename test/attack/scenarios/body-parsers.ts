import { gzipSync } from 'node:zlib';
import { openService, password } from '../lab/open-service.js';
import { RawConnection } from '../lab/raw-connection.js';
import type { Scenario } from '../scenario.js';

/** The failures of one account that the service allows in a quarter of an hour. */
const allowed = 10;

interface Disguise {
  readonly name: string;
  readonly type?: string;
  readonly coding?: string;
  body(email: string, guess: string): string | Buffer;
}

const json = (email: string, guess: string) => JSON.stringify({ email, password: guess });

/** Ways to write a sign-in that a counter and a sign-in might read differently. */
const disguises: readonly Disguise[] = [
  { name: 'plain', body: json },
  { name: 'a byte order mark', body: (email, guess) => `\u{feff}${json(email, guess)}` },
  {
    name: 'UTF-16',
    type: 'application/json; charset=utf-16le',
    body: (...given) => Buffer.from(json(...given), 'utf16le'),
  },
  { name: 'a form', type: 'application/x-www-form-urlencoded', body: (email, guess) => form(email, guess) },
  {
    name: 'a form and JSON at once',
    type: 'application/x-www-form-urlencoded',
    body: (email, guess) => `${json(email, guess).slice(0, -1)},"x":"&${form(email, guess)}&"}`,
  },
  { name: 'text/plain', type: 'text/plain', body: json },
  { name: 'no content type', type: '', body: json },
  { name: 'two content types', type: 'application/json, text/plain', body: json },
  { name: 'a JSON dialect', type: 'application/vnd.api+json', body: json },
  {
    name: 'the e-mail twice',
    body: (email, guess) => `{"email":"x@example.com","email":"${email}","password":"${guess}"}`,
  },
  {
    name: 'the e-mail twice, once escaped',
    body: (email, guess) => String.raw`{"\u0065mail":"x@example.com","email":"${email}","password":"${guess}"}`,
  },
  { name: 'upper case', body: (email, guess) => json(email.toUpperCase(), guess) },
  { name: 'blanks around the e-mail', body: (email, guess) => json(` ${email} `, guess) },
  { name: 'an e-mail in a list', body: (email, guess) => JSON.stringify({ email: [email], password: guess }) },
  {
    name: 'an e-mail with a method',
    body: (email, guess) => JSON.stringify({ email: { toString: email }, password: guess }),
  },
  { name: 'a prototype', body: (email, guess) => `{"__proto__":{"email":"${email}"},"password":"${guess}"}` },
  { name: 'gzip', coding: 'gzip', body: (email, guess) => gzipSync(json(email, guess)) },
  { name: 'a wide letter', body: (email, guess) => json(email.replace('e', '\uff45'), guess) },
  { name: 'a NUL after the e-mail', body: (email, guess) => json(`${email}\0`, guess) },
  { name: 'text after the object', body: (email, guess) => `${json(email, guess)}{}` },
];

const form = (email: string, guess: string) => new URLSearchParams({ email, password: guess }).toString();

export const bodyParsers: Scenario = {
  name: 'body-parsers',
  summary: 'Guesses passwords in bodies that two parsers read differently: every guess is counted, or refused.',
  async run(context) {
    const { service, tally, signUp } = await openService(context);
    const repeats = context.scale === 'long' ? 5 : 1;
    const total = repeats * disguises.length;
    for (let index = 0; index < total; index += 1) {
      context.progress(index, total);
      const disguise = disguises[index % disguises.length]!;
      const email = `victim${index}@example.com`;
      await signUp(email, index);
      const statuses = new Set<number>();
      // Each guess comes from another address, as from a botnet: only the count of the account can stop it.
      for (let guess = 0; guess <= allowed + 1; guess += 1) {
        const right = guess > allowed;
        const status = await guessOnce(disguise, email, right ? password : `wrong guess ${guess}`, guess);
        tally.expect(!right || status !== 200, `${disguise.name}: ${guess} wrong guesses were not counted`);
        statuses.add(status);
        // Refused for its form, whatever it guesses.
        if ([400, 411, 415].includes(status) && guess === 0 && context.scale === 'short') break;
      }
      if (index === 0) tally.expect(statuses.has(401) && statuses.has(429), 'plain guesses are not counted');
    }
    return tally.outcome(`${total} accounts, ${disguises.length} disguises, ${allowed + 1} wrong guesses each`);

    async function guessOnce({ type, coding, body }: Disguise, email: string, guess: string, number: number) {
      const bytes = Buffer.from(body(email, guess));
      const lines = [
        'POST /api/auth/sign-in/email HTTP/1.1',
        `Host: ${new URL(service.url).host}`,
        `Origin: ${service.url}`,
        `X-Forwarded-For: 203.0.113.${number}`,
        ...(type === '' ? [] : [`Content-Type: ${type ?? 'application/json'}`]),
        ...(coding === undefined ? [] : [`Content-Encoding: ${coding}`]),
        `Content-Length: ${bytes.length}`,
        'Connection: close',
      ];
      const connection = await RawConnection.open(service.url);
      connection.write(`${lines.join('\r\n')}\r\n\r\n`).write(bytes);
      const text = await connection.readUntil(() => false, 15_000);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
      tally.answer(status, text);
      return status;
    }
  },
};
