import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { Controller, createApp, Get, type Input, Module, Post, type RouteSchemas, Version } from 'svckit';
import { z } from 'zod';
import { accepted, message, NewUser, user } from '../servers/contract.mjs';

const one = { params: z.object({ id: z.string() }) } satisfies RouteSchemas;
const create = { body: NewUser } satisfies RouteSchemas;

@Controller()
class BenchController {
  @Get('json') json() {
    return message();
  }
  @Get('users/:id', one) one({ params }: Input<typeof one>) {
    return user(params.id);
  }
  @Post('users', create) create({ body }: Input<typeof create>) {
    return accepted(body);
  }
  @Version('1') @Get('orders/:id', one) first({ params }: Input<typeof one>) {
    return { id: params.id, name: 'first' };
  }
  @Version('2') @Get('orders/:id', one) second({ params }: Input<typeof one>) {
    return { id: params.id, label: 'second' };
  }
}
@Module({ controllers: [BenchController] })
class BenchModule {}

const svckit = await createApp(BenchModule, { versioning: { type: 'header', header: 'X-API-Version' } });

const hono = new Hono();
hono.get('/json', (c) => c.json(message()));
hono.get('/users/:id', (c) => c.json(user(c.req.param('id'))));
hono.post('/users', zValidator('json', NewUser), (c) => c.json(accepted(c.req.valid('json')), 201));
hono.get('/orders/:id', (c) => {
  c.header('Vary', 'X-API-Version');
  const id = c.req.param('id');
  switch (c.req.header('X-API-Version')) {
    case '1':
      return c.json({ id, name: 'first' });
    case '2':
      return c.json({ id, label: 'second' });
    default:
      return c.json({ title: 'Not Found' }, 404);
  }
});

const sent = { host: 'localhost', accept: '*/*', 'user-agent': 'bench' };
const body = JSON.stringify({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  age: 36,
  tags: [{ label: 'a' }, { label: 'b' }],
});
const get =
  (path: string, headers = {}) =>
  () =>
    new Request(`http://localhost${path}`, { headers: { ...sent, ...headers } });
const cases: Readonly<Record<string, () => Request>> = {
  'plain JSON': get('/json'),
  'path parameter': get('/users/42'),
  'validated body': () =>
    new Request('http://localhost/users', {
      method: 'POST',
      headers: { ...sent, 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    }),
  'header version': get('/orders/7', { 'x-api-version': '2' }),
};
const apps = { svckit: svckit.fetch, hono: (request: Request) => hono.fetch(request) };
type Name = keyof typeof apps;
const names = Object.keys(apps) as Name[];

const [rounds, batches, batch] = process.argv.slice(2).map(Number) as [number, number, number];
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Nanoseconds from a Request to its Response; the requests are made before, and the answers read afterwards. */
async function measure(name: Name, make: () => Request): Promise<number> {
  const answer = apps[name];
  let spent = 0;
  for (let index = 0; index < batches; index++) {
    const requests = Array.from({ length: batch }, make);
    const answers: Response[] = [];
    const began = performance.now();
    for (const request of requests) answers.push(await answer(request));
    spent += performance.now() - began;
    for (const response of answers) await response.text();
    await turn();
  }
  return (spent / (batches * batch)) * 1e6;
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

const rows = [];
for (const [title, make] of Object.entries(cases)) {
  const given = await Promise.all(names.map(async (name) => (await apps[name](make())).text()));
  if (new Set(given).size > 1) throw new Error(`${title}: the answers differ: ${given.join(' / ')}`);
  // Until the runtimes have compiled what runs often.
  for (let round = 0; round < 10; round++) for (const name of names) await measure(name, make);
  const times: Record<Name, number[]> = { svckit: [], hono: [] };
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) times[name].push(await measure(name, make));
  const ratios = times.svckit.map((time, round) => times.hono[round]! / time);
  rows.push({ title, svckit: median(times.svckit), hono: median(times.hono), ahead: median(ratios) });
}
console.log(JSON.stringify(rows));
process.exit(0);
