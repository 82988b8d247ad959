import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../testing/start-test-service.js';

const maximum = Number.MAX_SAFE_INTEGER;

/** What the ledger routes promise on every database; the caller starts a service with an empty ledger and the users routes. */
export function describeLedgerRoutes(databaseName: string, start: () => Promise<TestService>): void {
  describe(`the ledger routes on ${databaseName}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service?.close());

    const create = async (memo: string, amount: number) =>
      (await service.send('POST', '/ledger', { memo, amount })).body;
    const summary = async () => {
      const { balance, rows } = (
        await service.send('POST', '/ledger/transfer', { from: 'probe', to: 'probe', amount: 1 })
      ).body;
      return { balance, rows };
    };

    it('create, read, list and delete', async () => {
      const created = await service.send('POST', '/ledger', { memo: 'opening', amount: 120 });
      expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), memo: 'opening', amount: 120 } });
      const { id } = created.body;
      expect(await service.send('GET', `/ledger/${id}`)).toMatchObject({ status: 200, body: created.body });
      expect((await service.send('GET', '/ledger?limit=1')).body).toEqual({ entries: [created.body], balance: 120 });
      expect(await service.send('DELETE', `/ledger/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await service.send('DELETE', `/ledger/${id}`)).toMatchObject({ status: 404, body: { status: 404 } });
      expect(await service.send('GET', `/ledger/${id}`)).toMatchObject({
        status: 404,
        body: { detail: `Unknown ledger entry ${id}.` },
      });
      expect((await service.send('GET', '/ledger')).body).toEqual({ entries: [], balance: 0 });
    });

    it('export every entry, one a line, over several pages', async () => {
      const readAll = async () => {
        const answer = await fetch(`${service.url}/api/ledger/export`);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
        return (await answer.text())
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { id: number });
      };
      const before = await readAll();
      const made: number[] = [];
      for (let count = 0; count < 105; count += 1) made.push((await create(`entry ${count}`, 1)).id);
      const after = await readAll();
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.slice(before.length).map(({ id }) => id)).toEqual(made);
      expect(after.at(-1)).toEqual({ id: made.at(-1), memo: 'entry 104', amount: 1 });
      for (const id of made) await service.send('DELETE', `/ledger/${id}`);
      expect(await readAll()).toEqual(before);
    });

    it.each(['transfer', 'transfer-sync'])('%s writes both entries, or with `fail` none', async (route) => {
      await create('opening', 10);
      const before = await summary();
      const done = await service.send('POST', `/ledger/${route}`, { from: 'savings', to: 'rent', amount: 4 });
      expect(done).toMatchObject({ status: 201, body: { balance: before.balance, rows: before.rows + 2 } });
      const { entries } = (await service.send('GET', '/ledger?limit=2')).body;
      expect(entries).toMatchObject([
        { memo: 'rent', amount: 4 },
        { memo: 'savings', amount: -4 },
      ]);
      const failed = await service.send('POST', `/ledger/${route}`, {
        from: 'savings',
        to: 'rent',
        amount: 4,
        fail: true,
      });
      expect(failed).toMatchObject({ status: 409, body: { code: 'transfer-failed' } });
      expect(await summary()).toEqual({ balance: before.balance, rows: before.rows + 4 });
    });

    it.each([
      ['/ledger', { memo: 'once', amount: 5 }],
      ['/ledger/transfer', { from: 'a', to: 'b', amount: 5 }],
      ['/ledger/transfer-sync', { from: 'a', to: 'b', amount: 5 }],
    ])('POST %s with one Idempotency-Key writes once', async (path, body) => {
      const headers = { 'Idempotency-Key': `key:${path}` };
      const first = await service.send('POST', path, body, headers);
      const { rows } = await summary();
      const again = await service.send('POST', path, body, headers);
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect((await summary()).rows).toBe(rows + 2);
      expect((await service.send('POST', path, { ...body, amount: 6 }, headers)).status).toBe(422);
    });

    it('keep the greatest sum exactly and refuse one beyond it, writing nothing', async () => {
      const { balance } = await summary();
      const full = await create('up to the brim', maximum - balance);
      const { rows } = await summary();
      const over = await service.send('POST', '/ledger', { memo: 'over', amount: 1 });
      expect(over).toMatchObject({
        status: 400,
        body: { code: 'balance-out-of-range', errors: [{ in: 'body', path: 'amount' }] },
      });
      expect(await summary()).toEqual({ balance: maximum, rows: rows + 2 });
      await service.send('DELETE', `/ledger/${full.id}`);
      expect((await summary()).balance).toBe(balance);
    });

    const page = async (query: string) => (await service.send('GET', `/ledger/page?take=2&${query}`)).body;

    async function walk(path: string, query: Record<string, string>): Promise<number[][]> {
      const pages: number[][] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const parameters: string = new URLSearchParams({ ...query, ...(cursor ? { cursor } : {}) }).toString();
        const { status, body } = await service.send('GET', `${path}?${parameters}`);
        expect(status).toBe(200);
        expect(body.meta.hasMore).toBe(body.meta.nextCursor !== null);
        pages.push(body.data.map(({ id }) => id));
        cursor = body.meta.nextCursor;
      }
      return pages;
    }

    it('walk over all entries in either order and direction, and by keyset', async () => {
      for (let index = 0; index < 5; index += 1) await create(`row ${index}`, index);
      const ascending = (await walk('/ledger/keyset', { take: '3' })).flat();
      expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
      expect(new Set(ascending).size).toBe((await summary()).rows - 2);
      const all = (await walk('/ledger/keyset', {})).flat();
      const walked = async (query: Record<string, string>) => await walk('/ledger/page', { take: '4', ...query });
      expect((await walked({ order: 'asc' })).flat()).toEqual(all);
      expect((await walked({})).flat()).toEqual(all.toReversed());
      expect((await walked({ order: 'asc', direction: 'backward' })).toReversed().flat()).toEqual(all);
      expect((await walked({ direction: 'backward' })).toReversed().flat()).toEqual(all.toReversed());
    });

    it('turn around: prevCursor leads back with the other direction', async () => {
      for (let index = 0; index < 3; index += 1) await create('row', 1);
      const first = await page('order=asc');
      expect(first.meta.prevCursor).toBeNull();
      const second = await page(`order=asc&cursor=${first.meta.nextCursor}`);
      const back = await page(`order=asc&direction=backward&cursor=${second.meta.prevCursor}`);
      expect(back.data).toEqual(first.data);
      expect(back.meta).toMatchObject({ nextCursor: null, hasMore: false });
      expect((await page(`order=asc&cursor=${back.meta.prevCursor}`)).data).toEqual(second.data);
    });

    it('refuse a cursor of another order, list or maker', async () => {
      for (const name of ['Ada', 'Grace']) await service.send('POST', '/users', { name });
      for (let index = 0; index < 3; index += 1) await create('row', 1);
      const cursorOf = async (path: string, headers = {}) => {
        const { body } = await service.send('GET', path, undefined, headers);
        return (body.nextCursor ?? body.meta.nextCursor)!;
      };
      const ofPage = await cursorOf('/ledger/page?take=1');
      const keyset = await cursorOf('/ledger/keyset?take=1');
      const users = await cursorOf('/users?limit=1', { 'X-API-Version': '2' });
      const refused: [string, string][] = [
        ['page', `order=asc&cursor=${ofPage}`],
        ['page', `cursor=${keyset}`],
        ['keyset', `cursor=${ofPage}`],
        ['page', `cursor=${users}`],
        ['keyset', `cursor=${users}`],
        ['page', `cursor=${ofPage.slice(0, -1)}${ofPage.endsWith('A') ? 'B' : 'A'}`],
        ['page', `cursor=A${ofPage.slice(1)}`],
        ['page', 'cursor='],
        ['keyset', 'cursor=12'],
        ['page', `cursor=${'x'.repeat(513)}`],
      ];
      for (const [path, query] of refused) {
        const answer = await service.send('GET', `/ledger/${path}?${query}`);
        expect(answer, query).toMatchObject({ status: 400, body: { errors: [{ in: 'query', path: 'cursor' }] } });
      }
      expect((await service.send('GET', `/ledger/page?order=desc&cursor=${ofPage}`)).status).toBe(200);
    });

    it.each([
      ['/ledger', { memo: 'x' }, 'amount'],
      ['/ledger', { amount: 1 }, 'memo'],
      ['/ledger', { memo: '', amount: 1 }, 'memo'],
      ['/ledger', { memo: 'x'.repeat(81), amount: 1 }, 'memo'],
      ['/ledger', { memo: 'nul \0', amount: 1 }, 'memo'],
      ['/ledger', { memo: 'half \udc00', amount: 1 }, 'memo'],
      ['/ledger', { memo: 'x', amount: 1.5 }, 'amount'],
      ['/ledger', { memo: 'x', amount: '1' }, 'amount'],
      ['/ledger', { memo: 'x', amount: null }, 'amount'],
      ['/ledger', '{"memo":"x","amount":9007199254740993}', 'amount'],
      ['/ledger', '{"memo":"x","amount":-9007199254740993}', 'amount'],
      ['/ledger', '{"memo":"x","amount":1e400}', 'amount'],
      ['/ledger/transfer', { from: 'a', to: 'b', amount: 0 }, 'amount'],
      ['/ledger/transfer', { from: 'a', to: 'b', amount: -1 }, 'amount'],
      ['/ledger/transfer', { from: '', to: 'b', amount: 1 }, 'from'],
      ['/ledger/transfer', { from: 'a', amount: 1 }, 'to'],
      ['/ledger/transfer', { from: 'a', to: 'b', amount: 1, fail: 'yes' }, 'fail'],
      ['/ledger/transfer-sync', { from: 'a', to: 'b', amount: 2 ** 53 }, 'amount'],
      ['/ledger/transfer-sync', { from: 'a', to: 'x'.repeat(81), amount: 1 }, 'to'],
    ])('POST %s refuses %j, naming %s, and writes nothing', async (path, body, field) => {
      const { rows } = await summary();
      const answer = await service.send('POST', path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ in: 'body', path: field }));
      expect((await summary()).rows).toBe(rows + 2);
    });

    it.each([
      '?limit=0',
      '?limit=101',
      '?limit=x',
      '/page?take=0',
      '/page?take=101',
      '/page?order=up',
      '/page?direction=sideways',
      '/keyset?take=1.5',
      '/keyset?take=',
    ])('GET /ledger%s is refused', async (path) => {
      const answer = await service.send('GET', `/ledger${path}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', path: /(\w+)=/.exec(path)![1] }] } });
    });

    it.each(['0', '-1', '9007199254740992', 'x'])('refuse entry %s to read and to delete', async (id) => {
      for (const method of ['GET', 'DELETE']) {
        expect(await service.send(method, `/ledger/${id}`)).toMatchObject({
          status: 400,
          body: { errors: [{ in: 'path', path: 'id' }] },
        });
      }
    });
  });
}
