import type { Class } from '../../wiring/metadata.js';
import { Module } from '../../wiring/module.js';
import { provide } from '../../wiring/provide.js';
import type { Injectable } from '../../wiring/token.js';
import { WEBHOOK_HOST } from '../declare/webhook-host.js';
import { Webhooks } from './webhooks.js';
import { readWebhooksOptions, type WebhooksOptions } from './webhooks-options.js';

type Resolved<D extends readonly Injectable[]> = { [K in keyof D]: D[K] extends Injectable<infer T> ? T : never };

/** Options that are made of what is injected, such as a store on an injected database. */
export interface WebhooksFactory<D extends readonly Injectable[]> {
  /** Makes the options of what `inject` names, in its order. */
  readonly useFactory: (...dependencies: Resolved<D>) => WebhooksOptions;
  readonly inject: readonly [...D];
}

/**
 * A module that provides `Webhooks`: `imports: [WebhooksModule({ store, egress: 'public' })]`. It delivers in this process, unless `deliver` is false.
 * Throws a TypeError for an option that cannot be.
 */
export function WebhooksModule<const D extends readonly Injectable[]>(
  given: WebhooksOptions | WebhooksFactory<D>,
): Class {
  class OfWebhooks {}
  Module({ providers: [providerOf(given)] })(OfWebhooks, undefined);
  return OfWebhooks;
}

function providerOf<const D extends readonly Injectable[]>(given: WebhooksOptions | WebhooksFactory<D>) {
  if (typeof given === 'object' && given !== null && 'useFactory' in given)
    return provide<Webhooks, readonly Injectable[]>(Webhooks, {
      useFactory: (host, ...dependencies) =>
        new Webhooks(readWebhooksOptions(given.useFactory(...(dependencies as Resolved<D>))), host as never),
      inject: [WEBHOOK_HOST, ...given.inject],
    });
  const options = readWebhooksOptions(given);
  return provide(Webhooks, { useFactory: (host) => new Webhooks(options, host), inject: [WEBHOOK_HOST] });
}
