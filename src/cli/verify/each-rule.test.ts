import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { strictDocument, strictServer } from '../../verify/testing/strict-server.js';
import { capture } from '../testing/capture-io.js';
import { type Reply, type Seen, startServer } from './testing/orders.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

/** What a run with --write says about a server, with the options of the command's defaults. */
async function verify(answer: (seen: Seen) => Reply | null, document: object, argv: readonly string[] = [], yaml = '') {
  const server = await startServer(answer);
  const project = makeProject({
    'svc.config.yaml': `document: openapi.json\n${yaml}`,
    'openapi.json': JSON.stringify(document),
  });
  ends.push(server.close, project.remove);
  const { code, stdout } = await capture(['verify', server.url, '--write', '--format', 'json', ...argv], project);
  const { findings, coverage, notes } = JSON.parse(stdout) as {
    readonly findings: readonly { readonly rule: string; readonly level: string; readonly message: string }[];
    readonly coverage: readonly { readonly untried: readonly { readonly rule: string; readonly why: string }[] }[];
    readonly notes: readonly string[];
  };
  const untried = coverage.flatMap((one) => one.untried);
  const found = findings.map(({ rule, message }) => `${rule}: ${message}`);
  return { code, found, levels: findings.map(({ level }) => level), untried, notes, seen: server.seen };
}

const ok = { description: 'OK' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const documentOf = (item: object, path = '/things') => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { [path]: item },
});

describe('at its defaults, svc verify', () => {
  it('has nothing against a server that asks for everything that is declared, and leaves no rule untried', async () => {
    const { code, found, untried, notes } = await verify(strictServer(null), strictDocument());
    expect({ code, found, untried, notes }).toEqual({ code: 0, found: [], untried: [], notes: [] });
  });
});

describe('what cannot be tried', () => {
  it('is named with its reason, in a note and with --coverage', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string', maxLength: 5_000_000 } } };
    const document = documentOf({ post: { requestBody: json(schema), responses: { 201: ok, 400: ok } } });
    const { untried, notes } = await verify(({ body }) => ({ status: isObjectText(body) ? 201 : 400 }), document);
    expect(untried).toEqual([{ rule: 'body /id: maxLength', why: 'no value was found that breaks it' }]);
    expect(notes).toEqual([
      '1 declared rule was never tried: POST /things, body /id: maxLength: no value was found that breaks it.',
    ]);
  });

  it('is what --requests leaves out', async () => {
    const { untried } = await verify(strictServer(null), strictDocument(), ['--requests', '5']);
    expect(untried.length).toBeGreaterThan(20);
    expect(untried[0]!.why).toBe('it takes more than 5 requests: use more --requests');
  });
});

describe('a document without refusals', () => {
  it('gets one note, where requests with a mistake are refused', async () => {
    const { code, found, notes } = await verify(strictServer(null), strictDocument({}));
    expect({ code, found }).toEqual({ code: 0, found: [] });
    expect(notes).toEqual([
      '2 operations refuse wrong requests and declare no 4xx: GET /items (400), POST /items (400). Add the refusals to the document.',
    ]);
  });

  it('does not excuse another status', async () => {
    const teapot = (seen: Seen) => {
      const reply = strictServer(null)(seen);
      return reply.status === 400 ? { status: 418 } : reply;
    };
    const { found } = await verify(teapot, strictDocument({}));
    expect(found[0]).toBe('status-undeclared: status 418 is not declared. Declared: 200.');
  });

  it('does not excuse the refusal of a request that fits, nor of a name that a seed names', async () => {
    const document = documentOf({ get: { parameters: [id], responses: { 200: ok } } }, '/things/{id}');
    const refusing = await verify(() => ({ status: 400 }), documentOf({ get: { responses: { 200: ok } } }));
    expect(refusing.found).toContain('status-undeclared: status 400 is not declared. Declared: 200.');
    const missing = (): Reply => ({ status: 404 });
    expect((await verify(missing, document)).found).toEqual([]);
    const seeded = await verify(missing, document, [], 'verify: { seeds: { values: { id: 7 } } }\n');
    expect(seeded.found).toContain('status-undeclared: status 404 is not declared. Declared: 200.');
  });
});

describe('HEAD', () => {
  const document = documentOf({ get: { responses: { 200: ok } } });

  it.each([404, 405, 501])('that is answered with %d where GET is answered is a rule of its own', async (status) => {
    const { code, found, levels } = await verify(
      ({ method }) => ({ status: method === 'HEAD' ? status : 200 }),
      document,
    );
    expect({ code, found, levels }).toEqual({
      code: 0,
      found: [`head-refused: HEAD is answered with ${status}, and GET with 200.`],
      levels: ['warning'],
    });
  });

  it('that is refused as GET is does not count', async () => {
    const { found } = await verify(() => ({ status: 404 }), documentOf({ get: { responses: { 404: ok } } }));
    expect(found).toEqual([]);
  });
});

describe('seeds', () => {
  const yaml = 'verify: { seeds: { values: { id: [1, 2] } } }\n';
  const found = { ...ok, ...json({ type: 'object' }) };
  const operations = { parameters: [id], responses: { 200: found, 404: ok } };
  const shelf = (unknown: Reply) => {
    return ({ url, method }: Seen): Reply => {
      if (method === 'OPTIONS') return { status: 404 };
      return ['/things/1', '/things/2'].includes(url) ? { status: 200, body: {} } : unknown;
    };
  };

  it('add to what is tried: one unknown name is', async () => {
    const document = documentOf({ get: operations }, '/things/{id}');
    expect((await verify(shelf({ status: 404 }), document, [], yaml)).found).toEqual([]);
    const gone = await verify(shelf({ status: 410 }), document, [], yaml);
    expect(gone.found).toContain('status-undeclared: status 410 is not declared. Declared: 200, 404.');
    const nothing = await verify(shelf({ status: 200, body: null }), document, [], yaml);
    expect(nothing.found.map((one) => one.split(':')[0])).toContain('body-mismatch');
  });

  it('do not keep a write from being sent twice', async () => {
    const paid = new Set<string>();
    const pay = ({ url, method }: Seen): Reply => {
      if (method !== 'POST') return { status: 405 };
      if (!/^\/things\/[12]\/pay$/.test(url)) return { status: 404 };
      if (paid.has(url)) return { status: 418 };
      paid.add(url);
      return { status: 200, body: {} };
    };
    const one = await verify(
      pay,
      documentOf({ post: operations }, '/things/{id}/pay'),
      [],
      'verify: { seeds: { values: { id: 1 } } }\n',
    );
    expect(one.found).toContain('status-undeclared: status 418 is not declared. Declared: 200, 404.');
  });
});

it('tries a body in each media type', async () => {
  const content = {
    ...json({ type: 'object' }).content,
    'application/x-www-form-urlencoded': { schema: { type: 'object' } },
  };
  const { seen } = await verify(
    () => ({ status: 201 }),
    documentOf({ post: { requestBody: { required: true, content }, responses: { 201: ok, 400: ok } } }),
  );
  const types = seen.map(({ headers }) => headers['content-type']).filter((type) => type !== undefined);
  expect([...new Set(types)]).toEqual(Object.keys(content));
});

it('names operations that never succeed, also where they redirect instead', async () => {
  const server = await startServer(() => ({ status: 302 }));
  const project = makeProject({
    'svc.config.yaml': 'document: openapi.json\n',
    'openapi.json': JSON.stringify(documentOf({ get: { responses: { 200: ok, 302: ok } } })),
  });
  ends.push(server.close, project.remove);
  const { stdout } = await capture(['verify', server.url], project);
  expect(stdout).toContain('GET /things  not reached: it answered 302 to every request');
});

/** Whether a text is a JSON object whose members are texts. */
function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return ['string', 'undefined'].includes(typeof (value as { id?: unknown }).id);
  } catch {
    return false;
  }
}
