import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, Module, Post, type RouteSchemas } from '../../index.js';
import { checkService } from './check-service.js';

/** What the rule says of a service with one operation. */
function check(schemas: RouteSchemas, path = ''): readonly string[] {
  @Controller('things')
  class Things {
    @Post(path, schemas as never) make(): never {
      return {} as never;
    }
  }
  @Module({ controllers: [Things] })
  class Root {}
  const definition = { root: Root, info: { title: 'Things', version: '1' } };
  return checkService({ definition, problems: [], sourceOf: () => null } as never, { asOf: new Date('2026-01-01') })
    .filter(({ id }) => id === 'document-differs-from-server')
    .map(({ severity, message }) => `${severity} ${message}`);
}

const codec = z.codec(z.string(), z.number(), {
  decode: (text) => Math.round(Number(text) * 100) || 0,
  encode: (cents) => String(cents / 100),
});

describe('document-differs-from-server', () => {
  it.each<[string, RouteSchemas, string, string?]>([
    ['a date in the query', { query: z.object({ since: z.date() }) }, 'at since'],
    ['an optional date in the query', { query: z.object({ since: z.date().optional() }) }, 'at since'],
    ['a date in the path', { params: z.object({ day: z.date() }) }, 'The path of', ':day'],
    ['a date in a header', { headers: z.object({ 'x-since': z.date() }) }, 'The headers of'],
    ['a date in a cookie', { cookies: z.object({ since: z.date() }) }, 'The cookies of'],
    ['words of a boolean in the query', { query: z.object({ all: z.stringbool() }) }, 'at all'],
    ['words of a boolean in a body', { body: z.object({ all: z.stringbool() }) }, 'at all'],
    ['a bigint in a body', { body: z.object({ n: z.bigint() }) }, 'at n'],
    ['a union of what is never taken', { body: z.union([z.date(), z.object({ at: z.date() })]) }, 'is refused'],
    ['a flag in a body', { body: z.object({ code: z.string().regex(/^abc$/i) }) }, 'without the flag i'],
    ['a flag in the query', { query: z.object({ code: z.string().regex(/^a.c$/s).optional() }) }, 'without the flag s'],
    ['a flag in an answer', { response: z.object({ code: z.string().regex(/^abc$/m) }) }, 'without the flag m'],
    [
      'a codec that answers what no request holds',
      { body: z.object({ price: codec }), response: { 201: z.object({ price: codec }) } },
      'it cannot send again',
    ],
  ])('%s is an error', (_, schemas, message, path) => {
    const found = check(schemas, path);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(/^error /);
  });

  it.each<[string, RouteSchemas]>([
    ['catch', { body: z.object({ sort: z.enum(['a', 'b']).catch('a') }) }],
    ['coercion', { body: z.object({ n: z.coerce.number() }) }],
    ['catch, deep', { body: z.object({ in: z.array(z.object({ n: z.int().catch(1) })).min(1) }) }],
    ['preprocess', { body: z.object({ n: z.preprocess((value) => Number(value), z.number()) }) }],
  ])('what a body takes by %s against its document is a warning, with the value', (_, schemas) => {
    expect(check(schemas)).toEqual([expect.stringMatching(/^warning The body of .* may not be .+ by its document/)]);
  });

  it.each<[string, RouteSchemas, string?]>([
    ['coercion of a parameter', { query: z.object({ at: z.coerce.date(), n: z.coerce.number().optional() }) }],
    ['bigints of a path', { params: z.object({ id: z.bigint() }) }, ':id'],
    [
      'defaults and catches of a query',
      { query: z.object({ limit: z.int().max(9).catch(5), all: z.boolean().default(false) }) },
    ],
    ['lists', { query: z.object({ ids: z.array(z.int()), tag: z.enum(['a', 'b']) }) }],
    ['rules of their own', { body: z.object({ n: z.string().refine(() => false) }) }],
    ['described words', { query: z.object({ all: z.stringbool().meta({ enum: ['true', 'false'] }) }) }],
    [
      'flags without a difference',
      { body: z.object({ n: z.string().regex(/^\d{3}$/iu), m: z.string().regex(/^\p{L}$/u) }) },
    ],
    [
      'a codec of dates',
      (() => {
        const date = z.codec(z.iso.datetime(), z.date(), {
          decode: (text) => new Date(text),
          encode: (value) => value.toISOString(),
        });
        return { body: z.object({ at: date }), response: { 201: z.object({ at: date }) } };
      })(),
    ],
    ['a union that takes one', { body: z.union([z.object({ n: z.int() }), z.date()]) }],
  ])('has nothing against %s', (_, schemas, path) => {
    expect(check(schemas, path)).toEqual([]);
  });
});
