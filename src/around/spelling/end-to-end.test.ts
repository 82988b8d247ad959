import fc from 'fast-check';
import type { RequestListener } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../../test/property-runs.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { around } from '../around.js';
import { Opened } from '../testing/serve-books.js';
import { type SpelledSample, SpelledWorld } from './testing/spelled-worlds.js';
import { expectedText } from './testing/token-oracle.js';

let received = '';
let answer = '';
/** Answers what it is told to, and keeps what it gets. */
const listener: RequestListener = (req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    received = Buffer.concat(chunks).toString();
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
};

/** Versions of an application with one operation, which takes and answers a thing. */
function optionsOf({ schema }: SpelledSample, changes: SpelledWorld['changes']) {
  const Thing = z.object({ thing: schema }).meta({ id: 'Thing' });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  return {
    document: {
      openapi: '3.1.0',
      info: { title: 'Things', version: '3' },
      paths: {
        '/things': {
          post: {
            operationId: 'send',
            requestBody: { required: true, content },
            responses: { 200: { description: 'Answered.', content } },
          },
        },
      },
      components: { schemas: { Thing: { type: 'object', required: ['thing'], properties: { thing: {} } } } },
    },
    shapes: { Thing },
    operations: {
      send: { operationId: 'send', method: 'POST', path: '/things', body: Thing, responses: { 200: Thing } },
    },
    versions: defineVersions([
      '1',
      ...changes.toReversed().map((all, place) => ({
        version: String(place + 2),
        changes: all.map((one, index) => change({ title: `Change ${index} of ${place}`, schemas: [one] })),
      })),
    ] as never),
    versioning: { type: 'header', header: 'V', defaultVersion: '1' },
  } as const;
}

type Options = ReturnType<typeof optionsOf>;
const opened = new Opened();
afterAll(() => opened.close());
const ways: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  node: (options) => opened.listen(around(options).node(listener)),
  gateway: async (options) => opened.gateway({ ...options, upstream: await opened.listen(listener) }),
};

describe.each(Object.entries(ways))('bodies through %s', (_, serve) => {
  it('are their own text with other names, both ways', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const world = new SpelledWorld(draw);
        const sample = world.sample(2);
        fc.pre(sample.isTouched);
        const url = await serve(optionsOf(sample, world.changes));
        const [start, end] = [draw(() => fc.constantFrom('', '\ufeff', ' ')), draw(() => fc.constantFrom('', '\n'))];
        const whole = (text: string) => `${start}{"thing":${text}}${end}`;
        const [up, down] = [sample.up, sample.down].map(
          (rule) => ({ kind: 'object', isOpen: false, members: { thing: { name: 'thing', rule } } }) as const,
        );
        for (let count = 0; count < 10; count += 1) {
          answer = whole(draw(() => sample.newer));
          const sent = whole(draw(() => sample.older));
          const found = await fetch(`${url}/things`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: Buffer.from(sent),
          });
          const got = Buffer.from(await found.arrayBuffer()).toString();
          expect({ status: found.status, got }).toEqual({ status: 200, got: expectedText(answer, down!) });
          expect(received).toBe(expectedText(sent, up!));
        }
        await opened.close();
      }),
      { ...runs(15), endOnFailure: true },
    );
  });
});
