import type { Io } from '../io.js';
import { CommandFailure } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import { chooseFrom, declareEntry } from '../shared-options.js';
import { openService } from '../sources/open-service.js';
import { declareConfig } from '../usage/read-usage.js';
import { webhookFormats } from '../webhooks/format-webhooks.js';
import { readWebhooks, type WebhookSource } from '../webhooks/open-webhooks.js';

interface WebhooksOptions {
  readonly apiVersion?: string;
  readonly replay?: string;
  readonly config?: string;
  readonly demo?: boolean;
  readonly format: keyof typeof webhookFormats;
}

const mostFailing = 50;
const mostEndpoints = 1_000;

export const webhooksCommand = defineCommand<WebhooksOptions>({
  declare: (command) => {
    declareEntry(command)
      .option('--api-version <version>', 'list the endpoints of this version')
      .option('--replay <delivery>', 'send a delivery again, with the same id and body')
      .addOption(chooseFrom('--format <format>', 'output format', Object.keys(webhookFormats)).default('table'));
    declareConfig(command);
  },
  examples: [
    { line: 'svc webhooks', meaning: 'endpoints by version, and the deliveries that are failing' },
    { line: 'svc webhooks --api-version 1', meaning: 'who still gets version 1' },
    { line: 'svc webhooks --replay dlv_0mwxi2yo', meaning: 'send one delivery again' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const { demo, config, replay, apiVersion: version, format } = options;
    const instead = 'Name the file of the service.';
    const { definition } = await openService({ entry, demo }, { command: 'svc webhooks', instead }, io);
    const source = { definition, config, io };
    if (replay !== undefined) return replayDelivery(replay, source, io);
    const overview = await readWebhooks(source, async (store) => ({
      versions: await store.countEndpoints(),
      endpoints: version === undefined ? null : await store.listEndpoints({ version, limit: mostEndpoints }),
      failing: await store.listDeliveries({ failing: true, limit: mostFailing }),
    }));
    io.stdout.write(webhookFormats[format](overview, io));
    return 0;
  },
});

/** The processes that deliver see it with their next look. */
async function replayDelivery(id: string, source: WebhookSource, io: Io): Promise<number> {
  await readWebhooks(source, async (store) => {
    const delivery = await store.findDelivery(id);
    if (!delivery)
      throw new CommandFailure(`Unknown delivery ${JSON.stringify(id)}. svc webhooks lists those that fail.`, 1);
    const endpoint = await store.findEndpoint(delivery.endpoint);
    if (endpoint && endpoint.disabled !== null)
      throw new CommandFailure(
        `The endpoint ${endpoint.id} is disabled (${endpoint.disabled}), and gets nothing until its owner enables it.`,
        1,
      );
    if (!(await store.replay(id, io.now().getTime())))
      throw new CommandFailure(`The delivery ${id} is not over yet: its next attempt follows by itself.`, 1);
  });
  io.stdout.write(`The delivery ${id} is due again.\n`);
  return 0;
}
