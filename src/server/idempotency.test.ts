import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Controller,
  HttpError,
  Idempotent,
  type IdempotencyStore,
  type Input,
  Module,
  Post,
  type RouteSchemas,
  type Logger,
  type ServiceOptions,
  type StoredResponse,
  type TransactionalIdempotencyStore,
} from '../index.js';
import { type Call, postJson, serveForTest } from './testing/serve-for-test.js';

const create = { body: z.object({ name: z.string() }) } satisfies RouteSchemas;
let runs = 0;
let release = () => {};

@Controller('orders')
class OrdersController {
  @Idempotent() @Post('', create) create({ body, res }: Input<typeof create>) {
    res.setHeader('Location', `/orders/${++runs}`);
    return { name: body.name, run: runs };
  }
  @Idempotent({ required: true }) @Post('strict') strict() {
    return ++runs;
  }
  @Idempotent() @Post('fails') fails(): never {
    runs++;
    throw new HttpError(409, 'No.');
  }
  @Idempotent() @Post('crashes') crashes() {
    runs++;
    return new Response('no', { status: 503 });
  }
  @Idempotent() @Post('breaks') breaks() {
    runs++;
    return new Response('no', { status: 500 });
  }
  @Idempotent() @Post('slow') async slow() {
    runs++;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return runs;
  }
  @Idempotent() @Post('web') web() {
    return new Response(`run ${++runs}`, {
      status: 202,
      headers: { 'content-type': 'text/plain', 'set-cookie': 'a=1', etag: '"1"' },
    });
  }
  @Idempotent() @Post('typed') typed({ res }: Input) {
    res.setHeader('Content-Type', 'application/vnd.order+json');
    return { run: ++runs };
  }
  @Idempotent() @Post('typed-twice') typedTwice({ res }: Input) {
    res.setHeader('Content-Type', 'text/css');
    return new Response(`run ${++runs}`, { headers: { 'content-type': 'text/csv' } });
  }
  @Idempotent() @Post('large') large() {
    runs++;
    return new Response('x'.repeat(1024 * 1024 + 1));
  }
}
@Module({ controllers: [OrdersController] })
class AppModule {}

async function calls(list: readonly (readonly [path: string, call: Call])[], options: ServiceOptions = {}) {
  const { app, call } = await serveForTest(AppModule, options);
  const answers = [];
  for (const [path, request] of list) answers.push(await call(path, request));
  await app.close();
  return answers;
}
const keyed = (value: unknown, key = 'k', headers = {}) => postJson(value, { 'idempotency-key': key, ...headers });

function recordTo(log: string[]): Logger {
  const write = (message: string, fields?: unknown) => void log.push(`${message} ${JSON.stringify(fields)}`);
  return { info: write, warn: write, error: write };
}

describe('an idempotent operation', () => {
  it('replays its first answer, and runs once', async () => {
    const before = runs;
    const [first, second, other] = await calls(
      [
        ['/orders', keyed({ name: 'a' })],
        ['/orders', keyed({ name: 'a' })],
        ['/orders', keyed({ name: 'a' }, 'other')],
      ],
      { securityHeaders: true },
    );
    expect([first!.status, second!.status, second!.json(), second!.headers.location]).toEqual([
      201,
      201,
      first!.json(),
      first!.headers.location,
    ]);
    expect([
      first!.headers['idempotent-replayed'],
      second!.headers['idempotent-replayed'],
      second!.headers['x-content-type-options'],
    ]).toEqual([undefined, 'true', 'nosniff']);
    expect([other!.json().run, runs - before]).toEqual([before + 2, 2]);
  });

  it('replays a Web Response without its cookies', async () => {
    const [first, second] = await calls([
      ['/orders/web', keyed({})],
      ['/orders/web', keyed({})],
    ]);
    expect([first!.text, first!.headers['set-cookie']]).toEqual([second!.text, ['a=1']]);
    expect(second!.headers).toMatchObject({ etag: '"1"', 'content-type': 'text/plain', 'idempotent-replayed': 'true' });
    expect(second!.headers['set-cookie']).toBeUndefined();
  });

  it('replays the media type that the handler chose', async () => {
    for (const [path, type] of [
      ['/orders/typed', 'application/vnd.order+json'],
      ['/orders/typed-twice', 'text/csv'],
    ] as const) {
      expect(
        (
          await calls([
            [path, keyed({})],
            [path, keyed({})],
          ])
        ).map(({ headers }) => headers['content-type']),
      ).toEqual([type, type]);
    }
  });

  it('refuses a key that belongs to another request: 422', async () => {
    const answers = await calls([
      ['/orders', keyed({ name: 'a' })],
      ['/orders', keyed({ name: 'b' })],
      ['/orders?x=1', keyed({ name: 'a' })],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 422]);
  });

  it('refuses a missing or malformed key: 400', async () => {
    const answers = await calls([
      ['/orders/strict', postJson({})],
      ['/orders/strict', keyed({}, '')],
      ['/orders', keyed({ name: 'a' }, 'x'.repeat(256))],
      ['/orders', keyed({ name: 'a' }, 'a b')],
      ['/orders', postJson({ name: 'a' })],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 201]);
  });

  it('validates the request first, so that a refused request claims no key', async () => {
    expect(
      (
        await calls([
          ['/orders', keyed({})],
          ['/orders', keyed({ name: 'a' })],
        ])
      ).map(({ status }) => status),
    ).toEqual([400, 201]);
  });

  it('answers 409 while the first call is running', async () => {
    const { app, call } = await serveForTest(AppModule);
    const first = call('/orders/slow', keyed({}));
    let second = await call('/orders/slow', keyed({}));
    while (second.status !== 409) second = await call('/orders/slow', keyed({}));
    release();
    expect([(await first).status, second.headers['retry-after']]).toEqual([201, '1']);
    await app.close();
  });

  it('releases the key after a throw, a 5xx, and an answer that is too large to store', async () => {
    for (const path of ['/orders/fails', '/orders/crashes', '/orders/breaks', '/orders/large']) {
      const before = runs;
      const answers = await calls([
        [path, keyed({})],
        [path, keyed({})],
      ]);
      expect([runs - before, answers[1]!.headers['idempotent-replayed']]).toEqual([2, undefined]);
    }
  });

  it('separates the keys of callers and of operations', async () => {
    const authenticate: ServiceOptions['authenticate'] = ({ headers }) =>
      headers.authorization ? { id: headers.authorization, roles: [] } : null;
    const answers = await calls(
      [
        ['/orders', keyed({ name: 'a' })],
        ['/orders', keyed({ name: 'a' }, 'k', { authorization: 'x' })],
        ['/orders', keyed({ name: 'a' }, 'k', { 'x-forwarded-for': '198.51.100.1' })],
        ['/orders/strict', keyed({ name: 'a' })],
      ],
      { authenticate, trustProxy: 1 },
    );
    expect(answers.map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not run while its store is unavailable: 503', async () => {
    const before = runs;
    const away = () => Promise.reject(new Error('away'));
    const store: IdempotencyStore = { claim: away, store: away, release: away };
    const [answer] = await calls([['/orders', keyed({ name: 'a' })]], { idempotency: { store } });
    expect([answer!.status, runs]).toEqual([503, before]);
  });

  describe('with a store in the database of its handlers', () => {
    /** A store that keeps an answer once `commit` resolves. */
    function openStore(commit: () => Promise<void> = async () => {}) {
      const answers = new Map<string, { fingerprint: string; response: StoredResponse }>();
      const store: TransactionalIdempotencyStore = {
        async runOnce({ key, fingerprint }, call) {
          const held = answers.get(key);
          if (held) return { state: 'stored', ...held };
          const response = await call();
          await commit();
          if (response) answers.set(key, { fingerprint, response });
          return { state: 'claimed' };
        },
      };
      return { answers, idempotency: { store } };
    }

    it('replays its first answer, and refuses the key for another request', async () => {
      const before = runs;
      const request = keyed({ name: 'a' });
      const [first, second, other] = await calls(
        [
          ['/orders', request],
          ['/orders', request],
          ['/orders', keyed({ name: 'b' })],
        ],
        { idempotency: openStore().idempotency },
      );
      expect([first!.status, second!.status, second!.json(), other!.status]).toEqual([201, 201, first!.json(), 422]);
      expect([second!.headers['idempotent-replayed'], runs - before]).toEqual(['true', 1]);
    });

    it('answers what the handler threw, whatever the rollback says, and keeps nothing', async () => {
      const { answers, idempotency } = openStore();
      const { runOnce } = idempotency.store;
      idempotency.store.runOnce = (...given) => runOnce(...given).catch(() => Promise.reject(new Error('no rollback')));
      const [failed, crashed, broken] = await calls(
        [
          ['/orders/fails', keyed({})],
          ['/orders/crashes', keyed({})],
          ['/orders/breaks', keyed({})],
        ],
        { idempotency },
      );
      expect([failed!.status, crashed!.status, broken!.status, answers.size]).toEqual([409, 503, 500, 0]);
    });

    it('sends no answer before the commit, and nothing of it when the commit fails, such as its Location', async () => {
      const { idempotency } = openStore(() =>
        Promise.reject(new HttpError(503, 'Nobody knows.', { code: 'outcome-unknown' })),
      );
      const [answer] = await calls([['/orders', keyed({ name: 'a' })]], { idempotency });
      expect([answer!.status, answer!.json().code]).toEqual([503, 'outcome-unknown']);
      expect(answer!.headers).not.toHaveProperty('location');
    });

    it('does nothing while no transaction begins: 503', async () => {
      const before = runs;
      const store: TransactionalIdempotencyStore = { runOnce: () => Promise.reject(new Error('away')) };
      const [answer] = await calls([['/orders', keyed({ name: 'a' })]], { idempotency: { store } });
      expect([answer!.status, answer!.json().code, runs]).toEqual([503, 'idempotency-unavailable', before]);
    });

    it('says in the log that a store claims without a call', async () => {
      const log: string[] = [];
      const store: TransactionalIdempotencyStore = { runOnce: async () => ({ state: 'claimed' }) };
      const [answer] = await calls([['/orders', keyed({ name: 'a' })]], {
        idempotency: { store },
        logger: recordTo(log),
      });
      expect([answer!.status, log.join()]).toEqual([500, expect.stringContaining('did not run the call')]);
    });
  });
});
