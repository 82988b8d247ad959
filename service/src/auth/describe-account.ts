import { millisecondsPerDay } from '../../../src/text/date.js';

/** What distinguishes an account from one that somebody else made with the same address; `createdAt` is ISO 8601 in UTC. */
export interface AccountFacts {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly createdAt: string;
}

const units = [
  ['day', millisecondsPerDay],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** One line: `id 3fK9, verified, 12 days old`. */
export function describeAccount({ id, emailVerified, createdAt }: AccountFacts, now = Date.now()): string {
  return `id ${id}, ${emailVerified ? 'verified' : 'not verified'}, ${ageOf(now - Date.parse(createdAt))}`;
}

function ageOf(milliseconds: number): string {
  const [unit, size] = units.find(([, length]) => milliseconds >= length) ?? ['second', 1_000];
  const count = Math.max(0, Math.floor(milliseconds / size));
  return `${count} ${unit}${count === 1 ? '' : 's'} old`;
}
