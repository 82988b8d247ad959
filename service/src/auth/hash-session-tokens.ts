import type { AsyncLocalStorage } from 'node:async_hooks';
import type { DBAdapter, Where } from 'better-auth/adapters';
import { hashToken } from './session-credential.js';

type Row = Record<string, unknown>;

/** The state of the running request: the token that it presented, and the stored hash that it may revoke. */
export interface RequestTokens {
  readonly presented: string | null;
  readonly revocable: string | null;
  /** Where this process is reached on its own machine. */
  readonly localOrigin: string;
  /** The error from reading a session, which better-auth treats as a missing session. */
  readonly failures: unknown[];
  /** Whether an unverified account must prove a new address before it has it. */
  provesAddress: boolean;
}

const storedPrefix = 'sha256:';

/**
 * Keeps session tokens out of the database: rows hold `sha256:…`, callers see the token that they presented.
 * A list shows the stored hashes, which can revoke a session but not authenticate, and the presented token for the current session.
 */
export function hashSessionTokens<A extends DBAdapter>(adapter: A, requests: AsyncLocalStorage<RequestTokens>): A {
  const isRevocable = (token: string) => requests.getStore()?.revocable === token;

  function toStored(where: readonly Where[] | undefined, trustStored: boolean): Where[] | undefined {
    const hash = (token: unknown) => storedForm(String(token), trustStored);
    return where?.map((clause) => {
      if (clause.field !== 'token') return clause;
      return { ...clause, value: Array.isArray(clause.value) ? clause.value.map(hash) : hash(clause.value) };
    });
  }

  function storedForm(token: string, trustStored: boolean): string {
    return token.startsWith(storedPrefix) && (trustStored || isRevocable(token)) ? token : hashToken(token);
  }

  function withToken<T>(row: T, where: readonly Where[] | undefined): T {
    const asked = where?.find(({ field }) => field === 'token')?.value ?? requests.getStore()?.presented;
    if (row === null || typeof asked !== 'string' || (row as Row).token !== hashToken(asked)) return row;
    return { ...row, token: asked };
  }

  async function noteFailure<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      requests.getStore()?.failures.push(error);
      throw error;
    }
  }

  const wrapped = {
    create: async (query: Parameters<A['create']>[0]) => {
      if (query.model !== 'session') return adapter.create(query);
      const data = query.data as Row;
      const row = await adapter.create<Row, Row>({ ...query, data: { ...data, token: hashToken(String(data.token)) } });
      return { ...row, token: data.token };
    },
    findOne: async (query: Parameters<A['findOne']>[0]) => {
      if (query.model !== 'session') return adapter.findOne(query);
      return withToken(
        await noteFailure(adapter.findOne<Row>({ ...query, where: toStored(query.where, false)! })),
        query.where,
      );
    },
    findMany: async (query: Parameters<A['findMany']>[0]) => {
      if (query.model !== 'session') return adapter.findMany(query);
      const rows = await adapter.findMany<Row>({ ...query, where: toStored(query.where, true) });
      return rows.map((row) => withToken(row, query.where));
    },
    update: async (query: Parameters<A['update']>[0]) => {
      if (query.model !== 'session') return adapter.update(query);
      return withToken(await adapter.update<Row>({ ...query, where: toStored(query.where, false)! }), query.where);
    },
  };
  const mapped =
    (name: 'count' | 'updateMany' | 'delete' | 'deleteMany') => (query: { model: string; where?: Where[] }) => {
      const call = adapter[name] as (query: unknown) => Promise<unknown>;
      return call(query.model === 'session' ? { ...query, where: toStored(query.where, true) } : query);
    };

  return {
    ...adapter,
    ...wrapped,
    count: mapped('count'),
    updateMany: mapped('updateMany'),
    delete: mapped('delete'),
    deleteMany: mapped('deleteMany'),
    consumeOne: refuseSessions('consumeOne', adapter.consumeOne),
    incrementOne: refuseSessions('incrementOne', adapter.incrementOne),
    transaction: (work: Parameters<A['transaction']>[0]) =>
      adapter.transaction((inner) => work(hashSessionTokens(inner as DBAdapter, requests))),
  } as A;
}

/** Operations that better-auth does not use on sessions: failing is safer than querying for a plain-text token. */
function refuseSessions<Query extends { model: string }, Answer>(
  name: string,
  call: (query: Query) => Promise<Answer>,
) {
  return (query: Query): Promise<Answer> => {
    if (query.model === 'session') throw new Error(`Sessions are stored hashed: ${name} is not supported on them.`);
    return call(query);
  };
}
