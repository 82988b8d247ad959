import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { diffDocuments } from './diff-documents.js';

const document = (item: Json, components: Json = {}): JsonObject => ({
  openapi: '3.2.0',
  info: { title: 'Items', version: '1' },
  components,
  paths: { '/items': item },
});
const ids = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' }).map(({ id, method, pointer }) => `${method} ${id} ${pointer}`);
const ok = { 200: { description: '' } };

describe('OpenAPI 3.2', () => {
  it('has operations of other methods', () => {
    const copying = (parameters: Json) => document({ additionalOperations: { COPY: { parameters, responses: ok } } });
    const target = { name: 'to', in: 'query', required: true, schema: { type: 'string' } };
    expect(ids(copying([]), copying([target]))).toEqual([
      'COPY new-required-request-parameter /paths/~1items/additionalOperations/COPY/parameters/0',
    ]);
    expect(ids(copying([]), document({ get: { responses: ok } }))).toEqual([
      'COPY api-removed-without-deprecation /paths/~1items/additionalOperations/COPY',
      'GET endpoint-added /paths/~1items/get',
    ]);
    expect(ids(document({ query: { responses: ok } }), document({}))).toEqual([
      'QUERY api-path-removed-without-deprecation /paths/~1items/query',
    ]);
  });

  it('has schemas for the items of a stream', () => {
    const streaming = (itemSchema: Json | undefined) =>
      document({
        get: {
          responses: {
            200: { description: '', content: { 'application/jsonl': itemSchema === undefined ? {} : { itemSchema } } },
          },
        },
      });
    const at = '/paths/~1items/get/responses/200/content/application~1jsonl/itemSchema';
    expect(ids(streaming({ type: 'string' }), streaming({ type: 'integer' }))).toEqual([
      `GET response-body-type-changed ${at}/type`,
    ]);
    expect(ids(streaming({ type: 'string' }), streaming(undefined))).toEqual([
      `GET response-body-media-type-schema-removed ${at}`,
    ]);
  });

  it('has one parameter for the whole query string', () => {
    const asking = (name: string, required: boolean, type: string) =>
      document({
        get: {
          parameters: [
            {
              name,
              in: 'querystring',
              required,
              content: { 'application/x-www-form-urlencoded': { schema: { type } } },
            },
          ],
          responses: ok,
        },
      });
    expect(ids(asking('a', false, 'object'), asking('b', false, 'object'))).toEqual([]);
    expect(ids(asking('a', false, 'object'), asking('a', true, 'object'))).toEqual([
      'GET request-parameter-became-required /paths/~1items/get/parameters/0/required',
    ]);
    expect(ids(asking('a', false, 'object'), asking('a', false, 'array'))).toEqual([
      'GET request-parameter-type-changed /paths/~1items/get/parameters/0/content/application~1x-www-form-urlencoded/schema/type',
    ]);
  });

  it('shares media types', () => {
    const sharing = (type: string) =>
      document(
        {
          get: {
            responses: {
              200: { description: '', content: { 'application/json': { $ref: '#/components/mediaTypes/Item' } } },
            },
          },
        },
        { mediaTypes: { Item: { schema: { type } } } },
      );
    expect(ids(sharing('string'), sharing('integer'))).toEqual([
      'GET response-body-type-changed /paths/~1items/get/responses/200/content/application~1json/schema/type',
    ]);
  });

  it('has parts of a form by their positions', () => {
    const sending = (media: Json) =>
      document({ post: { requestBody: { content: { 'multipart/mixed': media } }, responses: ok } });
    const images = (first: string | undefined, others: string) => ({
      itemSchema: { type: 'object' },
      ...(first !== undefined && { prefixEncoding: [{ contentType: first }] }),
      itemEncoding: { contentType: others },
    });
    const at = '/paths/~1items/post/requestBody/content/multipart~1mixed';
    expect(ids(sending(images('image/png', 'image/png')), sending(images('image/gif', 'image/*')))).toEqual([
      `POST request-body-encoding-generalized ${at}/itemEncoding`,
      `POST request-body-encoding-changed ${at}/prefixEncoding/0`,
    ]);
    expect(ids(sending(images('image/png', 'image/png')), sending(images(undefined, 'image/png')))).toEqual([]);
    expect(ids(sending(images('image/gif', 'image/png')), sending(images(undefined, 'image/png')))).toEqual([
      `POST request-body-encoding-changed ${at}/prefixEncoding/0`,
    ]);
  });

  it('has media types, methods, tags and flows of its own, which change nothing where they do not change', () => {
    const whole = (more: Json) =>
      ({
        ...document({ query: { responses: ok, tags: ['a'] } }, more),
        $self: 'https://items.example/openapi.yaml',
        tags: [
          { name: 'a', summary: 'A', kind: 'nav' },
          { name: 'b', parent: 'a' },
        ],
      }) as JsonObject;
    const flow = (url: string) => ({
      securitySchemes: {
        o: {
          type: 'oauth2',
          oauth2MetadataUrl: 'https://a.example/meta',
          flows: { deviceAuthorization: { deviceAuthorizationUrl: url, tokenUrl: 'https://a.example/t', scopes: {} } },
        },
      },
    });
    expect(ids(whole(flow('https://a.example/d')), whole(flow('https://a.example/d')))).toEqual([]);
    expect(ids(whole(flow('https://a.example/d')), whole(flow('https://a.example/e')))).toEqual([
      'null api-security-component-oauth-url-changed /components/securitySchemes/o/flows/deviceAuthorization/deviceAuthorizationUrl',
    ]);
  });
});
