import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { EventEmitter, on } from 'node:events';
import { get } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../../export/document/build-document.js';
import { change, defineVersions, events, HttpError, ndjson, renamed } from '../../index.js';
import type { Input, RouteSchemas } from '../../routing/declare/route-schemas.js';
import { Controller, Get } from '../../routing/declare/verbs.js';
import type { ServerEvent } from '../../routing/declare/streams.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { Module } from '../../wiring/module.js';
import { serveForTest } from '../testing/serve-for-test.js';
import { writeEvent } from './write-event.js';

const Tick = z.object({ count: z.int() }).meta({ id: 'Tick' });
const ticks = { response: { 200: events(Tick) } } satisfies RouteSchemas;
const rows = { response: { 200: ndjson(Tick) } } satisfies RouteSchemas;

let ended: number[] = [];
let taken = 0;
const bus = new EventEmitter();

/** Counts up without a rest, and notes that it was ended. */
async function* count(to: number, failAt = Infinity) {
  try {
    for (taken = 0; taken < to; taken += 1) {
      if (taken === failAt) throw new HttpError(409, 'The source is empty.');
      yield { count: taken, secret: 'x'.repeat(10_000) };
    }
  } finally {
    ended.push(taken);
  }
}

async function* busTicks(signal: AbortSignal) {
  for await (const [tick] of on(bus, 'tick', { signal })) yield { count: tick as number };
}

@Controller('streams')
class StreamsController {
  @Get('ticks', ticks) ticks({ lastEventId }: Input<typeof ticks>) {
    return events([{ data: { count: Number(lastEventId ?? 0) + 1 }, id: 'é1' }, { data: { count: 7 } }]);
  }
  @Get('quiet', ticks) quiet() {
    return events(busTicks, { heartbeatMs: 20 });
  }
  @Get('endless', ticks) endless() {
    return events(count(Infinity));
  }
  @Get('failing', ticks) failing() {
    return events(count(5, 2));
  }
  @Get('rows', rows) rows() {
    return ndjson(count(3));
  }
  @Get('rows/endless', rows) endlessRows() {
    return ndjson(count(Infinity));
  }
  @Get('rows/failing', rows) failingRows() {
    return ndjson(count(5, 0));
  }
  @Get('large') large() {
    return ndjson(count(Infinity));
  }
  // @ts-expect-error the data is not what the schema says
  @Get('mistyped', ticks) mistyped() {
    return events([{ counts: 1 }]);
  }
  @Get('plain') plain() {
    return events(count(1));
  }
  @Get('wrong', { response: Tick }) wrong(): never {
    return events(count(1)) as never;
  }
}
@Module({ controllers: [StreamsController] })
class Root {}

beforeEach(() => void (ended = []));

async function ask(path: string, options: ServiceOptions = {}, headers: Record<string, string> = {}, method = 'GET') {
  const { app, call, logged } = await serveForTest(Root, options);
  const answer = await call(path, { headers, method }).catch((error: Error) => ({
    status: 0,
    headers: {} as Record<string, string>,
    text: error.message,
  }));
  await app.close();
  return { ...answer, logged };
}

function parse(text: string): Partial<EventSourceMessage>[] {
  const found: Partial<EventSourceMessage>[] = [];
  createParser({
    onEvent: ({ data, event, id }) => found.push({ data, ...(event && { event }), ...(id && { id }) }),
  }).feed(text);
  return found;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('events()', () => {
  it('sends data with the members that its schema declares, unbuffered', async () => {
    const { status, headers, text } = await ask('/streams/ticks', {}, { 'accept-encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(parse(text)).toEqual([{ data: '{"count":1}', id: 'é1' }, { data: '{"count":7}' }]);
    expect((await ask('/streams/endless', {}, {}, 'HEAD')).headers).toMatchObject({
      'content-type': 'text/event-stream',
    });
  });

  it('passes the handler the position where a client continues', async () => {
    const id = Buffer.from('41').toString('latin1');
    expect(parse((await ask('/streams/ticks', {}, { 'last-event-id': id })).text)[0]).toMatchObject({
      data: '{"count":42}',
    });
  });

  it('is read as it was written', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ':', ' ', '\n', '\r', 'é', '\u2028') });
    const line = fc.string({ minLength: 1, unit: fc.constantFrom('a', ':', ' ', 'é') });
    const event = fc.record(
      { data: fc.oneof(text, fc.jsonValue()), event: line, id: line },
      { requiredKeys: ['data'] },
    );
    fc.assert(
      fc.property(fc.array(event), (list) => {
        const written = list.map((one) => writeEvent(one as ServerEvent, JSON.stringify)).join('');
        const expected = list.map(({ data, event: name, id }) => ({
          data: (typeof data === 'string' ? data : JSON.stringify(data)).replaceAll(/\r\n|\r/g, '\n'),
          ...(name && { event: name }),
          ...(id && { id }),
        }));
        expect(parse(written)).toEqual(expected);
      }),
    );
  });

  it.each([
    [{ data: 1, id: 'a\0' }, 'The id of an event is "a\\u0000". Write one line without NUL.'],
    [{ data: 1, id: 'a\nb' }, 'The id of an event is "a\\nb". Write one line without NUL.'],
    [{ data: 1, event: 'a\rdata: 2' }, 'The event of an event is "a\\rdata: 2". Write one line.'],
    [{ data: 1, retry: 0.5 }, 'The retry of an event is 0.5. Write an integer of milliseconds.'],
  ])('refuses %j', (event, message) => {
    expect(() => writeEvent(event, JSON.stringify)).toThrow(message);
  });

  it('keeps a quiet stream open with comments, ends its source when the client goes, and logs nothing', async () => {
    const { app, url, logged } = await serveForTest(Root);
    await new Promise<void>((resolve) => {
      const req = get(`${url}/streams/quiet`, (res) => {
        let text = '';
        res.on('error', () => {});
        res.on('data', (chunk) => {
          text += chunk;
          if (text.startsWith(':\n\n:\n\n')) bus.emit('tick', 1);
          if (!text.includes('data')) return;
          req.destroy();
          resolve();
        });
      });
    });
    await until(() => bus.listenerCount('tick') === 0);
    await app.close();
    expect(logged).toEqual([]);
  });

  it('waits for a client that does not read, and ends when it goes', async () => {
    const { app, url } = await serveForTest(Root);
    const req = get(`${url}/streams/large`, (res) => res.pause());
    req.on('error', () => {});
    await until(() => taken > 3);
    for (let before = -1; before !== taken; await new Promise((resolve) => setTimeout(resolve, 100))) before = taken;
    expect(taken).toBeLessThan(5_000);
    req.destroy();
    await until(() => ended.length === 1);
    await app.close();
  });

  it('ends with the server', async () => {
    const { app, url } = await serveForTest(Root);
    const answer = await fetch(`${url}/streams/quiet`);
    await app.close();
    expect((await answer.text()).replaceAll(':\n\n', '')).toBe('');
    expect(bus.listenerCount('tick')).toBe(0);
  });

  it('cuts the connection when its source fails', async () => {
    const { app, url, logged } = await serveForTest(Root);
    const answer = await fetch(`${url}/streams/failing`);
    await expect(answer.text()).rejects.toThrow();
    expect(ended).toEqual([2]);
    await app.close();
    expect(logged).toEqual([]);
  });

  it('needs no declaration, and does not contradict one', async () => {
    expect(parse((await ask('/streams/plain')).text)).toHaveLength(1);
    const { status, logged } = await ask('/streams/wrong');
    expect([status, logged.join()]).toEqual([500, expect.stringContaining('Write response: { 200: events(schema) }.')]);
  });
});

describe('ndjson() as an answer', () => {
  it('sends a line for each item', async () => {
    const { status, headers, text } = await ask('/streams/rows');
    expect([status, headers['content-type'], text]).toEqual([
      200,
      'application/x-ndjson',
      '{"count":0}\n{"count":1}\n{"count":2}\n',
    ]);
  });

  it('answers an error before the first item', async () => {
    expect((await ask('/streams/rows/failing')).status).toBe(409);
  });
});

describe('an older version', () => {
  const versions = defineVersions([
    '1',
    { version: '2', changes: [change({ title: 'Counts', schemas: [renamed(Tick, { count: 'number' })] })] },
  ]);
  const versioning = { type: 'uri', prefix: 'v', versions } as const;

  it('gets each event and each item through the changes', async () => {
    expect(parse((await ask('/v1/streams/ticks', { versioning })).text)).toEqual([
      { data: '{"number":1}', id: 'é1' },
      { data: '{"number":7}' },
    ]);
    expect((await ask('/v1/streams/rows', { versioning })).text).toBe('{"number":0}\n{"number":1}\n{"number":2}\n');
  });
});

it('documents the schema of an event and of an item', () => {
  const document = buildDocument(compileRoutes(Root), { info: { title: 'Streams', version: '1' } });
  const { parameters, responses } = document.paths['/streams/ticks']!['get']!;
  expect(parameters).toMatchObject([{ name: 'Last-Event-ID', in: 'header', required: false }]);
  expect(responses['200']).toMatchObject({
    description: 'Server-sent events. The schema is that of the data of each.',
    content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Tick' } } },
  });
  expect(document.paths['/streams/rows']!['get']!.responses['200']).toMatchObject({
    content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/Tick' } } },
  });
});
