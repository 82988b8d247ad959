import type { DBAdapter } from 'better-auth/adapters';
import { AuthRefusal } from './auth-refusal.js';

/** Answers a change of address with a 400 when another account takes the address between better-auth's look-up and the change. */
export function refuseTakenAddress<A extends DBAdapter>(adapter: A): A {
  async function explain(error: unknown, email: unknown): Promise<never> {
    const isTaken =
      typeof email === 'string' &&
      (await adapter.findOne({ model: 'user', where: [{ field: 'email', value: email }] }));
    if (isTaken) throw new AuthRefusal(400, 'USER_ALREADY_EXISTS', 'Another account has this address.');
    throw error;
  }
  return {
    ...adapter,
    update: (query: Parameters<A['update']>[0]) =>
      query.model === 'user' && 'email' in query.update
        ? adapter.update(query).catch((error: unknown) => explain(error, query.update.email))
        : adapter.update(query),
    transaction: (work: Parameters<A['transaction']>[0]) =>
      adapter.transaction((inner) => work(refuseTakenAddress(inner as DBAdapter))),
  } as A;
}
