import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type App,
  change,
  clearCookie,
  Controller,
  createApp,
  defineVersions,
  Deprecated,
  events,
  file,
  Get,
  Head,
  HttpError,
  Idempotent,
  type Input,
  Module,
  type Mount,
  multipart,
  ndjson,
  Post,
  renamed,
  type RouteSchemas,
  sendFile,
  type ServiceOptions,
  setCookie,
  Throttle,
  Version,
  VERSION_NEUTRAL,
} from 'svckit';
import { z } from 'zod';

const Order = z.object({ id: z.int(), label: z.string() }).meta({ id: 'Order' });
const NewOrder = z.object({ label: z.string().min(1) }).meta({ id: 'NewOrder' });
const create = { body: NewOrder, response: Order } satisfies RouteSchemas;
const find = {
  params: z.object({ id: z.int() }),
  query: z.object({ long: z.boolean().default(false) }),
  response: Order,
};
const basket = { cookies: z.object({ basket: z.string().default('empty') }) } satisfies RouteSchemas;
const upload = {
  body: multipart({ fields: z.object({ title: z.string() }), files: { picture: file({ maxBytes: 200_000 }) } }),
} satisfies RouteSchemas;
const feed = { response: { 200: events(Order) } } satisfies RouteSchemas;
const list = { response: { 200: ndjson(Order) } } satisfies RouteSchemas;
const rows = { body: ndjson(z.object({ id: z.int() })) } satisfies RouteSchemas;

const named = change({
  title: 'Orders have a label',
  description: '`name` is `label`.',
  schemas: [renamed(Order, { label: 'name' }), renamed(NewOrder, { label: 'name' })],
});

async function* countUp(from: number) {
  try {
    for (let id = from + 1; ; id++) {
      yield { id: String(id), data: { id, label: `number ${id}` } };
      await wait(5);
    }
  } finally {
    seen.push('feed ended');
  }
}

const seen: string[] = [];
let created = 0;

@Controller('orders')
class OrdersController {
  @Get(':id', find) find({ params, query }: Input<typeof find>) {
    if (params.id > 100) throw new HttpError(404, 'No such order.', { code: 'order-unknown' });
    return { id: params.id, label: query.long ? 'a long label' : 'label' };
  }
  @Idempotent() @Post('', create) create({ body }: Input<typeof create>) {
    return { id: ++created, ...body };
  }
  @Get('live/feed', feed) feed({ lastEventId }: Input<typeof feed>) {
    return events(countUp(Number(lastEventId ?? 0)));
  }
  @Get('live/list', list) list() {
    return ndjson([1, 2].map((id) => ({ id, label: `number ${id}`, secret: true })));
  }
  @Get('live/file') file({ req }: Input) {
    const isFile = req.url!.includes('from=disk');
    return sendFile(isFile ? import.meta.filename : Buffer.from('0123456789'), { name: 'ten.txt', type: 'text/plain' });
  }
  @Deprecated({ since: '2026-01-01', sunset: '2999-01-01' }) @Version('1') @Get('old/list') old() {
    return [];
  }
}

@Controller('answers', { version: VERSION_NEUTRAL })
class AnswersController {
  @Get('text') text() {
    return new Response('plain', { headers: { 'Content-Type': 'text/plain', ETag: '"1"' } });
  }
  @Get('large') large() {
    return { text: 'x'.repeat(5_000) };
  }
  @Get('nothing') nothing() {}
  @Get('failure') failure() {
    throw new Error('secret');
  }
  @Get('cookies') cookies() {
    return new Response(null, {
      headers: [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2; Path=/'],
      ],
    });
  }
  @Get('basket', basket) basket({ cookies, res }: Input<typeof basket>) {
    setCookie(res, 'basket', `${cookies.basket} and more`);
    clearCookie(res, 'old');
    return cookies;
  }
  @Get('by-hand') byHand({ res }: Input) {
    res.setHeader('X-One', '1');
    res.writeHead(203, { 'Content-Type': 'text/plain', 'X-Two': ['2', '3'] });
    res.end('by hand');
  }
  @Head('head') head({ res }: Input) {
    res.setHeader('X-Head', 'yes');
  }
  @Get('client') client({ req, address, trace }: Input) {
    const { method, url, headers } = req;
    return { method, url, agent: headers['user-agent'] ?? null, address, trace: trace.traceId };
  }
  @Throttle({ limit: 2, windowSeconds: 60 }) @Get('throttled') throttled() {
    return 'ok';
  }
  @Get('seen') seen() {
    return seen.splice(0);
  }
}

@Controller('streams', { version: VERSION_NEUTRAL })
class StreamsController {
  @Get('pieces') async pieces({ res }: Input) {
    res.setHeader('Content-Type', 'application/octet-stream');
    for (let piece = 0; piece < 50; piece++) if (!res.write(Buffer.alloc(40_000, 97))) await once(res, 'drain');
    res.end('end');
  }
  @Get('piped') async piped({ res }: Input) {
    await pipeline(Readable.from(['one ', 'two ', 'three']), res);
  }
  @Get('web') web() {
    const parts = ['a', 'b', 'c'];
    const pull = (controller: ReadableStreamDefaultController) => {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(Buffer.from(part));
    };
    return new Response(new ReadableStream({ pull }), { headers: { 'Content-Type': 'text/x-parts' } });
  }
  @Get('events') async events({ res }: Input) {
    res.on('close', () => seen.push(`events closed, finished: ${res.writableFinished}`));
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    for (let event = 1; !res.destroyed; event++) {
      res.write(`data: ${event}\n\n`);
      await wait(5);
    }
  }
  @Post('count') async count({ req }: Input) {
    let bytes = 0;
    for await (const chunk of req) bytes += (chunk as Buffer).length;
    return { bytes };
  }
  @Post('rows', rows) async rows({ body }: Input<typeof rows>) {
    let sum = 0;
    for await (const { id } of body) sum += id;
    return { sum };
  }
  @Post('upload', upload) async upload({ body }: Input<typeof upload>) {
    const { name, mediaType, size } = body.files.picture;
    return { title: body.fields.title, name, mediaType, size };
  }
}

@Module({ controllers: [OrdersController, AnswersController, StreamsController] })
class Root {}

const readAll = async (req: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const guest: Mount = {
  path: '/guest',
  handler: async (req, res, next) => {
    if (req.url === '/declined') return next();
    if (req.url === '/failed') return next(Object.assign(new Error('No tea.'), { status: 418 }));
    const answer = res as typeof res & { status(code: number): { json(value: unknown): void } };
    answer.status(201).json({ url: req.url, body: await readAll(req) });
  },
};

/** The app that every runtime serves to the suite; without mounted handlers where Express does not run. */
export function openRuntimeApp({
  mount = [guest],
  usage = true,
}: Pick<ServiceOptions, 'mount' | 'usage'> = {}): Promise<App> {
  return createApp(Root, {
    prefix: 'api',
    versioning: {
      type: 'header',
      header: 'X-API-Version',
      versions: defineVersions(['1', { version: '2', changes: [named] }]),
    },
    bodyLimit: 100_000,
    cors: { origin: ['https://app.example'], credentials: true },
    securityHeaders: true,
    trustProxy: 1,
    requestId: true,
    accessLog: { destination: { write: (line: string) => void seen.push(String(JSON.parse(line).msg)) } },
    usage,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    middleware: [
      (req, res, next) => {
        if (!req.url!.includes('middleware')) return next();
        res.statusCode = 418;
        res.end(`middleware of ${req.method}`);
      },
    ],
    mount,
  });
}
