import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { formats } from '../../report/formats.js';
import { capture } from '../testing/capture-io.js';
import { startServer } from './testing/orders.js';

const text = { type: 'string' };
const member = { 'application/json': { schema: { type: 'object', properties: { message: text } } } };
const responses = {
  200: { description: 'OK', headers: { 'X-Echo': { required: true, schema: { const: 'none' } } }, content: member },
  400: { description: 'Bad', content: member },
};
const secret = (name: string, carrier: string) => ({ name, in: carrier, required: true, schema: text });
const user = { type: 'object', required: ['password'], properties: { password: text, pets: { type: 'array' } } };
const body = { type: 'object', required: ['user', 'note'], properties: { user, note: text, accessToken: text } };
const form = { type: 'object', required: ['client_secret'], properties: { client_secret: text } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Secrets', version: '1.0.0' },
  components: { securitySchemes: { shop: { type: 'apiKey', in: 'query', name: 'shop' } } },
  paths: {
    '/reset/{token}': {
      get: {
        security: [{ shop: [] }],
        operationId: 'reset',
        parameters: [
          secret('token', 'path'),
          secret('shop', 'query'),
          secret('api_key', 'query'),
          secret('sid', 'cookie'),
        ],
        responses,
      },
    },
    '/sign-in': {
      post: {
        operationId: 'signIn',
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses,
      },
    },
    '/token': {
      post: {
        operationId: 'exchange',
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
        responses,
      },
    },
  },
};

/** The letters inside are found in whatever way the rest is escaped. */
const core = fc.stringMatching(/^[a-z0-9]{14}$/);
const ends = fc.string({ unit: fc.constantFrom(...'"\'\\ &<>%+=/;$`|*_~ü'), maxLength: 3 });
const value = fc
  .tuple(ends, core, ends)
  .map(([before, inside, after]) => ({ inside, whole: `${before}${inside}${after}` }));
const inHeader = core.map((inside) => ({ inside, whole: `${inside}"'\\&` }));
const places = fc.record({
  token: value,
  shop: value,
  apiKey: value,
  sid: core.map((inside) => ({ inside, whole: inside })),
  password: value,
  accessToken: value,
  clientSecret: value,
  header: inHeader,
  bearer: core.map((inside) => ({ inside, whole: inside })),
  answered: value,
  cookie: core.map((inside) => ({ inside, whole: inside })),
});
type Planted = typeof places extends fc.Arbitrary<infer T> ? T : never;

/** Repeats everything that it was sent, as the rudest service would, and adds secrets of its own. */
const startRude = ({ answered, cookie }: Planted) =>
  startServer(({ url, headers, body: sent }, count) => {
    const fields = sent.startsWith('{') ? '' : [...new URLSearchParams(sent).values()].join(' ');
    const echo = `token password client_secret ${decodeURIComponent(url)} ${sent} ${JSON.stringify(headers)} ${fields}`;
    const own = { accessToken: answered.whole, also: `token ${answered.whole} ${cookie.whole}` };
    const shown = {
      'X-Echo': `${url} ${headers['authorization']} ${headers['x-shop']} ${headers['cookie']} ${cookie.whole}`,
    };
    return {
      status: count % 2 === 0 ? 200 : 400,
      headers: { 'Set-Cookie': `sid=${cookie.whole}; HttpOnly`, ...shown },
      body: count % 3 === 0 ? `{"${sent}` : { message: echo, own },
    };
  });

async function outputs(planted: Planted, argv: readonly string[], files: Record<string, string>) {
  const project = makeProject({ 'openapi.json': JSON.stringify(document), ...files });
  const server = await startRude(planted);
  try {
    const texts: string[] = [];
    for (const format of Object.keys(formats)) {
      const line = ['verify', server.url, ...argv, '--write', '--format', format, '--coverage', '--requests', '3'];
      const { code, stdout, stderr } = await capture([...line, '-H', `X-Shop: ${planted.header.whole}`], {
        cwd: project.cwd,
        env: { SVC_TOKEN: planted.bearer.whole },
      });
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      texts.push(stdout);
    }
    return texts;
  } finally {
    await server.close();
    project.remove();
  }
}

const leaks = (texts: readonly string[], planted: Planted) =>
  Object.entries(planted).flatMap(([place, { inside }]) =>
    texts.flatMap((one, index) => (one.includes(inside) ? [`${place} in ${Object.keys(formats)[index]}`] : [])),
  );

it('shows no secret of seeds, headers, cookies and answers in any format', async () => {
  const property = fc.asyncProperty(places, async (planted) => {
    const { token, shop, apiKey, sid, password, accessToken, clientSecret } = planted;
    const values = {
      token: token.whole,
      shop: shop.whole,
      api_key: [apiKey.whole],
      sid: sid.whole,
      'signIn.body': { user: { password: password.whole }, note: 'tea' },
      'signIn.body#/accessToken': accessToken.whole,
      'exchange.body': { client_secret: clientSecret.whole },
    };
    const config = JSON.stringify({ document: 'openapi.json', verify: { seeds: { values } } });
    const texts = await outputs(planted, [], { 'svc.config.yaml': config });
    expect(texts[0]).toContain('[valid-refused]');
    expect(texts[0]).toContain('$SVC_PASSWORD');
    expect(leaks(texts, planted)).toEqual([]);
  });
  await fc.assert(property, { ...runs(1), endOnFailure: true });
});

it('shows no secret of recorded traffic in any format', async () => {
  const property = fc.asyncProperty(places, async (planted) => {
    const { token, shop, apiKey, sid, password, accessToken, clientSecret } = planted;
    const encode = encodeURIComponent;
    const entry = (method: string, path: string, headers: Record<string, string>, sent?: string) => ({
      request: {
        method,
        url: `https://old.example.com${path}`,
        headers: Object.entries(headers).map(([name, one]) => ({ name, value: one })),
        ...(sent !== undefined && { postData: { text: sent } }),
      },
      response: { status: 200, content: { mimeType: 'application/json', text: '{"message":"ok"}' } },
    });
    const json = JSON.stringify({ user: { password: password.whole }, note: 'a', accessToken: accessToken.whole });
    const type = { 'Content-Type': 'application/json' };
    const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const path = `/reset/${encode(token.whole)}?shop=${encode(shop.whole)}&api_key=${encode(apiKey.whole)}`;
    const entries = [
      ...[1, 2, 3].map(() => entry('GET', path, { Cookie: `sid=${sid.whole}` })),
      ...[1, 2, 3].map(() => entry('POST', '/sign-in', type, json)),
      ...[1, 2].map(() => entry('POST', '/token', formType, `client_secret=${encode(clientSecret.whole)}`)),
    ];
    const texts = await outputs(planted, ['--har', 'old.har'], {
      'svc.config.yaml': 'document: openapi.json',
      'old.har': JSON.stringify({ log: { version: '1.2', entries } }),
    });
    expect(leaks(texts, planted)).toEqual([]);
  });
  await fc.assert(property, { ...runs(1), endOnFailure: true });
});
