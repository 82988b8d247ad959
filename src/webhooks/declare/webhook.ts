import { describeValue, isText, requireOptions, requireTree } from '../../changes/read-arguments.js';
import { captureSource, type SourceReader } from '../../report/load-session.js';
import type { Schema } from '../../schema/standard-schema.js';

/** What `webhook` takes. */
export interface WebhookOptions<S extends Schema> {
  /** The body of its requests in the newest version; declared changes make those of older versions. */
  readonly payload: S;
  /** A sentence for documents: `A book was added.` */
  readonly description: string;
}

/** An event that endpoints of consumers are sent. */
export interface Webhook<S extends Schema = Schema> extends WebhookOptions<S> {
  /** `book.added` */
  readonly name: string;
  /** Where it is declared, for commands that load a configuration. */
  readonly source: SourceReader;
}

const brand = Symbol.for('svckit.webhook');
const example = "webhook('book.added', { payload: Book, description: 'A book was added.' })";

/** Words of letters, digits and underscores with dots between them (Standard Webhooks, "event types"). */
const namePattern = /^\w+(?:\.\w+)*$/;

/**
 * Declares an event: `webhook('book.added', { payload: Book, description: 'A book was added.' })`. List it in `webhooks` of the service. Throws a
 * TypeError for anything else.
 */
export function webhook<S extends Schema>(name: string, options: WebhookOptions<S>): Webhook<S> {
  if (typeof name !== 'string' || !namePattern.test(name))
    throw new TypeError(
      `webhook() takes the name of an event, but received ${describeValue(name)}. Write words with dots between them: ${example}.`,
    );
  const form = `webhook('${name}')`;
  requireOptions(options, ['payload', 'description'], form, example);
  const { payload, description } = options;
  requireTree(payload, `${form} takes a schema as payload, but received ${describeValue(payload)}. Write ${example}.`);
  if (!isText(description))
    throw new TypeError(
      `${form} takes a description, but received ${describeValue(description)}. Write a sentence: ${example}.`,
    );
  return Object.freeze({ [brand]: true, name, payload, description, source: captureSource() });
}

/** Whether a value is what `webhook` returned. */
export function isWebhook(value: unknown): value is Webhook {
  return typeof value === 'object' && value !== null && brand in value;
}
