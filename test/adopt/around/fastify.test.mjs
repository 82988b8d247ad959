import { strict as assert } from 'node:assert';
import { Readable } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import Fastify from 'fastify';
import { around } from 'svckit/around';
import { booksOptions } from './books.mjs';

const open = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const picture = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
const title = { type: 'string' };
const Book = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'string' }, title } };
const NewBook = { type: 'object', required: ['title'], properties: { title } };

/** The application as a team has it, with validation, serialization, a plugin of its own and an error handler. */
async function makeApp({ segment = '', older = '', versioning, before = async () => {}, options = {}, fill } = {}) {
  const versioned = around({ ...booksOptions(segment, older), ...(versioning && { versioning }) });
  const app = Fastify({ rewriteUrl: versioned.rewriteUrl, ...options });
  open.push(app);
  await before(app);
  await app.register(versioned.fastify());
  const seen = [];
  app.setErrorHandler((error, _request, reply) => reply.code(error.statusCode ?? 500).send({ error: error.message }));
  await app.register(
    async (books) => {
      books.addHook('onRequest', async ({ method, url, headers }) => {
        seen.push([method, url, headers['x-api-version']]);
      });
      const list = { querystring: { type: 'object', properties: { q: title }, additionalProperties: false } };
      books.get('/books', { schema: { ...list, response: { 200: { type: 'array', items: Book } } } }, ({ query }) => [
        { id: '1', title: query.q ?? 'none', secret: 'never serialized' },
      ]);
      books.post('/books', { schema: { body: NewBook, response: { 201: Book } } }, ({ body }, reply) =>
        reply.code(201).header('Location', `${segment}/books/2`).send({ id: '2', title: body.title }),
      );
      books.get('/books/:id', async ({ params }) => {
        if (params.id !== '1') throw Object.assign(new Error(`No book ${params.id}.`), { statusCode: 404 });
        return { id: params.id, title: 'Notes' };
      });
      books.get('/shelf', ({ query }) => {
        const at = Number(query.after ?? 0);
        return { items: [{ id: String(at), title: 'T' }], ...(at < 2 && { next: String(at + 1) }) };
      });
      books.get('/covers/:id', (_request, reply) =>
        reply.type('image/png').send(Readable.from([picture.subarray(0, 10), picture.subarray(10)])),
      );
    },
    { prefix: segment },
  );
  await fill?.(app);
  return { app, seen };
}

const inVersion = (version, headers = {}) => ({ 'X-API-Version': version, ...headers });

/** The same calls, injected and through a socket. */
const ways = {
  inject: async (app) => async (method, url, headers, body) => {
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, headers: new Headers(answer.headers), bytes: answer.rawPayload };
  },
  socket: async (app) => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    return async (method, url, headers, body) => {
      const sent = body && { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } };
      const answer = await fetch(`${address}${url}`, { method, headers, ...sent });
      return {
        status: answer.status,
        headers: answer.headers,
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
  },
};
const json = ({ bytes }) => JSON.parse(bytes.toString());

for (const [name, start] of Object.entries(ways)) {
  describe(`an application of Fastify around which versions are, by ${name}`, () => {
    it('answers version 1 in its shape, and version 2 as it is', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      const older = await call('GET', '/books/1', inVersion('1'));
      assert.deepEqual([older.status, json(older)], [200, { id: '1', name: 'Notes' }]);
      assert.equal(older.headers.get('vary'), 'X-API-Version');
      assert.equal(older.headers.get('deprecation'), '@1767225600');
      assert.equal(Number(older.headers.get('content-length')), older.bytes.length);
      const newest = await call('GET', '/books/1', inVersion('2'));
      assert.equal(newest.bytes.toString(), '{"id":"1","title":"Notes"}');
      assert.equal(newest.headers.get('vary'), 'X-API-Version');
      assert.deepEqual(seen, [
        ['GET', '/books/1', '2'],
        ['GET', '/books/1', '2'],
      ]);
    });

    it('takes a body up for the schemas and parsers of the application, and refuses what version 1 does not have', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      const added = await call('POST', '/books', inVersion('1'), { name: 'Größe' });
      assert.deepEqual([added.status, json(added)], [201, { id: '2', name: 'Größe' }]);
      assert.equal(added.headers.get('location'), '/books/2');
      const wrong = await call('POST', '/books', inVersion('1'), { title: 'More' });
      assert.equal(wrong.status, 400);
      assert.equal(json(wrong).errors[0].path, 'name');
      assert.equal(seen.length, 1);
    });

    it('moves an address and its query, before anything of the application sees them', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      const found = await call('GET', '/all-books?search=a%20b', inVersion('1'));
      assert.deepEqual([found.status, json(found)], [200, [{ id: '1', name: 'a b' }]]);
      assert.deepEqual(seen, [['GET', '/books?q=a%20b', '2']]);
      const newest = await call('GET', '/all-books', inVersion('2'));
      assert.equal(newest.status, 404);
    });

    it('takes each spelling of a path that the application takes', async () => {
      const options = { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true };
      const { app } = await makeApp({ options });
      const call = await start(app);
      for (const path of ['/Books/1?q=100%', '/books/1/', '/books//1', '/books/1#top']) {
        const older = await call('GET', path, inVersion('1'));
        assert.deepEqual([path, older.status, json(older)], [path, 200, { id: '1', name: 'Notes' }]);
        const unknown = await call('GET', path, inVersion('9'));
        assert.deepEqual([path, unknown.status, json(unknown).requested], [path, 404, '9']);
      }
    });

    it('lets no spelling get past a refusal that the application would not take', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      for (const path of ['/Books/1', '/books/1/', '/books//1', '/books/1;x']) {
        const unknown = await call('GET', path, inVersion('9'));
        assert.deepEqual([path, unknown.status, json(unknown).requested], [path, 404, '9']);
      }
      assert.deepEqual(seen, []);
    });

    it('answers a preflight of an address that only version 1 has', async () => {
      const seen = [];
      const fill = (app) =>
        app.options('/books', ({ url, headers }, reply) => {
          seen.push([url, headers['access-control-request-method']]);
          return reply.code(204).header('Access-Control-Allow-Methods', 'GET, POST').send();
        });
      const { app } = await makeApp({ fill });
      const call = await start(app);
      const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' };
      for (const path of ['/all-books?search=a', '/books?q=a']) {
        const answer = await call('OPTIONS', path, preflight);
        const methods = path.startsWith('/all') ? 'GET' : 'GET, POST';
        assert.deepEqual([answer.status, answer.headers.get('access-control-allow-methods')], [204, methods]);
      }
      assert.deepEqual(seen, [
        ['/books?search=a', 'GET'],
        ['/books?q=a', 'GET'],
      ]);
    });

    it('takes what the error handler answers down', async () => {
      const { app } = await makeApp();
      const call = await start(app);
      const missing = await call('GET', '/books/9', inVersion('1'));
      assert.deepEqual([missing.status, json(missing)], [404, { message: 'No book 9.' }]);
    });

    it('leaves the stream of an operation that no change reaches as it is', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      const cover = await call('GET', '/covers/1', inVersion('1'));
      assert.ok(cover.bytes.equals(picture));
      assert.equal(cover.headers.get('deprecation'), '@1767225600');
      assert.equal(cover.headers.get('content-length'), null);
      assert.deepEqual(seen, [['GET', '/covers/1', '2']]);
    });

    it('asks the application itself for each page of a list that version 1 has whole', async () => {
      const { app, seen } = await makeApp();
      const call = await start(app);
      const shelf = await call('GET', '/shelf', inVersion('1', { 'X-Trace': 'a' }));
      assert.deepEqual(
        json(shelf),
        ['0', '1', '2'].map((id) => ({ id, name: 'T' })),
      );
      assert.deepEqual(
        seen.map(([, url]) => url),
        ['/shelf', '/shelf?after=1', '/shelf?after=2'],
      );
    });

    it('has versions in paths', async () => {
      const { app, seen } = await makeApp({ segment: '/v2', older: '/v1', versioning: { type: 'uri' } });
      const call = await start(app);
      const older = await call('GET', '/v1/all-books?search=x', {});
      assert.deepEqual([older.status, json(older)], [200, [{ id: '1', name: 'x' }]]);
      const cover = await call('GET', '/v1/covers/1', {});
      assert.ok(cover.bytes.equals(picture));
      const added = await call('POST', '/v1/books', {}, { name: 'More' });
      assert.equal(added.headers.get('location'), '/v1/books/2');
      assert.deepEqual(
        seen.map(([, url]) => url),
        ['/v2/books?q=x', '/v2/covers/1', '/v2/books'],
      );
    });

    it('runs hooks and the log of the application once, with the newest address', async () => {
      const lines = [];
      const stream = { write: (line) => lines.push(JSON.parse(line)) };
      const counted = { onRequest: 0, preParsing: 0, onSend: 0, onResponse: 0 };
      const fill = (app) => {
        for (const hook of Object.keys(counted))
          app.addHook(hook, async () => {
            counted[hook] += 1;
          });
        app.get('/own', async () => 'own');
      };
      const { app } = await makeApp({ fill, options: { logger: { stream } } });
      const call = await start(app);
      await call('GET', '/all-books', inVersion('1'));
      await new Promise((resolve) => void setTimeout(resolve, 20));
      assert.deepEqual(counted, { onRequest: 1, preParsing: 1, onSend: 1, onResponse: 1 });
      await call('GET', '/own', {});
      await new Promise((resolve) => void setTimeout(resolve, 20));
      assert.deepEqual(counted, { onRequest: 2, preParsing: 2, onSend: 2, onResponse: 2 });
      const requests = lines.filter(({ msg }) => msg === 'incoming request').map(({ req }) => req.url);
      assert.deepEqual(requests, ['/books', '/own']);
      assert.equal(lines.filter(({ msg }) => msg === 'request completed').length, 2);
    });

    it('sends headers of earlier hooks with what it refuses', async () => {
      const before = async (app) =>
        app.addHook('onRequest', async (_request, reply) => void reply.header('Access-Control-Allow-Origin', '*'));
      const { app } = await makeApp({ before });
      const call = await start(app);
      for (const [status, method, url, headers, body] of [
        [404, 'GET', '/books/1', inVersion('7')],
        [400, 'POST', '/books', inVersion('1'), { title: 'x' }],
        [200, 'GET', '/books/1', inVersion('1')],
      ]) {
        const answer = await call(method, url, headers, body);
        assert.equal(answer.status, status);
        assert.equal(answer.headers.get('access-control-allow-origin'), '*', `${url} ${answer.status}`);
      }
    });

    it('finds its way beside constraints of Fastify', async () => {
      const fill = (app) =>
        app
          .get('/own', { constraints: { version: '2.0.0' } }, async () => 'constrained')
          .get('/own', async () => 'plain');
      const { app } = await makeApp({ fill });
      const call = await start(app);
      const older = await call('GET', '/books/1', inVersion('1'));
      assert.deepEqual(json(older), { id: '1', name: 'Notes' });
      assert.equal((await call('GET', '/own', { 'Accept-Version': '2.x' })).bytes.toString(), 'constrained');
      assert.equal((await call('GET', '/own', {})).bytes.toString(), 'plain');
    });
  });
}

it('hands converted bytes to parsers that keep them raw', async () => {
  const seen = [];
  const before = async (app) => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
      seen.push(bytes.toString());
      done(null, JSON.parse(bytes.toString()));
    });
  };
  const { app } = await makeApp({ before });
  const added = await app.inject({ method: 'POST', url: '/books', headers: inVersion('1'), payload: { name: 'More' } });
  assert.equal(added.statusCode, 201);
  assert.deepEqual(seen, ['{"title":"More"}']);
});

it('does not start without rewriteUrl, and says what to write', async () => {
  for (const options of [{}, { rewriteUrl: ({ url }) => url }]) {
    const app = Fastify(options);
    open.push(app);
    app.register(around(booksOptions()).fastify());
    await assert.rejects(async () => app.ready(), /Fastify\(\{ rewriteUrl: versioned\.rewriteUrl \}\)/);
  }
});

it('does not start with changes that do not fit the document', async () => {
  const options = booksOptions();
  const { '/books': _, ...paths } = options.document.paths;
  const app = Fastify();
  open.push(app);
  app.register(around({ ...options, document: { ...options.document, paths } }).fastify());
  await assert.rejects(async () => app.ready(), /the document lacks GET \/books/);
});

it('keeps its own address from clients', async () => {
  const { app } = await makeApp();
  const asked = await app.inject({ url: '/svckit-conversion' });
  const unknown = await app.inject({ url: '/nothing' });
  assert.deepEqual([asked.statusCode, unknown.statusCode], [404, 404]);
  assert.equal(asked.body.replace('svckit-conversion', 'nothing'), unknown.body);
});
