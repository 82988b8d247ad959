import type { $ZodType } from 'zod/v4/core';
import type { Versions } from '../../changes/known-versions.js';
import { hopInWords } from '../../changes/hop.js';
import { nameOfSchema } from '../../changes/schema-name.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { libraryOf } from '../../schema/foreign/library-pipe.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { withoutInternal } from '../../schema/without-internal.js';
import { definitionOf, schemasIn } from '../../schema/zod-tree.js';
import { quote } from '../../text/quote.js';
import { isWebhook, type Webhook } from '../../webhooks/declare/webhook.js';
import { hopsOfPayload } from '../../webhooks/declare/payload-hops.js';
import { frozenProblemsOfPayload } from '../changes/check-frozen.js';
import type { ServiceOptions } from './service-options.js';

const option = 'webhooks';
const example = "webhooks: [bookAdded], where bookAdded is what webhook('book.added', { payload: Book, … }) returns";
const wrong = (message: string, fix: string, source: BootProblem['source'] = null) =>
  problem('invalid-webhooks', message, fix, { option, source });

/** What is wrong with the option `webhooks`, whatever the versions are. */
export function checkWebhooks(value: unknown): readonly BootProblem[] {
  if (!Array.isArray(value)) return [wrong(`Invalid option webhooks: ${quote(value)}.`, `Write ${example}.`)];
  const strangers = value.filter((one) => !isWebhook(one));
  if (strangers.length > 0)
    return strangers.map((one) => wrong(`webhooks has ${quote(one)}, which is no webhook.`, `Write ${example}.`));
  const webhooks = value.filter(isWebhook);
  const repeated = webhooks.filter(({ name }, index) => webhooks.findIndex((one) => one.name === name) < index);
  return [
    ...repeated.map(({ name, source }) =>
      wrong(`Two webhooks are called ${name}.`, 'List it once, or give one of them another name.', source()),
    ),
    ...webhooks.flatMap(unsendable),
  ];
}

/** What is stored and sent is what is published. */
function unsendable({ name, payload, source }: Webhook): readonly BootProblem[] {
  const tree = zodTreeOf(payload)!;
  if (withoutInternal(tree) !== tree)
    return [
      wrong(
        `The payload of the webhook ${name} has members that are internal(), which no stored event has.`,
        'Write a schema for what is sent.',
        source(),
      ),
    ];
  if (libraryOf(tree) || ![...schemasIn([tree])].some(converts)) return [];
  return [
    wrong(
      `The payload of the webhook ${name} has a transform, so that what is published is not what is sent.`,
      'Write a schema of plain JSON, and convert the value before publish().',
      source(),
    ),
  ];
}

const converts = (schema: $ZodType) => ['pipe', 'transform'].includes(definitionOf(schema).type);

/** The webhooks of a service; none where the option is wrong, which is reported. */
export const readableWebhooks = ({ webhooks }: Pick<ServiceOptions, 'webhooks'>): readonly Webhook[] =>
  webhooks !== undefined && checkWebhooks(webhooks).length === 0 ? webhooks : [];

/** What is wrong with the ways from the newest bodies of webhooks to older ones. */
export function checkPayloads(webhooks: readonly Webhook[], versions: Versions | undefined): readonly BootProblem[] {
  if (webhooks.length === 0) return [];
  if (!versions)
    return [
      wrong(
        'The option webhooks needs versions, which endpoints have.',
        "Write versioning: { …, versions: defineVersions(['1']) }.",
        webhooks[0]!.source(),
      ),
    ];
  return webhooks.flatMap((webhook) => [
    ...missingDown(webhook, versions),
    ...frozenProblemsOfPayload(webhook, versions),
  ]);
}

function missingDown(webhook: Webhook, versions: Versions): readonly BootProblem[] {
  return hopsOfPayload(webhook, versions).flatMap(({ hop, reshapes }) =>
    reshapes
      .filter(({ reshape }) => reshape.down === null)
      .map(({ reshape, change }) =>
        problem(
          'change-without-down',
          `The change "${change.title}" of ${hopInWords(hop)} has no down for ${nameOfSchema(reshape.trees.after, hop) ?? 'a schema'}, which the webhook ${webhook.name} sends.`,
          'Add down: (value) => … to its reshape.',
          { source: reshape.source() ?? change.source(), change: change.id },
        ),
      ),
  );
}
