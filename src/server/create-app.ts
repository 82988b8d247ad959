import { compileService } from '../export/compile-service.js';
import { APP_LOGGER, APP_STATE, NEXT_ROUTES, PASSAGES, PREVIEWS, ROUTES, USAGE } from '../routing/table/app-tokens.js';
import { BootError } from '../routing/table/boot-error.js';
import type { Binding } from '../routing/table/binding.js';
import { previewFieldReader } from '../routing/matching/preview-field.js';
import { servedNext } from '../routing/table/compile-routes.js';
import { headerPool } from '../routing/matching/flat-headers.js';
import { appOptions } from '../routing/table/option-table.js';
import { isOptionsProvider } from '../routing/declare/http-options-provider.js';
import type { Logger } from '../routing/table/logger.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { successorFinder } from '../routing/versioning/successor.js';
import { Container, WiringError } from '../wiring/container.js';
import type { Class } from '../wiring/metadata.js';
import type { BootProblem } from '../report/boot-problem.js';
import { provide, readProvider } from '../wiring/provide.js';
import { WEBHOOK_HOST, type WebhookHost } from '../webhooks/declare/webhook-host.js';
import { App } from './app.js';
import { consoleLogger } from './observe/console-logger.js';
import { Dispatcher } from './dispatcher.js';
import { exposeUsage } from './observe/metrics.js';
import { openObservers } from './observe/open-observers.js';
import { Clients } from './request/clients.js';
import { LargeBodies } from './request/large-bodies.js';
import { Turns } from './request/turns.js';
import { MemoryIdempotencyStore } from './stores/memory-idempotency-store.js';
import { dueEvents } from './lifecycle/due-events.js';
import { LifecycleNotices, openNotices } from './lifecycle/lifecycle-notices.js';
import { openUsage } from './usage/usage-counting.js';
import { MemoryThrottleStore } from './stores/memory-throttle-store.js';

/** Makes a root module ready to serve. Rejects with one BootError that holds every problem. */
export async function createApp(root: Class, given: ServiceOptions = {}): Promise<App> {
  const state = { draining: false, startedAt: Date.now() };
  const winning = (Array.isArray(given.providers) ? given.providers : []).filter(
    (entry) => readProvider(entry) !== null,
  );
  // Providers that an HttpOptionsProvider injects are made before it says where to log.
  let logger: Logger = consoleLogger;
  const container = new Container(root, [
    provide(APP_STATE, { useValue: state }),
    provide(APP_LOGGER, { useValue: forwardTo(() => logger) }),
    ...winning,
  ]);
  const options = refuseWiring(() => resolveOptions(container, given));
  const table = compileService({ ...options, root });

  const observing = await openObservers(options);
  if (observing.problems.length > 0) throw new BootError([...table.problems, ...observing.problems]);
  for (const provider of observing.providers) if (!container.tokens.includes(provider.token)) container.add(provider);
  logger = options.logger ?? consoleLogger;
  const usage = openUsage(options, logger);
  if (usage) container.add(provide(USAGE, { useFactory: () => usage }));
  if (usage && observing.registry) await exposeUsage(observing.registry, () => usage.totals());
  const successorOf = successorFinder(table.routes, options.versioning);
  const leaving = (now: number) => dueEvents(table.routes, successorOf, now);
  const notices = openNotices(options, leaving, usage?.store, logger);
  if (notices) container.add(provide(LifecycleNotices, { useFactory: () => notices }));
  const host = webhookHost(options, logger, leaving);
  container.add(provide(WEBHOOK_HOST, { useValue: host }));
  container.add(provide(ROUTES, { useValue: table.routes }));
  const next = servedNext(table, options.versioning);
  container.add(provide(NEXT_ROUTES, { useValue: next }));
  container.add(provide(PREVIEWS, { useValue: table.previews }));
  container.add(provide(PASSAGES, { useValue: (route) => table.bindings.get(route)?.passage ?? null }));
  for (const binding of table.bindings.values()) admit(container, binding);
  const problems: BootProblem[] = [...table.problems, ...container.constructAll()];
  if (problems.length > 0) throw new BootError(problems);

  const clients = new Clients(options.trustProxy);
  const turns = new Turns(clients);
  const parts = {
    options,
    logger,
    throttle: options.throttle?.store ?? new MemoryThrottleStore(),
    idempotency: options.idempotency?.store ?? new MemoryIdempotencyStore(),
    resolve: container.get.bind(container),
    usage,
    share: headerPool(),
    successorOf,
    turns,
    largeBodies: new LargeBodies(clients, turns),
    readPreviews: table.previews ? await previewFieldReader() : null,
    now: host.now,
  };
  const dispatcher = refuseWiring(() => new Dispatcher({ ...table, next }, parts, observing.observers));
  await container.start();
  const timing = {
    headersMs: options.headersTimeoutMs ?? 15_000,
    requestMs: options.requestTimeoutMs ?? 300_000,
    answerMs: options.answerTimeoutMs ?? 60_000,
    keepAliveMs: options.keepAliveTimeoutMs ?? 65_000,
    drainDelayMs: options.drainDelayMs ?? 0,
    drainTimeoutMs: options.drainTimeoutMs ?? 10_000,
  };
  return new App({ routes: table.routes, next }, dispatcher, container, state, timing, options.application);
}

const webhookHost = (
  { webhooks = [], versioning, now }: ServiceOptions,
  log: Logger,
  leaving: WebhookHost['leaving'],
): WebhookHost => ({
  webhooks,
  versions: versioning?.versions,
  log,
  now: now ? () => now().getTime() : Date.now,
  leaving,
});

function forwardTo(logger: () => Logger): Logger {
  return {
    info: (...line) => logger().info(...line),
    warn: (...line) => logger().warn(...line),
    error: (...line) => logger().error(...line),
  };
}

function admit(container: Container, { target, guards }: Binding): void {
  for (const type of [target, ...guards]) container.admit(type);
}

function refuseWiring<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof WiringError ? new BootError([error.problem]) : error;
  }
}

/** The app's options: those given to `createApp` take precedence over those of an HttpOptionsProvider among its providers. */
function resolveOptions(container: Container, given: ServiceOptions): ServiceOptions {
  const target = container.tokens.find(isOptionsProvider);
  if (!target) return given;
  const provider = container.get(target) as ServiceOptions;
  const options: Record<string, unknown> = { ...given };
  for (const name of Object.keys(appOptions) as (keyof ServiceOptions)[]) {
    if (options[name] === undefined && provider[name] !== undefined) options[name] = provider[name];
  }
  return options;
}
