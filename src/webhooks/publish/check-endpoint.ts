import { isText } from '../../changes/read-arguments.js';
import { suggestName, unknownName } from '../../text/nearest-name.js';
import type { AddressRules } from '../deliver/address-rules.js';
import { findWay, literalOf } from '../deliver/find-way.js';
import { quote } from '../../text/quote.js';
import { everySubject } from '../store/webhook-store.js';
import { InvalidWebhookInput } from './invalid-webhook-input.js';
import type { PublishedEvents } from './published-events.js';

const longestUrl = 2_000;

/**
 * Reads the URL of an endpoint; throws an InvalidWebhookInput for one that nothing could be sent to. What a name resolves to is checked before each
 * attempt.
 */
export async function readEndpointUrl(text: unknown, rules: AddressRules): Promise<string> {
  const refuse = (why: string) => new InvalidWebhookInput('url', `The URL ${quote(text)} ${why}`);
  if (typeof text !== 'string' || !URL.canParse(text)) throw refuse("is no URL. Write 'https://example.com/webhooks'.");
  const url = new URL(text);
  if (text.length > longestUrl) throw refuse(`has more than ${longestUrl} characters.`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('does not begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw refuse('has a user name or password, which are not sent. Receivers know a webhook by its signature.');
  if (url.protocol === 'http:' && !rules.listsAny) throw refuse('begins with http://. Write https://.');
  // Only a host that is an address can be judged now.
  if (literalOf(url))
    await findWay(url, rules, async () => []).catch(() => {
      throw refuse('leads to an address that may not be reached. Use a public one, over https.');
    });
  return url.href;
}

/** Throws an InvalidWebhookInput for what is no list of declared events. */
export function readEventNames(names: unknown, events: PublishedEvents): readonly string[] {
  const known = events.names;
  const refuse = (message: string) => new InvalidWebhookInput('events', message);
  if (!Array.isArray(names) || names.length === 0)
    throw refuse(
      `An endpoint has a list of events, such as [${JSON.stringify(known[0])}]. Available: ${known.join(', ')}.`,
    );
  const stranger = names.find((name) => !known.includes(name as string)) as unknown;
  if (stranger !== undefined) throw refuse(unknownName('event', String(stranger), known));
  return [...new Set(names as string[])];
}

/** Throws an InvalidWebhookInput for a version that does not exist. */
export function readVersion(version: unknown, events: PublishedEvents): string {
  const { names } = events.versions;
  if (typeof version === 'string' && names.includes(version)) return version;
  const fix = suggestName(String(version), names);
  throw new InvalidWebhookInput('version', `Unknown version ${quote(version)}. ${fix}`.trimEnd());
}

/** Throws an InvalidWebhookInput for what no endpoint belongs to. */
export function requireOwner(subject: unknown): void {
  requireSubject(subject);
  if (subject === everySubject)
    throw new InvalidWebhookInput(
      'subject',
      "'*' is the subject of an event for all. An endpoint belongs to one: { subject: 'tenant-1' }.",
    );
}

/** Throws an InvalidWebhookInput for what is no subject. */
export function requireSubject(subject: unknown): asserts subject is string {
  if (!isText(subject))
    throw new InvalidWebhookInput(
      'subject',
      "Webhooks have a subject, whose endpoints get them. Write { subject: 'tenant-1' }.",
    );
}
