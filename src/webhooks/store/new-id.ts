import { randomBytes } from 'node:crypto';

let last = { now: 0, count: 0 };

const digits = (value: number, length: number) => value.toString(36).padStart(length, '0');

/** An id that sorts by its time, and in this process by its order: `msg_0mhw2q1bc0000…`. Random enough that nobody can guess it. */
export function newId(kind: 'ep' | 'msg' | 'dlv', now: number): string {
  last = { now, count: last.now === now ? last.count + 1 : 0 };
  return `${kind}_${digits(now, 9)}${digits(last.count, 4)}${randomBytes(10).toString('hex')}`;
}
