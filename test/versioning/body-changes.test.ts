import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from 'svckit/testing';
import service from '../../fixtures/body-changes/svc.config.js';

let app: TestApp;
beforeAll(async () => {
  app = await testApp(service);
});
afterAll(() => app.close());

const png = new File([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')], 'sun.png');

function formOf(fields: Record<string, string>, files: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  return form;
}

async function post(path: string, body: string | FormData, type?: string) {
  const headers = new Headers(type === undefined ? [] : [['content-type', type]]);
  const response = await app.request(path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const urlencoded = 'application/x-www-form-urlencoded';
const lines = 'application/x-ndjson';

describe('a body of an older version', () => {
  it.each<[string, () => string | FormData, string | undefined, number]>([
    [
      'upload',
      () => formOf({ name: 'Ada', years: '36' }, { picture: png, papers: new File(['a'], 'a.txt') }),
      undefined,
      37,
    ],
    ['picture', () => formOf({ nick: 'Ada' }, { photo: png }), undefined, 0],
    ['form', () => '{"name":"Ada","years":36}', 'application/json', 36],
    ['rows', () => '{"name":"Ada","years":36}\n{"name":"Bob","years":40}\n', lines, 4],
    ['note', () => '{"text":"hello"}', 'application/json', 5],
    ['blob', () => 'Grüße', 'text/plain', 7],
  ])('of %s reaches the handler in its newest form', async (path, body, type, count) => {
    expect(await post(`/v1/people/${path}`, body(), type)).toEqual({ status: 201, body: { count } });
  });

  it.each<[string, () => string | FormData, string | undefined, number, string]>([
    ['upload', () => formOf({ name: 'Ada', age: '36' }, { picture: png }), undefined, 400, 'years'],
    ['upload', () => formOf({ name: 'Ada', years: 'x' }, { picture: png }), undefined, 400, 'years'],
    ['upload', () => formOf({ name: 'Ada', years: '36' }, {}), undefined, 400, 'picture'],
    ['picture', () => formOf({ nick: 'Ada' }, { picture: png }), undefined, 400, 'photo'],
    ['rows', () => '{"name":"Ada","years":36}\n{"name":"Bob","age":40}\n', lines, 400, '1.years'],
  ])('of %s is refused by the names that it has there', async (path, body, type, status, place) => {
    const answer = await post(`/v1/people/${path}`, body(), type);
    expect(answer).toMatchObject({
      status,
      body: { errors: expect.arrayContaining([expect.objectContaining({ in: 'body', path: place })]) },
    });
    expect(JSON.stringify(answer.body)).not.toContain('"path":"age"');
  });

  it('of the newest version is itself', async () => {
    expect((await post('/v2/people/form', 'name=Ada&age=36', urlencoded)).body).toEqual({ count: 36 });
    expect((await post('/v2/people/rows', '{"name":"Ada","age":36}\n', lines)).body).toEqual({ count: 36 });
    expect((await post('/v1/people/form', 'name=Ada&years=36', urlencoded)).status).toBe(415);
  });
});

describe('a stream to an older version', () => {
  it.each([
    ['v1', 'years'],
    ['v2', 'age'],
  ])('has the items of %s', async (version, member) => {
    const item = `{"name":"Ada","${member}":36}`;
    expect(await (await app.request(`/${version}/people/export`)).text()).toBe(`${item}\n`);
    expect(await (await app.request(`/${version}/people/watch`)).text()).toBe(`data: ${item}\n\n`);
  });
});

it('the documents show the bodies and items of each version', async () => {
  const { paths } = (await (await app.request('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, { content?: object }> }>>;
  };
  const members = (schema: unknown): unknown => Object.keys(Object(Object(schema).properties) as object);
  const bodyOf = (path: string) =>
    Object.entries(Object(paths[path]!['post']!.requestBody).content as object).map(([type, media]) => [
      type,
      '$ref' in media.schema ? media.schema.$ref.split('/').at(-1) : members(media.schema),
    ]);
  expect(bodyOf('/v1/people/upload')).toEqual([['multipart/form-data', ['name', 'years', 'picture', 'papers']]]);
  expect(bodyOf('/v2/people/upload')).toEqual([['multipart/form-data', ['name', 'age', 'picture', 'papers']]]);
  expect(bodyOf('/v1/people/picture')).toEqual([['multipart/form-data', ['nick', 'photo']]]);
  expect(bodyOf('/v1/people/form')).toEqual([['application/json', ['name', 'years']]]);
  expect(bodyOf('/v1/people/note')).toEqual([['application/json', ['text']]]);
  expect(bodyOf('/v1/people/blob')).toEqual([['text/plain', []]]);
  const itemOf = (path: string) => JSON.stringify(paths[path]!['get']!.responses['200']!.content);
  for (const path of ['export', 'watch']) expect(itemOf(`/v1/people/${path}`)).not.toBe(itemOf(`/v2/people/${path}`));
});
