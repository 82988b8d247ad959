import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../../export/document/build-document.js';
import { Idempotent } from '../../routing/declare/decorators.js';
import { change, defineVersions, operation, renamed } from '../../index.js';
import { bytes, form, multipart, ndjson, text } from '../../routing/declare/bodies.js';
import type { Input, RouteSchemas } from '../../routing/declare/route-schemas.js';
import { Controller, Post } from '../../routing/declare/verbs.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { Module } from '../../wiring/module.js';
import { serveForTest } from '../testing/serve-for-test.js';

const signIn = {
  body: form(
    z.object({ email: z.email(), remember: z.boolean().default(false), role: z.array(z.string()).default([]) }),
  ),
} satisfies RouteSchemas;
const note = { body: text({ mediaTypes: ['text/*'], maxBytes: 20 }) } satisfies RouteSchemas;
const blob = { body: bytes({ mediaTypes: ['image/png', 'application/octet-stream'] }) } satisfies RouteSchemas;
const rows = {
  body: ndjson(z.object({ id: z.coerce.number() }), { maxItemBytes: 40, maxBytes: 400 }),
} satisfies RouteSchemas;

@Controller('bodies')
class BodiesController {
  @Post('form', signIn) form({ body }: Input<typeof signIn>) {
    expectTypeOf(body).toEqualTypeOf<{ email: string; remember: boolean; role: string[] }>();
    return body;
  }
  @Post('text', note) text({ body }: Input<typeof note>) {
    expectTypeOf(body).toEqualTypeOf<string>();
    return { body };
  }
  @Idempotent() @Post('bytes', blob) bytes({ body }: Input<typeof blob>) {
    expectTypeOf(body).toEqualTypeOf<Buffer>();
    return { hex: body.toString('hex') };
  }
  @Post('rows', rows) async rows({ body }: Input<typeof rows>) {
    expectTypeOf(body).toEqualTypeOf<AsyncIterable<{ id: number }>>();
    const ids: number[] = [];
    for await (const { id } of body) if (ids.push(id) === 50) break;
    return { ids };
  }
}
@Module({ controllers: [BodiesController] })
class Root {}

async function send(path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const { app, call, logged } = await serveForTest(Root);
  const answer = await call(`/bodies/${path}`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  await app.close();
  expect(logged).toEqual([]);
  return { status: answer.status, body: answer.json() };
}

const urlencoded = 'application/x-www-form-urlencoded';

describe('versions', () => {
  const Row = z.object({ id: z.int() }).meta({ id: 'Row' });
  const Fields = z.object({ title: z.string().transform((title) => title.trim()) }).meta({ id: 'Fields' });
  const changed = { form: form(Fields), rows: ndjson(Row), parts: multipart({ fields: Fields }) } as const;

  @Controller('changed')
  class ChangedController {
    @Post('form', { body: changed.form }) form({ body }: Input<{ body: typeof changed.form }>) {
      return body;
    }
    @Post('rows', { body: changed.rows }) async rows({ body }: Input<{ body: typeof changed.rows }>) {
      const ids: number[] = [];
      for await (const { id } of body) ids.push(id);
      return { ids };
    }
    @Post('parts', { body: changed.parts }) parts({ body }: Input<{ body: typeof changed.parts }>) {
      return body.fields;
    }
    @Post('was-json', { body: changed.form }) json({ body }: Input<{ body: typeof changed.form }>) {
      return body;
    }
  }
  @Module({ controllers: [ChangedController] })
  class Changed {}

  const versions = defineVersions([
    '1',
    {
      version: '2',
      changes: [
        change({
          title: 'Names',
          schemas: [renamed(Row, { id: 'key' }), renamed(Fields, { title: 'name' })],
          operations: [
            operation(() => ChangedController, 'json', {
              before: { body: z.object({ heading: z.string() }) },
              up: ({ body }) => ({ body: { title: (body as { heading: string }).heading } }),
            }),
          ],
        }),
      ],
    },
  ]);

  it.each([
    ['form', urlencoded, 'name=+a', { title: 'a' }],
    ['rows', 'application/x-ndjson', '{"key":1}\n{"key":2}', { ids: [1, 2] }],
    [
      'parts',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n a\r\n--b--',
      { title: 'a' },
    ],
    ['was-json', 'application/json', '{"heading":" a"}', { title: 'a' }],
  ])('take an older %s through the changes', async (path, type, body, expected) => {
    const { app, call, logged } = await serveForTest(Changed, { versioning: { type: 'uri', prefix: 'v', versions } });
    const answer = await call(`/v1/changed/${path.split(' ', 1)[0]}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    await app.close();
    expect([answer.status, answer.json(), logged]).toEqual([201, expected, []]);
  });
});

describe('form()', () => {
  it('gives the converted members', async () => {
    const sent = await send('form', `${urlencoded}; charset=UTF-8`, 'email=ada%40b.org&remember=true&role=a&role=b+c');
    expect(sent).toEqual({ status: 201, body: { email: 'ada@b.org', remember: true, role: ['a', 'b c'] } });
  });

  it('reports every issue', async () => {
    const { status, body } = await send('form', urlencoded, 'email=ada&remember=yes');
    expect([status, body]).toMatchObject([
      400,
      {
        errors: [
          { in: 'body', path: 'remember' },
          { in: 'body', path: 'email' },
        ],
      },
    ]);
  });

  it.each([['application/json'], [`${urlencoded}; charset=latin1`], ['text/plain']])('refuses %s', async (type) => {
    const { status, body } = await send('form', type, '{}');
    expect([status, body['detail']]).toEqual([
      415,
      `The request has Content-Type ${type}. Send application/x-www-form-urlencoded in UTF-8.`,
    ]);
  });

  it('does not confuse a member with what objects inherit', async () => {
    expect((await send('form', urlencoded, '__proto__=1&constructor=2&email=a@b.cd')).body).toEqual({
      email: 'a@b.cd',
      remember: false,
      role: [],
    });
  });
});

describe('what is not UTF-8', () => {
  const notUtf8 = { errors: [{ in: 'body', path: '', code: 'invalid_encoding' }] };

  it.each([
    ['bytes of a form', Buffer.from('email=ada%40b.org&role=\xff', 'latin1')],
    ['escapes of a form', 'email=ada%40b.org&role=%ff'],
    ['escapes of half a character', 'email=ada%40b.org&role=%C3&role=%A9'],
    ['escapes of a surrogate', 'email=ada%40b.org&role=%ED%A0%80'],
    ['a name', 'email=ada%40b.org&%ff=1'],
  ])('is refused as %s', async (_, body) => {
    const { status, body: problem } = await send('form', urlencoded, body);
    expect([status, problem]).toMatchObject([400, notUtf8]);
  });

  it('is not a sign of percent, nor a replacement character', async () => {
    const { body } = await send('form', urlencoded, Buffer.from('email=ada%40b.org&role=é%&role=%zz+%EF%BF%BD'));
    expect(body).toMatchObject({ role: ['é%', '%zz \ufffd'] });
  });
});

describe('text()', () => {
  it('gives the text', async () => {
    expect(await send('text', 'text/csv', 'a,é')).toEqual({ status: 201, body: { body: 'a,é' } });
  });

  it('refuses too much, other types, and what is not UTF-8', async () => {
    expect((await send('text', 'text/plain', 'x'.repeat(21))).status).toBe(413);
    expect((await send('text', 'application/json', '1')).status).toBe(415);
    expect((await send('text', 'text/plain', Buffer.from([0xff]))).body).toMatchObject({
      errors: [{ in: 'body', path: '', message: 'The body is not UTF-8', code: 'invalid_encoding' }],
    });
  });
});

describe('bytes()', () => {
  it('gives the bytes, and counts them as part of a keyed request', async () => {
    const { app, call } = await serveForTest(Root);
    const post = (body: Buffer) =>
      call('/bodies/bytes', { method: 'POST', headers: { 'content-type': 'image/png', 'idempotency-key': 'k' }, body });
    expect((await post(Buffer.from([0, 255]))).json()).toEqual({ hex: '00ff' });
    expect((await post(Buffer.from([0, 255]))).headers['idempotent-replayed']).toBe('true');
    expect((await post(Buffer.from([0, 254]))).status).toBe(422);
    await app.close();
  });

  it('refuses other types and compressed bodies', async () => {
    expect((await send('bytes', 'image/jpeg', 'x')).body['detail']).toBe(
      'The request has Content-Type image/jpeg. Send image/png or application/octet-stream.',
    );
    expect((await send('bytes', 'image/png', 'x', { 'content-encoding': 'gzip' })).status).toBe(415);
  });
});

describe('ndjson() as a body', () => {
  it('gives the items one by one, whatever ends their lines', async () => {
    const { body } = await send('rows', 'application/x-ndjson', '{"id":1}\r\n\n{"id":"2"}\n  \n{"id":3}');
    expect(body).toEqual({ ids: [1, 2, 3] });
  });

  it('finds lines wherever the body is cut, in any language', async () => {
    const { app, url } = await serveForTest(Root);
    const bytes = Buffer.from('{"id":1,"name":"é"}\r\n \n{"id":2,"name":"日本"}\n\n{"id":3}');
    const headers = { 'content-type': 'application/x-ndjson' };
    for (const size of [1, 2, 3, 7, 20]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const body = new ReadableStream({
        pull: (controller) => (chunks.length > 0 ? controller.enqueue(chunks.shift()) : controller.close()),
      });
      const answer = await app.fetch(
        new Request(`${url}/bodies/rows`, { method: 'POST', headers, body, duplex: 'half' }),
      );
      expect(await answer.json()).toEqual({ ids: [1, 2, 3] });
    }
    await app.close();
  });

  it('takes no body as no items', async () => {
    expect((await send('rows', 'application/x-ndjson', '')).body).toEqual({ ids: [] });
  });

  it.each([
    ['an invalid item', '{"id":1}\n{"id":"x"}\n', 400, { errors: [{ in: 'body', path: '1.id' }] }],
    ['a malformed item', '{"id":1}\n{', 400, { errors: [{ in: 'body', path: '1', code: 'invalid_json' }] }],
    ['a large item', `{"id":1}\n"${'x'.repeat(50)}"`, 413, { detail: 'An item of the body is larger than 40 bytes.' }],
    [
      'many blank lines',
      `{"id":1}\n${' \r\n'.repeat(15)}{"id":2}`,
      413,
      { detail: 'An item of the body is larger than 40 bytes.' },
    ],
    ['a large body', '{"id":1}\n'.repeat(50), 413, { detail: 'The body is larger than 400 bytes.' }],
  ])('refuses %s', async (_what, body, status, problem) => {
    const answer = await send('rows', 'application/jsonl', body, { 'transfer-encoding': 'chunked' });
    expect([answer.status, answer.body]).toMatchObject([status, problem]);
  });

  it('serves the next request of a connection when the handler stops reading', async () => {
    const { app, url } = await serveForTest(Root);
    const body = '{"id":1}\n{"id":"x"}\n'.repeat(15);
    const headers = { 'content-type': 'application/x-ndjson' };
    const answers = [];
    for (let count = 0; count < 2; count++)
      answers.push((await fetch(`${url}/bodies/rows`, { method: 'POST', headers, body })).status);
    await app.close();
    expect(answers).toEqual([400, 400]);
  });
});

it('documents the forms of bodies', () => {
  const document = buildDocument(compileRoutes(Root), { info: { title: 'Bodies', version: '1' } });
  const bodies = Object.values(document.paths).map(({ post }) => post!.requestBody);
  expect(bodies).toMatchInlineSnapshot(`
    [
      {
        "content": {
          "application/octet-stream": {
            "schema": {
              "format": "binary",
              "type": "string",
            },
          },
          "image/png": {
            "schema": {
              "format": "binary",
              "type": "string",
            },
          },
        },
        "required": true,
      },
      {
        "content": {
          "application/x-www-form-urlencoded": {
            "example": {
              "email": "ada@example.com",
              "remember": false,
              "role": [],
            },
            "schema": {
              "properties": {
                "email": {
                  "format": "email",
                  "pattern": "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
                  "type": "string",
                },
                "remember": {
                  "default": false,
                  "type": "boolean",
                },
                "role": {
                  "default": [],
                  "items": {
                    "type": "string",
                  },
                  "type": "array",
                },
              },
              "required": [
                "email",
              ],
              "type": "object",
            },
          },
        },
        "required": true,
      },
      {
        "content": {
          "application/jsonl": {
            "example": {
              "id": 1,
            },
            "schema": {
              "properties": {
                "id": {
                  "type": "number",
                },
              },
              "required": [
                "id",
              ],
              "type": "object",
            },
          },
          "application/ndjson": {
            "example": {
              "id": 1,
            },
            "schema": {
              "properties": {
                "id": {
                  "type": "number",
                },
              },
              "required": [
                "id",
              ],
              "type": "object",
            },
          },
          "application/x-ndjson": {
            "example": {
              "id": 1,
            },
            "schema": {
              "properties": {
                "id": {
                  "type": "number",
                },
              },
              "required": [
                "id",
              ],
              "type": "object",
            },
          },
        },
        "description": "JSON values, one a line; the schema is that of each.",
        "required": false,
      },
      {
        "content": {
          "text/*": {
            "schema": {
              "type": "string",
            },
          },
        },
        "required": true,
      },
    ]
  `);
  expect(document.paths['/bodies/text']!['post']!.responses['415']!.description).toBe('The body is not text/*.');
});

it('refuses a keyed request whose body is read while it arrives', () => {
  @Controller('keyed')
  class KeyedController {
    @Idempotent() @Post('', rows) rows() {}
  }
  @Module({ controllers: [KeyedController] })
  class Keyed {}
  expect(compileRoutes(Keyed).problems).toMatchObject([
    { id: 'invalid-idempotency', message: expect.stringContaining('KeyedController.rows() is @Idempotent') },
  ]);
});
