import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { change, Controller, defineVersions, events, Get, type Input, Module, renamed } from '../../index.js';
import { around } from '../../around/around.js';
import { Opened } from '../../around/testing/serve-books.js';
import { callForTest, serveForTest } from '../testing/serve-for-test.js';

const Price = z.object({ amount: z.int() }).meta({ id: 'Price' });
const watch = { response: { 200: events(Price) } } as const;
const ids = ['1', '2--v1', '3'];
const after = (id: string | null) => ids.slice(id === null ? 0 : ids.indexOf(id) + 1);
const priceOf = (id: string) => ({ amount: Number(id[0]) });

@Controller('prices')
class PricesController {
  @Get('', watch) watch({ lastEventId }: Input<typeof watch>) {
    return events(after(lastEventId).map((id) => ({ id, data: priceOf(id) })));
  }
}
@Module({ controllers: [PricesController] })
class Root {}

const versions = defineVersions([
  '1',
  { version: '2', changes: [change({ title: 'An amount', schemas: [renamed(Price, { amount: 'price' })] })] },
]);
const document = {
  openapi: '3.1.0',
  info: { title: 'Prices', version: '2' },
  paths: {
    '/prices': {
      get: {
        operationId: 'watch',
        responses: {
          200: {
            description: 'Prices.',
            content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Price' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Price: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } } },
  },
};
const opened = new Opened();
const versioningFrom = (defaultVersion: string) =>
  ({ type: 'header', header: 'X-API-Version', defaultVersion }) as const;

const serving: Readonly<Record<string, (defaultVersion: string) => Promise<string>>> = {
  'a service': async (defaultVersion) => {
    const served = await serveForTest(Root, { versioning: { ...versioningFrom(defaultVersion), versions } });
    opened.add(() => served.app.close());
    return served.url;
  },
  'around an application': async (defaultVersion) => {
    const application = around({ document, shapes: { Price }, versions, versioning: versioningFrom(defaultVersion) });
    opened.add(() => application.close());
    return opened.listen(
      application.node((req, res) => {
        const last = req.headers['last-event-id'] ?? null;
        res.writeHead(200, { 'Content-Type': 'text/event-stream' });
        res.end(
          after(last as string | null)
            .map((id) => `id: ${id}\ndata: ${JSON.stringify(priceOf(id))}\n\n`)
            .join(''),
        );
      }),
    );
  },
};

describe.each(Object.entries(serving))('a client of events whose version changes, of %s', (_, serve) => {
  const urls: Record<string, string> = {};
  beforeAll(async () => {
    for (const version of ['1', '2']) urls[version] = await serve(version);
  });
  afterAll(() => opened.close());

  it.each([
    ['1', '2', 'amount'],
    ['2', '1', 'price'],
  ])('from %s to %s goes on behind the last event, in the new shape', async (before, later, member) => {
    const idsOf = (text: string) => [...text.matchAll(/^id: ?(.*)$/gm)].map(([, id]) => id!);
    const first = idsOf((await callForTest(urls[before]!, '/prices')).text);
    expect(first).toEqual(ids);
    for (const [index, last] of first.entries()) {
      const { text } = await callForTest(urls[later]!, '/prices', { headers: { 'last-event-id': last } });
      expect(idsOf(text)).toEqual(ids.slice(index + 1));
      expect([...text.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => JSON.parse(data!))).toEqual(
        ids.slice(index + 1).map((id) => ({ [member]: Number(id[0]) })),
      );
    }
  });
});
