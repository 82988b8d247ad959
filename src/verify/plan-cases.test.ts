import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json, JsonObject } from '../json/json.js';
import { createOracle } from '../jsonschema/containment/testing/oracle.js';
import { anySchema } from '../jsonschema/containment/testing/schemas.js';
import { type PlanOptions, planCases } from './plan-cases.js';
import { openPromise } from './promised-api.js';
import { requestOf } from './request-of.js';
import { askedKeywords, strictDocument, strictServer } from './testing/strict-server.js';
import { textReadings } from './text-readings.js';

const everything: PlanOptions = {
  seed: 1,
  requests: 8,
  writes: true,
  values: {},
  links: [],
  isChosen: () => true,
};
const unasked = async () => null;
const open = (paths: JsonObject) =>
  openPromise([{ version: null, document: { openapi: '3.1.0', paths } }], {
    base: '',
    isService: false,
    applications: {},
  });

const query = (name: string, schema: Json, required = false) => ({ name, in: 'query', required, schema });
const responses = { 200: { description: 'OK' } };
const jsonBody = (schema: Json) => ({ required: true, content: { 'application/json': { schema } } });

const items = open({
  '/items': {
    get: {
      operationId: 'listItems',
      parameters: [
        query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
        query('kind', { enum: ['tea', 'cup'] }),
      ],
      responses,
    },
    post: { operationId: 'createItem', requestBody: jsonBody({ type: 'object', required: ['name'] }), responses },
  },
  '/items/{id}': {
    get: {
      operationId: 'getItem',
      security: [{ key: [] }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses,
    },
  },
});

/** The requests of a plan: `valid GET /items?limit=1`. */
async function listed(options: Partial<PlanOptions> = {}, api = items) {
  const { cases } = await planCases(api, { ...everything, ...options }, unasked);
  return cases.map((one) => {
    const { method, target, body = '' } = requestOf(one, api, one.input);
    return `${one.kind} ${method} ${target} ${body}`.trimEnd();
  });
}

describe('planCases', () => {
  it('tries the least and each value that covers something first, and mistakes between', async () => {
    const lines = await listed({ requests: 6, isChosen: ({ operationId }) => operationId === 'listItems' });
    expect(lines.slice(0, 4)).toMatchInlineSnapshot(`
      [
        "valid GET /items",
        "invalid GET /items?limit=text",
        "valid GET /items?limit=1&kind=tea",
        "invalid GET /items?limit=0",
      ]
    `);
    expect(lines).toEqual(expect.arrayContaining(['head HEAD /items', 'options OPTIONS /items']));
  });

  it('goes in rounds, so that a run which ends early has tried every operation', async () => {
    const { cases } = await planCases(items, everything, unasked);
    expect(cases.slice(0, 3).map(({ operation, kind }) => `${kind} ${operation}`)).toEqual([
      'valid 0',
      'valid 1',
      'valid 2',
    ]);
  });

  it('sends the same for the same seed, whichever other operations are chosen', async () => {
    const isGet = (line: string) => / GET \/items\/[^ ?]+/.test(line);
    const all = (await listed()).filter(isGet);
    expect((await listed({ isChosen: ({ operationId }) => operationId === 'getItem' })).filter(isGet)).toEqual(all);
    expect((await listed({ seed: 2 })).filter(isGet)).not.toEqual(all);
  });

  it('sends nothing that changes anything unless it may', async () => {
    const { cases, unplanned } = await planCases(items, { ...everything, writes: false }, unasked);
    expect(cases.filter(({ operation }) => operation === 1)).toEqual([]);
    expect(unplanned).toEqual([{ operation: 1, why: 'it may change something: use --write' }]);
  });

  it('leaves out what the service itself judges otherwise', async () => {
    const { cases, unplanned } = await planCases(items, everything, async (_, { body }) => body === undefined);
    expect(unplanned).toEqual([{ operation: 1, why: 'no generated request is valid: put values into verify.seeds' }]);
    expect(cases.filter(({ kind, operation }) => kind === 'invalid' && operation !== 1)).toEqual([]);
  });

  it('sends seeds and what links give', async () => {
    const lines = await listed({ values: { 'getItem.id': [7, 8], limit: 3, 'createItem.body#/name': 'tea' } });
    expect(new Set(lines.filter((line) => line.startsWith('valid GET /items/')))).toEqual(
      new Set(['valid GET /items/7', 'valid GET /items/8']),
    );
    expect(
      lines.filter((line) => line.startsWith('valid') && line.includes('limit=') && !line.includes('limit=3')),
    ).toEqual([]);
    expect(lines.filter((line) => line.startsWith('valid POST') && !line.includes('"name":"tea"'))).toEqual([]);
    const links = [{ from: 'listItems', take: '$response.body#/next', to: 'listItems.kind' }];
    expect((await listed({ links })).filter((line) => line.startsWith('valid') && line.includes('kind='))).toEqual([]);
  });

  it('asks without credentials where they are needed', async () => {
    const { cases } = await planCases(items, everything, unasked);
    expect(cases.filter(({ kind }) => kind === 'no-credentials').map(({ operation }) => operation)).toEqual([2]);
  });

  it('sends bodies that Ajv accepts as valid ones, and others as invalid ones', async () => {
    const compile = createOracle();
    const tries = runs(80);
    const counts = { valid: 0, invalid: 0 };
    const property = fc.asyncProperty(anySchema, fc.nat(1000), async (schema, seed) => {
      const api = open({ '/items': { post: { requestBody: jsonBody(schema), responses } } });
      const accepts = compile(schema);
      const { cases } = await planCases(api, { ...everything, seed }, unasked);
      for (const { kind, input } of cases) {
        if (!input.body || !('value' in input.body) || (kind !== 'valid' && kind !== 'invalid')) continue;
        counts[kind] += 1;
        expect({ kind, schema, value: input.body.value, accepted: accepts(input.body.value) }).toMatchObject({
          accepted: kind === 'valid',
        });
      }
    });
    await fc.assert(property, tries);
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(tries.numRuns / 5);
  });

  it('sends parameters that Ajv accepts as valid ones, and others however their text is read as invalid ones', async () => {
    const compile = createOracle();
    const tries = runs(80);
    const counts = { valid: 0, invalid: 0 };
    const property = fc.asyncProperty(anySchema, fc.nat(1000), async (schema, seed) => {
      const api = open({ '/items': { get: { parameters: [query('q', schema, true)], responses } } });
      const accepts = compile(schema);
      const { cases } = await planCases(api, { ...everything, seed }, unasked);
      for (const { kind, input } of cases) {
        const value = input.parameters['query:q'];
        if (value === undefined || (kind !== 'valid' && kind !== 'invalid')) continue;
        counts[kind] += 1;
        const readings = kind === 'valid' ? [value] : textReadings(value);
        expect({ kind, schema, value, accepted: readings.some(accepts) }).toMatchObject({ accepted: kind === 'valid' });
      }
    });
    await fc.assert(property, tries);
    expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(tries.numRuns / 8);
  });
});

describe('requests: auto', () => {
  const { paths } = strictDocument() as unknown as { readonly paths: JsonObject };
  const api = open(paths);
  const planned = planCases(api, { ...everything, requests: 'auto' }, unasked);

  /** How a server answers the planned requests of a kind. */
  async function answers(kind: string, ignored: string | null) {
    const { cases } = await planned;
    const answer = strictServer(ignored);
    return cases
      .filter((one) => one.kind === kind)
      .map((one) => {
        const { method, target, body = '' } = requestOf(one, api, one.input);
        return answer({ method, url: target, body }).status;
      });
  }

  it('fit a server that asks for everything that is declared, which refuses those with a mistake', async () => {
    expect(new Set(await answers('valid', null))).toEqual(new Set([200, 201]));
    expect(new Set(await answers('invalid', null))).toEqual(new Set([400]));
    expect((await planned).untried).toEqual([]);
  });

  it.each(askedKeywords)('have a mistake that shows a server which ignores %s', async (keyword) => {
    expect((await answers('invalid', keyword)).filter((status) => status < 400)).not.toEqual([]);
  });
});
