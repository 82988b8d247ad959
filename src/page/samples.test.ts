import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Controller, createApp, Module, Post } from '../index.js';
import { z } from 'zod';
import { runs } from '../../test/property-runs.js';
import { readBySh } from '../text/testing/read-by-sh.js';
import { buildRequest, type FilledParameter, type FilledRequest } from './build-request.js';
import type { SampleRequest } from './sample-request.js';
import { writeSample } from './samples.js';

const request = (given: Partial<SampleRequest>): SampleRequest => ({
  method: 'POST',
  url: 'https://api.example.com/users',
  headers: [],
  body: null,
  typed: { path: '/users', version: '2', previews: [], parameters: {} },
  ...given,
});

const text = fc
  .string({ unit: 'binary-ascii', minLength: 1, maxLength: 12 })
  .map((value) => value.replaceAll(/[\0\u0001]/g, "'"));

const python = spawnSync('python3', ['--version']).status === 0;

describe('code samples', () => {
  it('pass every value to curl and HTTPie as it is', () => {
    const requests = fc.array(fc.record({ value: text, body: text, path: text }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(requests, (all) => {
        const given = all.map(({ value, body, path }) => ({
          url: `https://api.example.com/${encodeURIComponent(path)}`,
          headers: [['X-Key', value]] as const,
          body: { kind: 'text' as const, text: body },
        }));
        const read = (language: 'curl' | 'httpie') => readBySh(given.map((one) => writeSample(language, request(one))));
        expect(read('curl')).toEqual(
          all.map(({ value, body }, index) => {
            const header = `X-Key: ${value}`;
            return ['--request', 'POST', given[index]!.url, '--header', header, '--data-raw', body];
          }),
        );
        expect(read('httpie')).toEqual(
          all.map(({ value, body }, index) => ['POST', given[index]!.url, `X-Key:${value}`, '--raw', body]),
        );
      }),
      runs(1),
    );
  });

  it.runIf(python)('pass every value to the requests of Python as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'samples-'));
    writeFileSync(
      join(folder, 'requests.py'),
      `import io, json
def post(url, headers=None, json=None, data=None, files=None):
    shown = lambda part: [part[0], part[1].read().decode() if isinstance(part[1], io.IOBase) else part[1]]
    data = data.decode() if isinstance(data, bytes) else data
    print(dumps([url, headers, json, data, [shown(part) for part in files or []]]))
dumps = json.dumps
`,
    );
    writeFileSync(join(folder, 'cat.png'), 'meow');
    const runAll = (samples: readonly string[]) => {
      const program = 'import json, sys\nfor sample in json.load(sys.stdin): exec(sample, {})';
      const options = { encoding: 'utf8', cwd: folder, input: JSON.stringify(samples) } as const;
      const printed = execFileSync('python3', ['-c', program], options);
      return printed
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    };
    const { url } = request({});
    const cases = fc.array(fc.tuple(text, text, fc.json()), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(cases, (all) => {
        const planned = all.flatMap(([value, plain, json]) => {
          const headers = [['X-Key', value]] as const;
          const parts = [
            { name: value, value: plain, isFile: false },
            { name: 'picture', value: 'cat.png', isFile: true },
          ];
          const given = { 'X-Key': value };
          const files = [
            [value, [null, plain]],
            ['picture', 'meow'],
          ];
          return [
            { headers, body: { kind: 'text', text: json }, sent: [url, given, JSON.parse(json), null, []] },
            { headers, body: { kind: 'multipart', parts }, sent: [url, given, null, null, files] },
            {
              headers,
              body: { kind: 'form', parts: parts.slice(0, 1) },
              sent: [url, given, null, [[value, plain]], []],
            },
          ] as const;
        });
        const samples = planned.map(({ headers, body }) => writeSample('python', request({ headers, body })));
        expect(runAll(samples)).toEqual(planned.map(({ sent }) => sent));
      }),
      runs(1),
    );
    rmSync(folder, { recursive: true });
  });

  it('show the fetch and the typed call of a request with a body', () => {
    const given = request({
      headers: [['Content-Type', 'application/json']],
      body: { kind: 'text', text: '{"name":"Ada"}' },
      typed: { path: '/users/{id}', version: '2', previews: [], parameters: { path: { id: '7' }, query: {} } },
    });
    expect(writeSample('fetch', given)).toMatchInlineSnapshot(`
      "const response = await fetch('https://api.example.com/users', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          "name": "Ada"
        }),
      });"
    `);
    expect(writeSample('client', given)).toMatchInlineSnapshot(`
      "import { client } from './api/v2.js';

      const { data, error } = await client.POST('/users/{id}', {
        params: {
          path: { id: '7' },
        },
        body: {
          "name": "Ada"
        },
      });"
    `);
  });

  it('name the files of a form', () => {
    const parts = [
      { name: 'title', value: 'A & B', isFile: false },
      { name: 'picture', value: 'cat.png', isFile: true },
    ];
    const given = request({ body: { kind: 'multipart', parts } });
    expect(writeSample('curl', given)).toMatchInlineSnapshot(`
      "curl --request POST https://api.example.com/users \\
        --form-string 'title=A & B' \\
        --form picture=@cat.png"
    `);
    expect(writeSample('httpie', given)).toMatchInlineSnapshot(`
      "http --multipart POST https://api.example.com/users \\
        'title=A & B' \\
        picture@cat.png"
    `);
  });

  it('encode a form, and send a file as it is', () => {
    const form = request({ body: { kind: 'form', parts: [{ name: 'q', value: 'a b', isFile: false }] } });
    expect([writeSample('curl', form), writeSample('httpie', form), writeSample('fetch', form)]).toMatchInlineSnapshot(`
      [
        "curl --request POST https://api.example.com/users \\
        --data-urlencode 'q=a b'",
        "http --form POST https://api.example.com/users \\
        'q=a b'",
        "const response = await fetch('https://api.example.com/users', {
        method: 'POST',
        body: new URLSearchParams({ q: 'a b' }),
      });",
      ]
    `);
    const file = request({ headers: [['Content-Type', 'application/pdf']], body: { kind: 'file', file: 'a.pdf' } });
    expect([writeSample('curl', file), writeSample('httpie', file), writeSample('fetch', file)]).toMatchInlineSnapshot(`
      [
        "curl --request POST https://api.example.com/users \\
        --header 'Content-Type: application/pdf' \\
        --data-binary @a.pdf",
        "http POST https://api.example.com/users \\
        Content-Type:application/pdf \\
        @a.pdf",
        "const response = await fetch('https://api.example.com/users', {
        method: 'POST',
        headers: { 'Content-Type': 'application/pdf' },
        body: file /* a.pdf */,
      });",
      ]
    `);
  });
});

const parameter = (given: Partial<FilledParameter>): FilledParameter => ({
  in: 'query',
  name: 'q',
  value: '',
  required: true,
  constant: false,
  style: 'form',
  explode: true,
  kind: 'text',
  ...given,
});

const filled = (parameters: readonly FilledParameter[], given: Partial<FilledRequest> = {}): FilledRequest => ({
  method: 'POST',
  server: 'http://127.0.0.1',
  path: '/echo/{id}',
  version: null,
  previews: [],
  parameters,
  credentials: { headers: {}, query: {} },
  mediaType: null,
  body: null,
  ...given,
});

describe('a request of the form', () => {
  const echo = z.object({ id: z.string(), tags: z.array(z.string()), q: z.string(), key: z.string() });

  @Controller('echo')
  class EchoController {
    @Post(':id', {
      params: z.object({ id: z.string() }),
      query: z.object({ tags: z.array(z.string()), q: z.string() }),
      headers: z.object({ 'x-key': z.string() }),
      response: { 200: echo },
    })
    echo({
      params,
      query,
      headers,
    }: {
      params: { id: string };
      query: { tags: string[]; q: string };
      headers: { 'x-key': string };
    }) {
      return { id: params.id, tags: query.tags, q: query.q, key: headers['x-key'] };
    }
  }
  @Module({ controllers: [EchoController] })
  class EchoModule {}

  it('arrives as it was filled in', async () => {
    const app = await createApp(EchoModule);
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((value) => value.trim() === value && !value.includes(','));
    const plain = fc.stringMatching(/^[!-~]{1,8}$/);
    await fc.assert(
      fc.asyncProperty(word, fc.array(word, { minLength: 1, maxLength: 3 }), word, plain, async (id, tags, q, key) => {
        fc.pre(id !== '.' && id !== '..');
        const { url, headers } = buildRequest(
          filled([
            parameter({ in: 'path', name: 'id', value: id, style: 'simple', explode: false }),
            parameter({ name: 'tags', value: tags.join(', '), kind: 'list' }),
            parameter({ name: 'q', value: q }),
            parameter({ in: 'header', name: 'X-Key', value: key, style: 'simple', explode: false }),
          ]),
        );
        const answer = await app.request(
          new Request(url, { method: 'POST', headers: headers.map(([name, value]) => [name, value]) }),
        );
        expect(await answer.json()).toEqual({ id, tags, q, key });
      }),
    );
    await app.close();
  });

  it('leaves out optional parameters without a value, and writes each style', () => {
    const { url, headers } = buildRequest(
      filled(
        [
          parameter({ in: 'path', name: 'id', value: 'a/b' }),
          parameter({ name: 'empty', required: false }),
          parameter({ name: 'pipes', value: 'a, b', style: 'pipeDelimited', explode: false, kind: 'list' }),
          parameter({ name: 'deep', value: '{"a":1,"b":"x"}', style: 'deepObject', kind: 'object' }),
          parameter({ name: 'flat', value: '{"c":2}', kind: 'object' }),
          parameter({ in: 'cookie', name: 'sid', value: 'x y' }),
        ],
        { credentials: { headers: { Authorization: 'Bearer t' }, query: { api_key: 'k&' } } },
      ),
    );
    expect(url).toBe('http://127.0.0.1/echo/a%2Fb?pipes=a%7Cb&deep%5Ba%5D=1&deep%5Bb%5D=x&c=2&api_key=k%26');
    expect(headers).toEqual([
      ['Cookie', 'sid=x%20y'],
      ['Authorization', 'Bearer t'],
    ]);
  });
});
