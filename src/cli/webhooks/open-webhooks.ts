import { resolve } from 'node:path';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import type { StoredEndpoint, WebhookStore } from '../../webhooks/store/webhook-store.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';

type Definition = Pick<ServiceDefinition, 'openWebhooks'>;

/** Where a command reads webhooks. */
export interface WebhookSource {
  readonly definition: Definition;
  readonly config: string | undefined;
  readonly io: Io;
}

/** What `read` finds in the store of webhooks that a service opens, which is closed again. */
export async function readWebhooks<T>(
  { definition: { openWebhooks }, config, io: { env, cwd } }: WebhookSource,
  read: (store: WebhookStore) => Promise<T>,
): Promise<T> {
  if (!openWebhooks)
    throw new CommandFailure(
      'This service does not say where its webhooks are kept. Add openWebhooks to its definition, which returns { store, close }.',
    );
  try {
    const { store, close } = await openWebhooks({
      env,
      cwd,
      configFile: config === undefined ? null : resolve(cwd, config),
      workers: 1,
    });
    try {
      return await read(store);
    } finally {
      await close?.();
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      `The webhooks cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      1,
    );
  }
}

const pageSize = 500;

/** The endpoints of a version that still get events; none for a service that has no webhooks. */
export async function endpointsOn(version: string, source: WebhookSource): Promise<readonly StoredEndpoint[]> {
  if (!source.definition.openWebhooks) return [];
  return readWebhooks(source, async (store) => {
    const found: StoredEndpoint[] = [];
    for (;;) {
      const after = found.at(-1)?.id;
      const page = await store.listEndpoints({
        version,
        enabled: true,
        limit: pageSize,
        ...(after !== undefined && { after }),
      });
      found.push(...page);
      if (page.length < pageSize) return found;
    }
  });
}
