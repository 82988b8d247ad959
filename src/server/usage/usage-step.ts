import type { GuardClass } from '../../routing/declare/guard.js';
import type { DeprecatedMember } from '../../routing/matching/deprecated-members.js';
import type { Route } from '../../routing/table/route.js';
import type { Logger } from '../../routing/table/logger.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { type ConsumerKind, countedOperation, type UsageOptions } from '../../routing/table/usage.js';
import type { Exchange, Step } from '../endpoint/exchange.js';
import { routeCall } from '../endpoint/route-call.js';
import { clientAddress } from '../request/client-address.js';
import { acceptedKey } from './accepted-key.js';
import { RecentTexts } from './recent-texts.js';
import type { RouteTallies, UsageCounter } from './usage-counter.js';

/** Calls `use` with the caller of a request. `isAccepted`: whether the guards have run. */
type WithConsumer = <Result>(
  exchange: Exchange,
  isAccepted: boolean,
  use: (kind: ConsumerKind, consumer: string) => Result,
) => Result;

/** Counts the calls of one route. */
export class RouteUsage {
  readonly #counter: UsageCounter;
  readonly #tallies: RouteTallies;
  readonly #withConsumer: WithConsumer;
  readonly #now: () => number;

  constructor(counter: UsageCounter, route: Route, consumers: WithConsumer, now: () => number) {
    this.#counter = counter;
    this.#tallies = counter.open(route.version, countedOperation(route));
    this.#withConsumer = consumers;
    this.#now = now;
  }

  /** Counts a call that the guards have let pass. */
  readonly step: Step = (exchange) => {
    this.#withConsumer(exchange, true, this.#count);
  };

  /** Counts a call that its date refuses. */
  countRefused(exchange: Exchange): void {
    this.#withConsumer(exchange, false, this.#count).refused++;
  }

  /** Counts the deprecated members of a valid request. */
  membersStep(members: readonly DeprecatedMember[]): Step {
    return (exchange) => {
      for (const { name, isUsed } of members)
        if (isUsed(exchange))
          this.#withConsumer(exchange, true, (kind, consumer) =>
            this.#counter.countMember(this.#tallies, kind, consumer, this.#now(), name),
          );
    };
  }

  readonly #count = (kind: ConsumerKind, consumer: string) =>
    this.#counter.count(this.#tallies, kind, consumer, this.#now());
}

/** What the routes of an app remember together. */
export class KnownConsumers {
  readonly keys = new RecentTexts();
  readonly addresses = new RecentTexts();
}

/** Finds who calls a route: as the option says, else the caller's id, else an accepted key, else the address. */
export function consumersOf(
  { consumer: name }: UsageOptions,
  guards: readonly GuardClass[],
  { securitySchemes, trustProxy }: Pick<ServiceOptions, 'securitySchemes' | 'trustProxy'>,
  known: KnownConsumers,
  logger: Logger,
): WithConsumer {
  const keyOf = acceptedKey(guards, known.keys, securitySchemes);
  const addressOf = addressReader(known.addresses, trustProxy);
  const byDefault: WithConsumer = (exchange, isAccepted, use) => {
    const id = idOf(exchange.caller);
    if (id !== null) return use('caller', id);
    const key = keyOf === null ? null : keyOf(exchange.req, isAccepted);
    return key === null ? use('address', addressOf(exchange)) : use('key', key);
  };
  if (!name) return byDefault;
  let isReported = false;
  return (exchange, isAccepted, use) => {
    let consumer: string | null | undefined;
    try {
      consumer = name(routeCall(exchange));
    } catch (error) {
      if (!isReported) logger.warn('usage.consumer failed', { error: String(error) });
      isReported = true;
    }
    return typeof consumer === 'string' && consumer !== ''
      ? use('custom', consumer)
      : byDefault(exchange, isAccepted, use);
  };
}

/** null for nobody, and for a caller without an id, whatever `authenticate` of a service without types returns. */
function idOf(caller: unknown): string | null {
  const { id } = (caller ?? {}) as { readonly id?: unknown };
  if (typeof id === 'string') return id === '' ? null : id;
  return typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}

/** The address of a client; what proxies forward is read once per text. */
function addressReader(known: RecentTexts, trustProxy: number | false = false): (exchange: Exchange) => string {
  return ({ req }) => {
    const text = (trustProxy ? req.headers['x-forwarded-for'] : undefined) ?? req.socket.remoteAddress;
    if (typeof text !== 'string') return clientAddress(req, trustProxy);
    return known.get(text) ?? known.keep(text, clientAddress(req, trustProxy));
  };
}
