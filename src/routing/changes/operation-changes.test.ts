import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { postJson, serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import type { Input } from '../declare/route-schemas.js';
import { text } from '../declare/bodies.js';
import { Controller, Post } from '../declare/verbs.js';
import { compileRoutes } from '../table/compile-routes.js';
import { HttpError } from '../table/http-error.js';
import { responseDetail } from '../table/responses.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation, type OperationOptions } from './operation.js';
import { reshape } from '../../changes/reshape.js';
import { added, renamed } from '../../changes/short-forms.js';

const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
const Order = z.object({ id: z.int(), tag: Tag, total: z.int() }).meta({ id: 'Order' });
const Refused = z.object({ reason: z.string() }).meta({ id: 'Refused' });
const create = {
  body: z.object({ sold: z.union([z.boolean(), z.string()]).default(false) }),
  response: { 201: { schema: Order, headers: { Location: z.string() } }, 410: z.object({}), 422: Refused },
} as const;

@Controller('orders')
class OrdersController {
  @Post('', create) create({ body, res }: Input<typeof create>) {
    if (body.sold === 'gone') throw new HttpError(410, 'It is gone.');
    if (body.sold === 'gone for ever')
      throw new HttpError(410, 'It is gone.', { type: '/problems/gone', title: 'Gone for ever' });
    if (body.sold === 'teapot') throw new HttpError(418, 'A teapot.', { pot: 'short' });
    if (body.sold) throw new HttpError(422, 'Sold out.', { reason: 'sold out' });
    res.setHeader('Location', '/orders/1');
    return { id: 1, tag: { label: 'new' }, total: 12 };
  }
}
@Module({ controllers: [OrdersController] })
class Orders {}

const labels = change({ title: 'Labels', schemas: [renamed(Tag, { label: 'text' })] });
const totals = change({ title: 'Totals', schemas: [added(Order, { total: 0 })] });
const reasons = change({ title: 'Reasons', schemas: [renamed(Refused, { reason: 'error' })] });

/** Version 1 is older than the operation's own change, version 2 than that of Tag. */
async function ask(options: OperationOptions, sold: boolean | string, version: string) {
  const own = change({
    title: 'Own',
    schemas: [],
    operations: [operation(() => OrdersController, 'create', options as never)],
  });
  const versions = defineVersions([
    '1',
    { version: '2', changes: [own, reasons] },
    { version: '3', changes: [labels, totals] },
  ]);
  const { app, call } = await serveForTest(Orders, {
    versioning: { type: 'header', header: 'X-API-Version', versions },
    logger: { info() {}, warn() {}, error() {} },
  });
  const { status, headers, json } = await call('/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-Version': version },
    body: JSON.stringify({ sold }),
  });
  await app.close();
  return { status, location: headers['location'], body: json() };
}

describe('an operation that names an older answer', () => {
  const named = { before: { response: { 201: Order } } };

  it('shows what the answer contains as it was then, not as it is in the newest version', async () => {
    expect((await ask(named, false, '1')).body).toEqual({ id: 1, tag: { text: 'new' } });
  });

  it('does not send a header that only newer versions declare', async () => {
    expect([(await ask(named, false, '2')).location, (await ask(named, false, '1')).location]).toEqual([
      '/orders/1',
      undefined,
    ]);
  });

  it('leaves the other statuses to the changes of their schemas', async () => {
    expect((await ask(named, true, '1')).body).toMatchObject({ status: 422, error: 'sold out' });
  });

  it('may give an error another status', async () => {
    const before = { response: { 400: z.object({ problem: z.string() }) } };
    const down: OperationOptions['down'] = ({ status, body }) =>
      status === 422 ? { status: 400, body: { problem: (body as { reason: string }).reason } } : {};
    const answer = await ask({ before, down }, true, '1');
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 400, title: 'Bad Request', detail: 'Sold out.', problem: 'sold out' },
    });
    expect(answer.body).not.toHaveProperty('reason');
  });

  it('may be the first to name an error, which is then taken down', async () => {
    const before = { response: { 201: Order, 418: z.object({ why: Refused }) } };
    const down: OperationOptions['down'] = ({ status, body }) =>
      status === 418 ? { body: { why: { reason: (body as { pot: string }).pot } } } : {};
    const answer = await ask({ before, down }, 'teapot', '1');
    expect(answer).toMatchObject({ status: 418, body: { detail: 'A teapot.', why: { error: 'short' } } });
    expect(answer.body).not.toHaveProperty('pot');
  });

  it('gives a problem the title of its older status, and leaves a title of its own', async () => {
    const before = { response: { 404: z.object({}) } };
    const options: OperationOptions = { before, down: ({ status }) => (status === 410 ? { status: 404 } : {}) };
    const titled = async (sold: string) => {
      const { body } = await ask(options, sold, '1');
      return [body['title'], body['status'], body['type'], body['detail']];
    };
    expect(await titled('gone')).toEqual(['Not Found', 404, 'about:blank', 'It is gone.']);
    expect(await titled('gone for ever')).toEqual(['Gone for ever', 404, '/problems/gone', 'It is gone.']);
    const own: OperationOptions = { before, down: () => ({ status: 404, body: { title: 'Nothing' } }) };
    expect((await ask(own, 'gone', '1')).body).toMatchObject({ title: 'Nothing', status: 404, detail: 'It is gone.' });
  });

  it('must name the status that its way down answers with', async () => {
    expect((await ask({ before: {}, down: () => ({ status: 202 }) }, false, '1')).status).toBe(500);
    expect((await ask({ before: { status: 202 } }, false, '1')).status).toBe(202);
  });

  it('reads the declared headers that the handler set, and may replace them', async () => {
    const down: OperationOptions['down'] = ({ headers }) => ({ headers: { Location: `${headers['Location']}?v=1` } });
    expect((await ask({ before: {}, down }, false, '1')).location).toBe('/orders/1?v=1');
  });
});

describe('a schema that an operation names', () => {
  const Place = z.object({ town: z.string() }).meta({ id: 'Place' });
  const PlaceV1 = z.object({ city: z.string() }).meta({ id: 'Place' });
  const Run = z.object({ id: z.int(), place: Place }).meta({ id: 'Run' });
  const Runs = z.object({ items: z.array(Run) }).meta({ id: 'Runs' });
  const Filter = z.object({ from: Place });
  const start = {
    params: z.object({ id: z.string() }),
    body: z.object({ wanted: Run, note: z.string() }),
    response: { 201: Runs, 409: z.object({ running: Run }) },
  } as const;
  let received: unknown;

  @Controller('runs')
  class RunsController {
    @Post(':id', start) start({ body }: Input<typeof start>) {
      received = body;
      if (body.note === 'busy') throw new HttpError(409, 'One runs.', { running: body.wanted });
      return { items: [body.wanted] };
    }
  }
  @Module({ controllers: [RunsController] })
  class Root {}

  const places = change({
    title: 'Places',
    schemas: [
      reshape(Place, {
        before: PlaceV1,
        down: ({ town }) => ({ city: town }),
        up: ({ city }) => ({ town: city }),
      }),
      renamed(Run, { id: 'number' }),
    ],
  });
  const older = { number: 1, place: { city: 'Bern' } };

  async function start1(options: OperationOptions, body: unknown, path = '/runs/7') {
    const own = change({ title: 'Own', operations: [operation(() => RunsController, 'start', options as never)] });
    const versions = defineVersions(['1', { version: '2', changes: [own, places] }]);
    const { app, call, logged } = await serveForTest(Root, {
      versioning: { type: 'header', header: 'X-API-Version', versions },
    });
    const { status, json } = await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-API-Version': '1' },
      body: JSON.stringify(body),
    });
    const shapes = app.routes.find(({ version }) => version === '1')!;
    await app.close();
    return { status, body: json(), shapes, logged };
  }
  const single: OperationOptions = {
    before: { response: { 201: Run } },
    down: ({ status, body }) => (status === 201 ? { body: (body as z.output<typeof Runs>).items[0] } : {}),
  };

  it('is shown as the same version made it: its way down gives the newer form', async () => {
    const answer = await start1(single, { wanted: older, note: '' });
    expect([answer.status, answer.body, answer.logged]).toEqual([201, older, []]);
    const { schema } = responseDetail(answer.shapes.responses[201]!);
    expect(z.safeParse(schema as z.ZodType, older).success).toBe(true);
  });

  it('is shown the same way where its status is an error', async () => {
    const before = { response: { 201: Run, 409: z.object({ running: Run }) } };
    const answer = await start1({ ...single, before }, { wanted: older, note: 'busy' });
    expect(answer.body).toMatchObject({ status: 409, detail: 'One runs.', running: older });
  });

  it('is taken down as the answer of the status that the way down gives', async () => {
    const before = { response: { 400: z.object({ busy: Place }) } };
    const down: OperationOptions['down'] = ({ status, body }) =>
      status === 409 ? { status: 400, body: { busy: (body as { running: z.output<typeof Run> }).running.place } } : {};
    const answer = await start1({ before, down }, { wanted: older, note: 'busy' });
    expect([answer.body, answer.logged]).toMatchObject([
      { status: 400, title: 'Bad Request', busy: { city: 'Bern' } },
      [],
    ]);
  });

  it('is read as the same version made it: its way up gets the newer form', async () => {
    let given: unknown;
    const options: OperationOptions = {
      before: { body: z.object({ run: Run }) },
      up: ({ body }) => {
        given = body;
        return { body: { wanted: (body as { run: unknown }).run, note: '' } };
      },
    };
    const answer = await start1(options, { run: older });
    const newer = { id: 1, place: { town: 'Bern' } };
    expect([answer.status, given, received]).toEqual([201, { run: newer }, { wanted: newer, note: '' }]);
    expect((await start1(options, { run: newer })).status).toBe(400);
  });

  it.each(['params', 'query', 'headers', 'cookies'] as const)('is read the same way in %s', async (part) => {
    const options: OperationOptions = {
      before: { [part]: part === 'params' ? Filter.extend({ id: z.string() }) : Filter },
    };
    const { shapes } = await start1(options, { wanted: older, note: '' });
    expect(z.toJSONSchema(shapes.schemas[part] as z.ZodType)).toMatchObject({
      properties: { from: { $ref: '#/$defs/Place' } },
    });
    expect(z.toJSONSchema(shapes.schemas[part] as z.ZodType)).toMatchObject({
      $defs: { Place: { required: ['city'] } },
    });
  });

  it('is as it stands where it is the older form already', async () => {
    const options: OperationOptions = {
      before: { response: { 201: PlaceV1 } },
      down: ({ body }) => ({ body: { city: (body as z.output<typeof Runs>).items[0]!.place.town } }),
    };
    expect((await start1(options, { wanted: older, note: '' })).body).toEqual({ city: 'Bern' });
  });

  it('is refused where it is made from a reshaped one that it still shows', () => {
    const options: OperationOptions = {
      before: { response: { 201: Place.extend({ since: z.string() }) } },
      down: () => ({ body: { town: 'Bern', since: '2026' } }),
    };
    const own = change({ title: 'Own', operations: [operation(() => RunsController, 'start', options as never)] });
    const versions = defineVersions(['1', { version: '2', changes: [own, places] }]);
    const { problems } = compileRoutes(Root, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    expect(problems.map(({ id }) => id)).toEqual(['derived-schema-unchanged']);
  });

  it('has its rules, and the newest schema the last word', async () => {
    const before = {
      body: z.object({ run: Run, size: z.int().default(3) }).refine(({ run }) => run.id !== 13, 'no 13'),
    };
    let given: unknown;
    const up: OperationOptions['up'] = ({ body }) => {
      given = body;
      return { body: { wanted: (body as { run: unknown }).run, note: 'x' } };
    };
    expect((await start1({ before, up }, { run: older })).status).toBe(201);
    expect(given).toEqual({ run: { id: 1, place: { town: 'Bern' } }, size: 3 });
    const refused = await start1({ before, up }, { run: { ...older, number: 13 } });
    expect([refused.status, refused.body['detail']]).toEqual([400, expect.stringContaining('body')]);
    expect((await start1({ before, up }, { run: { ...older, number: 'x' } })).status).toBe(400);
  });

  it('needs the way that its reshape lacks', async () => {
    const oneWay = change({
      title: 'One way',
      schemas: [reshape(Place, { before: PlaceV1, up: ({ city }) => ({ town: city }) })],
    });
    const bare = { body: z.object({ note: z.string() }), response: z.object({ note: z.string() }) } as const;
    @Controller('bare')
    class BareController {
      @Post('', bare) post({ body }: Input<typeof bare>) {
        return body;
      }
    }
    @Module({ controllers: [BareController] })
    class Bare {}
    const own = change({
      title: 'Own',
      operations: [
        operation(() => BareController, 'post', {
          before: { response: Place },
          down: () => ({ body: { town: 'Bern' } }),
        }),
      ],
    });
    const versions = defineVersions(['1', { version: '2', changes: [own, oneWay] }]);
    await expect(
      serveForTest(Bare, { versioning: { type: 'header', header: 'X-API-Version', versions } }),
    ).rejects.toThrow('change-without-down');
  });
});

describe('a problem that is not what its status declares', () => {
  const Taken = z.object({ name: z.string() }).meta({ id: 'Taken' });
  const post = { body: z.object({ name: z.string() }), response: { 201: Taken, 400: Taken } } as const;
  @Controller('names')
  class NamesController {
    @Post('', post) post({ body }: Input<typeof post>) {
      if (body.name === 'typed') throw new HttpError(400, 'Taken.', { name: body.name });
      if (body.name === 'bare') throw new HttpError(400, 'Taken.');
      return body;
    }
  }
  @Module({ controllers: [NamesController] })
  class Names {}

  async function refused(down: (taken: z.output<typeof Taken>) => { label: string }, body: unknown) {
    const labels = change({
      title: 'Labels',
      schemas: [
        reshape(Taken, { before: z.object({ label: z.string() }), down, up: ({ label }) => ({ name: label }) }),
      ],
    });
    const versions = defineVersions(['1', { version: '2', changes: [labels] }]);
    const { app, call } = await serveForTest(Names, {
      responses: 'project',
      versioning: { type: 'header', header: 'X-API-Version', versions },
    });
    const answer = await call('/names', postJson(body, { 'X-API-Version': '1' }));
    await app.close();
    return answer.json();
  }

  it('keeps its status and its standard members where no change can read it', async () => {
    const down = ({ name }: z.output<typeof Taken>) => ({ label: name.toUpperCase() });
    expect(await refused(down, {})).toMatchObject({
      status: 400,
      detail: expect.stringContaining('body name') as string,
    });
    expect(await refused(down, { name: 'bare' })).toMatchObject({ status: 400, detail: 'Taken.' });
    expect(await refused(down, { name: 'typed' })).toMatchObject({ status: 400, label: 'TYPED' });
  });

  it('is no excuse for a change that fails on what is declared', async () => {
    const down = () => {
      throw new TypeError('a mistake');
    };
    expect(await refused(down, { name: 'typed' })).toMatchObject({ status: 500 });
  });
});

describe('a body that had no schema', () => {
  it('is described without one', () => {
    const own = change({
      title: 'Own',
      operations: [operation(() => OrdersController, 'create', { before: { body: text() }, up: () => ({ body: {} }) })],
    });
    const versions = defineVersions(['1', { version: '2', changes: [own] }]);
    const { routes } = compileRoutes(Orders, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    const before = routes.find(({ version }) => version === '1')!;
    expect([before.body?.kind, before.schemas.body]).toEqual(['text', undefined]);
  });
});

describe('two changes of one operation in one version', () => {
  it('stop the start, and name both', () => {
    const byPath = (path: string) => operation(() => OrdersController, 'create', { before: { path } });
    const first = change({ title: 'Orders are made', operations: [byPath('make')] });
    const second = change({ title: 'Orders are new', operations: [byPath('new')] });
    const versions = defineVersions(['1', { version: '2', changes: [first, second] }]);
    const { problems } = compileRoutes(Orders, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    expect(problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'operation-changed-twice: Version 2 changes the operation OrdersController.create twice, in "Orders are made" and in "Orders are new".',
    ]);
  });

  it('may be in two versions', async () => {
    const byPath = (path: string) => operation(() => OrdersController, 'create', { before: { path } });
    const first = change({ title: 'Orders are made', operations: [byPath('make')] });
    const second = change({ title: 'Orders are new', operations: [byPath('new')] });
    const versions = defineVersions(['1', { version: '2', changes: [first] }, { version: '3', changes: [second] }]);
    const { routes } = compileRoutes(Orders, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    expect(routes.map(({ path, version }) => `${path} ${version}`)).toEqual([
      '/orders 3',
      '/orders/make 1',
      '/orders/new 2',
    ]);
  });
});
