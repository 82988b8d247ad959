import { describeValue, requireFunctions, requireOptions } from '../../changes/read-arguments.js';
import type { WebhookQueue } from '../deliver/delivery-worker.js';
import type { ResolveHost } from '../deliver/find-way.js';
import { type Egress, readEgress } from '../deliver/read-egress.js';
import { standardSchedule } from '../deliver/schedule.js';
import type { WhenVersionGone } from '../deliver/version-gone.js';
import type { WebhookStore } from '../store/webhook-store.js';
import type { WebhookNotice } from './notices.js';

/** What `WebhooksModule` takes. */
export interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly egress: Egress;
  /** Where attempts run; in the process that takes them by default. */
  readonly queue?: WebhookQueue;
  /** Whether this process delivers; true by default. One of the processes on a store must. */
  readonly deliver?: boolean;
  /** Attempts at a time; 50 by default. */
  readonly concurrency?: number;
  /** Attempts of one endpoint at a time, in all processes; 5 by default, and one while it fails. */
  readonly perEndpoint?: number;
  /** Milliseconds for one attempt; 20,000 by default. */
  readonly timeoutMs?: number;
  /** Milliseconds between one attempt and the next; those of Standard Webhooks by default. */
  readonly schedule?: readonly number[];
  /** Milliseconds between two looks for deliveries of other processes and of transactions; 500 by default. */
  readonly pollMs?: number;
  /** Days for which deliveries that are over are kept; 30 by default. */
  readonly keepDays?: number;
  /** What becomes of endpoints whose version is gone; `disable` by default. */
  readonly whenVersionGone?: WhenVersionGone;
  /** Called with what the owner of an endpoint should know, at least once. A notice stays due until its promise resolves. */
  readonly onNotice?: (notice: WebhookNotice) => unknown;
  /** Finds the addresses of a host name; that of the operating system by default. */
  readonly resolve?: ResolveHost;
}

const numbers = {
  concurrency: [1, 10_000, 50],
  perEndpoint: [1, 1_000, 5],
  timeoutMs: [1, 300_000, 20_000],
  pollMs: [1, 3_600_000, 500],
  keepDays: [1, 3_650, 30],
} as const satisfies Partial<Record<keyof WebhooksOptions, readonly [least: number, most: number, usual: number]>>;

type Numbers = Readonly<Record<keyof typeof numbers, number>>;

const names = [
  'store',
  'egress',
  'queue',
  'deliver',
  'schedule',
  'whenVersionGone',
  'onNotice',
  'resolve',
  ...Object.keys(numbers),
];
const form = 'WebhooksModule()';
const example = "WebhooksModule({ store: memoryWebhookStore(), egress: 'public' })";

/** The options with their defaults; throws a TypeError for a wrong one. */
export function readWebhooksOptions(options: WebhooksOptions) {
  requireOptions(options, names, form, example);
  const { store, egress, schedule = standardSchedule, deliver = true, whenVersionGone = 'disable' } = options;
  if (typeof store?.publish !== 'function')
    throw new TypeError(`${form} takes a store, but received ${describeValue(store)}. Write ${example}.`);
  requireFunctions(options, ['onNotice', 'resolve'], form);
  if (!Array.isArray(schedule) || !schedule.every((one) => Number.isFinite(one) && one >= 0))
    throw new TypeError(
      `${form}: schedule is ${describeValue(schedule)}. Write milliseconds, such as [5_000, 300_000].`,
    );
  if (typeof deliver !== 'boolean')
    throw new TypeError(`${form}: deliver is ${describeValue(deliver)}. Write true or false.`);
  const { queue = null, onNotice, resolve } = options;
  return {
    store,
    egress: readEgress(egress),
    queue,
    schedule,
    deliver,
    whenVersionGone,
    onNotice,
    resolve,
    ...readNumbers(options),
  };
}

/** The options with their defaults. */
export type ReadOptions = ReturnType<typeof readWebhooksOptions>;

const readNumbers = (options: WebhooksOptions): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, [least, most, usual]]) => {
      const value: unknown = options[name as keyof typeof numbers] ?? usual;
      if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return [name, value];
      throw new TypeError(
        `${form}: ${name} is ${describeValue(value)}. Write a whole number from ${least} to ${most}.`,
      );
    }),
  ) as Numbers;
