import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { buildDocument } from '../../export/document/build-document.js';
import { multipart } from '../../routing/declare/bodies.js';
import { Idempotent } from '../../routing/declare/decorators.js';
import { file, type StreamedFile, type UploadedFile } from '../../routing/declare/files.js';
import type { Input, RouteSchemas } from '../../routing/declare/route-schemas.js';
import { Controller, Post } from '../../routing/declare/verbs.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { Module } from '../../wiring/module.js';
import { serveForTest } from '../testing/serve-for-test.js';
import { mediaTypeOf } from './sniff.js';
import { sweepUploads } from './upload-folder.js';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

const profile = {
  body: multipart({
    fields: z.object({ name: z.string().min(2), age: z.int(), tags: z.array(z.string()).default([]) }),
    files: {
      avatar: file({ mediaTypes: ['image/png', 'image/jpeg'], maxBytes: 100 }),
      papers: file({ max: 2, optional: true, mediaTypes: ['text/*'] }),
      cover: file({ optional: true }),
    },
    maxFieldBytes: 50,
    maxParts: 8,
    maxBytes: 4000,
  }),
} satisfies RouteSchemas;
const video = {
  body: multipart({
    fields: z.object({ title: z.string() }),
    files: { video: file({ stream: true, maxBytes: 200_000 }) },
  }),
} satisfies RouteSchemas;
const any = {
  body: multipart({ fields: z.record(z.string(), z.any()), files: { a: file({ max: 9, optional: true }) } }),
};

let folder: string;
let seen: (() => void) | null = null;

@Controller('uploads')
class UploadsController {
  @Idempotent() @Post('profile', profile) async profile({ body: { fields, files } }: Input<typeof profile>) {
    expectTypeOf(fields).toEqualTypeOf<{ name: string; age: number; tags: string[] }>();
    expectTypeOf(files.avatar).toEqualTypeOf<UploadedFile>();
    expectTypeOf(files.papers).toEqualTypeOf<readonly UploadedFile[]>();
    expectTypeOf(files.cover).toEqualTypeOf<UploadedFile | undefined>();
    const { name, mediaType, size, path } = files.avatar;
    const mode = ((await stat(path)).mode & 0o777).toString(8);
    const papers = files.papers.map((paper) => [paper.name, paper.mediaType]);
    return { fields, avatar: [name, mediaType, size, mode], papers, cover: files.cover?.size ?? null };
  }
  @Post('kept', profile) async kept({ body: { files } }: Input<typeof profile>) {
    await files.avatar.moveTo(join(folder, 'kept'));
    return { bytes: (await files.avatar.bytes()).length };
  }
  @Post('failing', profile) failing(): never {
    throw new Error('no');
  }
  @Post('video', video) async video({ body: { fields, files } }: Input<typeof video>) {
    expectTypeOf(files.video).toEqualTypeOf<StreamedFile>();
    seen?.();
    const hash = createHash('sha256');
    for await (const chunk of files.video.stream()) hash.update(chunk as Buffer);
    return { title: fields.title, type: files.video.mediaType, hash: hash.digest('hex') };
  }
  @Post('any', any) async any({ body: { fields, files } }: Input<typeof any>) {
    const read = files.a.map(async (one) => [one.name, (await one.bytes()).toString('hex')]);
    return { fields, files: await Promise.all(read) };
  }
}
@Module({ controllers: [UploadsController] })
class Root {}

beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'multipart-'))));
afterEach(() => rm(folder, { recursive: true }));

const leftovers = async () => (await readdir(folder)).filter((name) => name !== 'kept');

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function upload(path: string, form: FormData, headers: Record<string, string> = {}) {
  const { app, url, logged } = await serveForTest(Root, { tmpdir: folder });
  const answer = await fetch(`${url}/uploads/${path}`, { method: 'POST', body: form, headers });
  const body = (await answer.json()) as Record<string, unknown>;
  await app.close();
  await until(async () => (await leftovers()).length === 0);
  return { status: answer.status, body, logged };
}

function profileForm(change: (form: FormData) => void = () => {}): FormData {
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('age', '36');
  form.set('avatar', new File([png], 'me.png', { type: 'text/html' }));
  change(form);
  return form;
}

describe('multipart()', () => {
  it('gives the converted fields, and files with their type by content in a private place', async () => {
    const form = profileForm((sent) => {
      sent.append('tags', 'one');
      sent.append('papers', new File(['a,b'], 'ü.csv', { type: 'text/csv' }));
      sent.append('papers', new File(['# b'], 'b.md', { type: 'application/pdf' }));
      sent.set('cover', new File([], ''));
    });
    expect(await upload('profile', form)).toEqual({
      status: 201,
      body: {
        fields: { name: 'Ada', age: 36, tags: ['one'] },
        avatar: ['me.png', 'image/png', png.length, '600'],
        papers: [
          ['ü.csv', 'text/csv'],
          ['b.md', 'text/plain'],
        ],
        cover: null,
      },
      logged: [],
    });
  });

  it('reports everything that is wrong at once', async () => {
    const form = new FormData();
    form.set('name', 'A');
    form.set('age', 'x');
    form.set('avatar', new File(['<svg>'], 'me.png', { type: 'image/png' }));
    form.append('papers', new File([png], 'a.txt', { type: 'text/plain' }));
    form.append('papers', new File(['b'], 'b.txt'));
    form.append('papers', new File(['c'], 'c.txt'));
    form.set('other', new File(['x'], 'x'));
    form.set('cover', 'text');
    const { status, body } = await upload('profile', form);
    expect(status).toBe(400);
    expect(
      (body['errors'] as object[]).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ).toMatchObject([
      { path: 'age', code: 'invalid_type' },
      {
        path: 'avatar',
        code: 'invalid_media_type',
        message: 'Expected image/png or image/jpeg, and the content is text/plain',
      },
      { path: 'cover', code: 'file_expected' },
      { path: 'name', code: 'too_small' },
      { path: 'other', code: 'file_unknown' },
      { path: 'papers.0', code: 'invalid_media_type' },
      { path: 'papers', code: 'too_many_files', message: 'Expected at most 2 files' },
    ]);
  });

  it('reports a missing file and missing fields, also without a body', async () => {
    const { app, call } = await serveForTest(Root);
    const { status, json } = await call('/uploads/profile', { method: 'POST' });
    await app.close();
    expect([status, json()]).toMatchObject([
      400,
      { errors: [{ path: 'avatar', code: 'file_missing' }, { path: 'name' }, { path: 'age' }] },
    ]);
  });

  it.each([
    [
      'a file',
      (form: FormData) => form.set('avatar', new File([Buffer.concat([png, Buffer.alloc(100)])], 'a')),
      'The file avatar is larger than 100 bytes.',
    ],
    ['a field', (form: FormData) => form.set('name', 'x'.repeat(51)), 'The field name is larger than 50 bytes.'],
    [
      'the body',
      (form: FormData) => form.set('cover', new File([Buffer.alloc(5_000_000)], 'a')),
      'The body is larger than 4000 bytes.',
    ],
    [
      'the number of parts',
      (form: FormData) => 'abcdefg'.split('').forEach((name) => form.set(name, name)),
      'The body has more than 8 parts.',
    ],
  ])('answers 413 where %s is too large', async (_what, change, detail) => {
    const { status, body } = await upload('profile', profileForm(change));
    expect([status, body['detail']]).toEqual([413, detail]);
  });

  it('answers 413 to a chunked body that goes on for long', async () => {
    const { app, url } = await serveForTest(Root, { tmpdir: folder });
    const answer = await fetch(`${url}/uploads/profile`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      duplex: 'half',
      body: new ReadableStream({
        start: (controller) =>
          controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\n')),
        pull: (controller) => controller.enqueue(Buffer.alloc(65_536, 97)),
      }),
    } as RequestInit);
    expect(answer.status).toBe(413);
    await app.close();
    expect(await leftovers()).toEqual([]);
  });

  it('refuses other types, a missing boundary and a malformed body', async () => {
    const { app, call } = await serveForTest(Root, { tmpdir: folder });
    const post = async (type: string, body: string) => {
      const answer = await call('/uploads/profile', { method: 'POST', headers: { 'content-type': type }, body });
      return [answer.status, answer.json()['detail']];
    };
    expect(await post('application/json', '{}')).toEqual([
      415,
      'The request has Content-Type application/json. Send multipart/form-data.',
    ]);
    expect(await post('multipart/form-data', 'x')).toEqual([
      400,
      'The Content-Type of the multipart body has no boundary.',
    ]);
    expect(
      await post('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'),
    ).toEqual([400, 'Malformed multipart body: Unexpected end of multipart data.']);
    await app.close();
  });

  it('keeps what the handler moves', async () => {
    expect((await upload('kept', profileForm())).body).toEqual({ bytes: png.length });
    expect(await readFile(join(folder, 'kept'))).toEqual(png);
  });

  it('removes files when the handler fails', async () => {
    expect((await upload('failing', profileForm())).status).toBe(500);
  });

  it('leaves nothing behind when the client breaks off', async () => {
    const { app, url, logged } = await serveForTest(Root, { tmpdir: folder });
    const req = request(`${url}/uploads/profile`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    req.on('error', () => {});
    req.write('--b\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\nhalf');
    await until(async () => (await leftovers()).length === 1);
    req.destroy();
    await until(async () => (await leftovers()).length === 0);
    await app.close();
    expect(logged).toEqual([]);
  });

  it('takes the same form with other boundaries as the same keyed request', async () => {
    const { app, url } = await serveForTest(Root, { tmpdir: folder });
    const send = async (change?: (form: FormData) => void, key = 'k') => {
      const answer = await fetch(`${url}/uploads/profile`, {
        method: 'POST',
        body: profileForm(change),
        headers: { 'idempotency-key': key },
      });
      return [answer.status, answer.headers.get('idempotent-replayed')];
    };
    expect([
      await send(),
      await send(),
      await send((form) => form.set('avatar', new File([png, 'x'], 'me.png'))),
    ]).toEqual([
      [201, null],
      [201, 'true'],
      [422, null],
    ]);
    const parted = (name: string, value: string) => send((form) => form.set(name, value), 'parted');
    expect([await parted('tags a', 'b'), await parted('tags', 'a b')]).toEqual([
      [201, null],
      [422, null],
    ]);
    await app.close();
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['..', 'file'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['ü'.repeat(200), 'ü'.repeat(127)],
  ])('makes the name %j safe', async (given, name) => {
    const form = new FormData();
    form.append('a', new File(['x'], given));
    expect((await upload('any', form)).body).toEqual({ fields: {}, files: [[name, '78']] });
  });

  it.each([
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', null, 'text/plain'],
    ['<?xml version="1.0"?><a/>', 'application/pdf', null, 'text/plain'],
    ['<html><script>alert(1)</script></html>', 'image/png', null, 'text/plain'],
    ['<html></html>', 'application/octet-stream', ['text/html', 'text/csv'], 'text/csv'],
    ['<svg/>', 'application/octet-stream', ['image/svg+xml'], 'text/plain'],
    ['<svg/>', 'text/plain', ['image/*', 'application/xhtml+xml'], 'text/plain'],
    ['alert(1)', 'image/gif', ['text/javascript', 'application/json'], 'application/json'],
    ['<svg/>', 'image/svg+xml', null, 'image/svg+xml'],
    ['<html></html>', 'text/html; charset=utf-8', ['text/*'], 'text/html'],
    ['a,b', 'application/octet-stream', ['text/csv'], 'text/csv'],
    ['{}', 'application/json', null, 'application/json'],
    ['%PDF-1.7\n', 'text/html', null, 'application/pdf'],
    ['', 'text/html', null, 'application/octet-stream'],
    ['', 'image/svg+xml', ['image/svg+xml'], 'application/octet-stream'],
    ['', 'text/csv', ['text/csv'], 'application/octet-stream'],
  ])('says that %j, sent as %s where %j may come, is %s', async (content, said, listed, type) => {
    expect(await mediaTypeOf({ start: Buffer.from(content) }, said, listed)).toBe(type);
  });

  it('refuses an empty file where its type counts', async () => {
    const form = profileForm((sent) => {
      sent.append('papers', new File([], 'a.csv', { type: 'text/csv' }));
      sent.set('cover', new File([], 'cover.html', { type: 'text/html' }));
    });
    expect((await upload('profile', form)).body).toMatchObject({
      errors: [{ path: 'papers.0', code: 'invalid_media_type', message: 'Expected text/*, and the file is empty' }],
    });
  });

  describe('fields', () => {
    const post = async (parts: readonly (readonly [head: string, content: Buffer | string])[]) => {
      const { app, call } = await serveForTest(Root, { tmpdir: folder });
      const pieces = parts.flatMap(([head, content]) => [
        Buffer.from(`--b\r\nContent-Disposition: form-data; name=${head}\r\n\r\n`, 'latin1'),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]);
      const body = Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const answer = await call('/uploads/any', { method: 'POST', headers, body });
      await app.close();
      return [answer.status, answer.json()] as const;
    };
    const latin = Buffer.from('caf\xe9', 'latin1');

    it.each([
      ['a field', [['"name"', latin]], 'name'],
      ['a field in another charset', [['"name"\r\nContent-Type: text/plain; charset=iso-8859-1', latin]], 'name'],
      ['a field that says that it is', [['"name"\r\nContent-Type: text/plain; charset=utf-8', latin]], 'name'],
      ['a name', [['"caf\xe9"', 'a']], 'caf\ufffd'],
    ] as const)('that are not UTF-8 are refused: %s', async (_, parts, path) => {
      expect(await post(parts)).toMatchObject([400, { errors: [{ in: 'body', path, code: 'invalid_encoding' }] }]);
    });

    it('keep their order and every character, whatever charset they name', async () => {
      const utf8 = 'Content-Type: text/plain; charset=UTF-8';
      const parts = Array.from({ length: 20 }, (_, index) => ['"a b"', `${index}${'é'.repeat(index * 400)}`] as const);
      expect(await post([['"one"', '\ufffd'], [`"two"\r\n${utf8}`, 'é'], ['"none"', ''], ...parts])).toEqual([
        201,
        { fields: { one: '\ufffd', two: 'é', none: '', 'a b': parts.map(([, text]) => text) }, files: [] },
      ]);
    });
  });

  it('reads what FormData writes', async () => {
    const { app, url } = await serveForTest(Root, { tmpdir: folder });
    const name = fc
      .string({ minLength: 1, unit: 'grapheme-ascii' })
      // A backslash in a quoted name escapes what follows it (RFC 2046); browsers mean the backslash itself.
      .filter((text) => text !== 'a' && text !== '__proto__' && !text.includes('\\'));
    const parts = fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { maxLength: 5 });
    // Short contents, and some beyond what is looked at for their type.
    const content = fc
      .tuple(fc.uint8Array({ maxLength: 30 }), fc.constantFrom(1, 1, 300))
      .map(([bytes, times]) => Buffer.concat(Array<Uint8Array>(times).fill(bytes)));
    const files = fc.array(content, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, files, async (fields, contents) => {
        const form = new FormData();
        for (const [key, value] of fields) form.append(key, value);
        contents.forEach((content, index) => form.append('a', new File([Buffer.from(content)], `${index}`)));
        const answer = await fetch(`${url}/uploads/any`, { method: 'POST', body: form });
        const expected: Record<string, string | string[]> = {};
        for (const [key] of fields) {
          const all = fields
            .filter(([other]) => other === key)
            .map(([, value]) => value.replaceAll(/\r\n|\r|\n/g, '\r\n'));
          expected[key.replaceAll('"', '%22')] = all.length === 1 ? all[0]! : all;
        }
        expect(await answer.json()).toEqual({
          fields: expected,
          files: contents.map((content, index) => [`${index}`, Buffer.from(content).toString('hex')]),
        });
      }),
      runs(10),
    );
    await app.close();
  });
});

describe('a streamed file', () => {
  const streamForm = (size: number, after?: (form: FormData) => void) => {
    const form = new FormData();
    form.set('title', 'Film');
    form.set('video', new File([Buffer.alloc(size, 7)], 'a.mp4'));
    after?.(form);
    return form;
  };

  it('arrives while the handler reads it', async () => {
    const started = new Promise<void>((resolve) => void (seen = resolve));
    const { app, url } = await serveForTest(Root, { tmpdir: folder });
    const answer = new Promise<string>((resolve) => {
      const req = request(`${url}/uploads/video`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      req.on('response', (res) => res.on('data', (chunk) => resolve(String(chunk))));
      req.write('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nFilm\r\n');
      req.write(`--b\r\nContent-Disposition: form-data; name="video"; filename="a"\r\n\r\n${'x'.repeat(10_000)}`);
      void started.then(() => req.end(`${'y'.repeat(50_000)}\r\n--b--\r\n`));
    });
    const hash = createHash('sha256').update('x'.repeat(10_000)).update('y'.repeat(50_000)).digest('hex');
    expect(JSON.parse(await answer)).toEqual({ title: 'Film', type: 'text/plain', hash });
    await app.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('may be short', async () => {
    expect((await upload('video', streamForm(3))).body).toMatchObject({ type: 'application/octet-stream' });
  });

  it('fails when it is too large, and the handler lets the 413 pass', async () => {
    const { status, body, logged } = await upload('video', streamForm(200_001));
    expect([status, body['detail'], logged]).toEqual([413, 'The file video is larger than 200000 bytes.', []]);
  });

  it.each([3, 100_000])('of %d bytes is the last part', async (size) => {
    const { status, body } = await upload(
      'video',
      streamForm(size, (form) => form.set('late', 'x')),
    );
    expect([status, body['detail']]).toEqual([400, 'The file video is streamed. Send it as the last part.']);
  });

  it('fails without a word in the log when the client breaks off', async () => {
    const started = new Promise<void>((resolve) => void (seen = resolve));
    const { app, url, logged } = await serveForTest(Root, { tmpdir: folder });
    const req = request(`${url}/uploads/video`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    req.on('error', () => {});
    req.write('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nFilm\r\n');
    req.write(`--b\r\nContent-Disposition: form-data; name="video"; filename="a"\r\n\r\n${'x'.repeat(10_000)}`);
    await started;
    req.destroy();
    await app.close();
    expect(logged).toEqual([]);
  });
});

describe('sweepUploads', () => {
  it('removes what dead processes left, and leaves the rest alone', async () => {
    const host = createHash('sha256')
      .update((await import('node:os')).hostname())
      .digest('hex')
      .slice(0, 8);
    const names = {
      dead: `svckit-upload-${host}-999999999-0123456789ab-x`,
      restarted: `svckit-upload-${host}-${process.pid}-0123456789ab-x`,
      alive: `svckit-upload-${host}-${process.ppid}-0123456789ab-x`,
      elsewhere: 'svckit-upload-00000000-999999999-0123456789ab-x',
      old: 'svckit-upload-00000000-999999999-0123456789ab-old',
      other: 'svckit-upload-notes',
    };
    for (const name of Object.values(names)) await mkdir(join(folder, name));
    const now = Date.now();
    await utimes(join(folder, names.old), new Date(now - 90_000_000), new Date(now - 90_000_000));
    await sweepUploads(folder, now);
    expect((await readdir(folder)).toSorted()).toEqual([names.alive, names.elsewhere, names.other].toSorted());
  });
});

it('documents fields and files, with their limits', async () => {
  const document = buildDocument(compileRoutes(Root), {
    info: { title: 'Uploads', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
  });
  expect(document.paths['/uploads/profile']!['post']!.requestBody).toMatchInlineSnapshot(`
    {
      "content": {
        "multipart/form-data": {
          "encoding": {
            "avatar": {
              "contentType": "image/png, image/jpeg",
            },
            "papers": {
              "contentType": "text/*",
            },
          },
          "schema": {
            "properties": {
              "age": {
                "maximum": 9007199254740991,
                "minimum": -9007199254740991,
                "type": "integer",
              },
              "avatar": {
                "description": "A file of image/png or image/jpeg, at most 100 bytes.",
                "format": "binary",
                "type": "string",
              },
              "cover": {
                "description": "A file, at most 10 MiB.",
                "format": "binary",
                "type": "string",
              },
              "name": {
                "minLength": 2,
                "type": "string",
              },
              "papers": {
                "description": "Up to 2 files of text/*, each at most 10 MiB.",
                "items": {
                  "format": "binary",
                  "type": "string",
                },
                "maxItems": 2,
                "type": "array",
              },
              "tags": {
                "default": [],
                "items": {
                  "type": "string",
                },
                "type": "array",
              },
            },
            "required": [
              "name",
              "age",
              "avatar",
            ],
            "type": "object",
          },
        },
      },
      "description": "At most 4000 bytes in all.",
      "required": true,
    }
  `);
});
