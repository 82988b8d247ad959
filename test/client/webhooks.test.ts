import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded, shelfChanged } from '../../fixtures/webhooks/svc.config.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { signWebhook } from '../../src/webhooks/index.js';
import { makeSecret, receiverSecret } from '../../src/webhooks/signature/secret.js';
import { book, openWebhooks } from '../../src/webhooks/testing/open-webhooks.js';
import { type Received, startReceiver } from '../../src/webhooks/testing/receiver.js';
import { compile, compileWithDeclarations } from './compile.js';
import { newFolder, writeFiles } from './consumer-folder.js';

const use = `
import { receiveWebhook as receiveOld, type WebhookEvent as OldEvent } from './api/v1.js';
import { receiveWebhook, UnexpectedWebhookError, WebhookVerificationError, type Book, type WebhookEvent, type webhooks } from './api/v3.js';

/** Exhaustive: another event would not compile. */
export function describe(webhook: WebhookEvent): string {
  switch (webhook.event) {
    case 'book.added':
      return webhook.payload.authors.join(' and ');
    case 'shelf.changed':
      return webhook.payload.shelf.name + ' by ' + webhook.payload.by;
    default:
      return webhook satisfies never;
  }
}

export const describeOld = (webhook: OldEvent): string =>
  webhook.event === 'book.added' ? webhook.payload.author : webhook.payload.shelf.label;

export interface Given { headers: Headers; body: string | Uint8Array; secret: string | string[] }
async function tell<E>(received: Promise<E>, say: (event: E) => string): Promise<unknown> {
  try {
    const event = await received;
    return { ...event, told: say(event) };
  } catch (error) {
    if (error instanceof WebhookVerificationError || error instanceof UnexpectedWebhookError) return error.reason;
    throw error;
  }
}
export const receive = (given: Given) => tell(receiveWebhook(given), describe);
export const receiveAs1 = (given: Given) => tell(receiveOld(given), describeOld);

// Only compiled.
export const wrong = async (given: Given, added: webhooks['book.added']) => {
  const sameType: Book = added;
  const webhook = await receiveWebhook(given);
  // @ts-expect-error only one of the events has authors
  void webhook.payload.authors;
  // @ts-expect-error version 3 has no author
  if (webhook.event === 'book.added') void webhook.payload.author;
  // @ts-expect-error no such event
  if (webhook.event === 'book.removed') return;
  // @ts-expect-error a parsed body has no signature
  await receiveWebhook({ ...given, body: {} });
  return sameType;
};
`;

type Receive = (given: {
  readonly headers: Headers;
  readonly body: string | Uint8Array;
  readonly secret: string | readonly string[];
}) => Promise<unknown>;

let folder: string;
let client: { readonly receive: Receive; readonly receiveAs1: Receive };
beforeAll(async () => {
  folder = newFolder({ noEmit: false, outDir: 'out' });
  const { code } = await capture(['client', join(fixture('webhooks'), 'svc.config.ts')], { cwd: folder });
  expect(code).toBe(0);
  writeFiles(folder, { 'src/use.ts': use });
  expect(compile(folder)).toBe('');
  client = (await import(pathToFileURL(join(folder, 'out/use.js')).href)) as typeof client;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const given = ({ headers, body }: Received, secret: string | readonly string[]) => ({
  headers: new Headers(headers),
  body,
  secret,
});

/** What the service sends: an event of each kind to an endpoint, and again after its secret was rotated. */
async function sendAll(version: string, signing: 'hmac' | 'ed25519') {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { webhooks, clock } = await openWebhooks();
  clock.now = Date.now();
  const subject = 'tenant-1';
  const events = [bookAdded.name, shelfChanged.name];
  const endpoint = await webhooks.endpoints.create({ subject, url: receiver.url, events, version, signing });
  await webhooks.publish(bookAdded, book, { subject });
  await expect.poll(() => receiver.received.length).toBe(1);
  await webhooks.publish(shelfChanged, { shelf: { name: 'A', books: [book] }, by: 'Ada' }, { subject });
  await expect.poll(() => receiver.received.length).toBe(2);
  const rotated = await webhooks.endpoints.rotate(endpoint.id, { subject });
  await webhooks.publish(bookAdded, book, { subject });
  await expect.poll(() => receiver.received.length).toBe(3);
  const [added, changed, repeated] = receiver.received as [Received, Received, Received];
  return { added, changed, repeated, secret: endpoint.secret, next: rotated!.secret };
}

describe('the receiver of a client', () => {
  it.each(['hmac', 'ed25519'] as const)(
    'verifies what the service signs with %s, in the version of the endpoint',
    async (signing) => {
      const { added, changed, repeated, secret, next } = await sendAll('3', signing);
      expect(await client.receive(given(added, secret))).toMatchObject({
        event: 'book.added',
        id: added.headers['webhook-id'],
        version: '3',
        payload: book,
        told: 'Jane Austen and A friend',
      });
      expect(await client.receive(given(changed, secret))).toMatchObject({ event: 'shelf.changed', told: 'A by Ada' });

      // While one secret replaces another, each of them and both verify.
      expect(repeated.headers['webhook-signature']!.split(' ')).toHaveLength(2);
      for (const known of [secret, next, [next, secret]])
        expect(await client.receive(given(repeated, known))).toMatchObject({ told: 'Jane Austen and A friend' });
      expect(await client.receive(given(added, [next, secret]))).toMatchObject({ event: 'book.added' });
      expect(await client.receive(given(added, next))).toBe('no-signature-matches');

      const bytes = new TextEncoder().encode(added.body);
      expect(await client.receive({ ...given(added, secret), body: bytes })).toMatchObject({ payload: book });
      expect(await client.receive({ ...given(added, secret), body: `${added.body} ` })).toBe('no-signature-matches');
    },
  );

  it('has the types of its own version, and refuses the other one', async () => {
    const { added, changed, secret } = await sendAll('1', 'hmac');
    expect(await client.receiveAs1(given(added, secret))).toMatchObject({ told: 'Jane Austen and A friend' });
    expect(await client.receiveAs1(given(changed, secret))).toMatchObject({ told: 'A' });
    expect(await client.receive(given(added, secret))).toBe('other-version');
  });

  const secret = makeSecret('hmac');
  const pair = makeSecret('ed25519');
  const sent = (
    body: string,
    headers: Readonly<Record<string, string>> = {},
    { at = new Date(), id = 'msg_1', key = secret } = {},
  ) => ({
    headers: new Headers({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signWebhook({ id, timestamp: at, body, secret: key }),
      'webhook-event': 'book.added',
      'webhook-version': '3',
      ...headers,
    }),
    body,
    secret: receiverSecret(key),
  });
  const text = JSON.stringify(book);
  const ago = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });

  it.each([
    ['an old timestamp', sent(text, {}, ago(400)), 'too-old'],
    ['a future timestamp', sent(text, {}, ago(-400)), 'too-new'],
    ['an unknown event', sent(text, { 'webhook-event': 'book.removed' }), 'unknown-event'],
    ['the name of a member of every object', sent(text, { 'webhook-event': 'constructor' }), 'unknown-event'],
    ['an unknown version', sent(text, { 'webhook-version': '4' }), 'other-version'],
    ['no id', sent(text, { 'webhook-id': '' }), 'header-missing'],
    ['another id', sent(text, { 'webhook-id': 'msg_2' }), 'no-signature-matches'],
    ['a signature of nothing', sent(text, { 'webhook-signature': 'v1,' }), 'no-signature-matches'],
    ['a signature that is no Base64', sent(text, { 'webhook-signature': 'v1,ÿ v1a,AAAAA v1' }), 'no-signature-matches'],
    ['a signature of the other scheme', { ...sent(text), secret: receiverSecret(pair) }, 'no-signature-matches'],
    ['a body that is signed and no JSON', sent('hello'), 'no-json'],
  ])('refuses a webhook with %s', async (_, request, reason) => {
    expect(await client.receive(request)).toBe(reason);
  });

  it('is verified by its signature before its event is read: a stranger learns nothing', async () => {
    const stranger = sent(
      text,
      { 'webhook-event': 'book.removed', 'webhook-version': '4' },
      { key: makeSecret('hmac') },
    );
    expect(await client.receive({ ...stranger, secret })).toBe('no-signature-matches');
  });

  it('names a secret that cannot be read, and never shows it', async () => {
    await expect(client.receive({ ...sent(text), secret: 'whsec_p@ssword' })).rejects.toThrow('this one is no Base64.');
    await expect(client.receive({ ...sent(text), secret: pair })).rejects.toThrow(
      "A receiver verifies with the public key, 'whpk_…'. The private key stays with the sender.",
    );
  });

  it('needs no package and nothing of Node', () => {
    for (const module of ['webhooks', 'received-webhook']) {
      const written = readFileSync(join(folder, `src/api/${module}.ts`), 'utf8');
      const imports = [...written.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
      expect(imports.filter((name) => name !== './received-webhook.js')).toEqual([]);
      expect(written).not.toMatch(/\bBuffer\b|\bprocess\b/);
    }
  });
});

it('a client of an API without webhooks has no receiver', async () => {
  const other = newFolder();
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  await capture(['client', join(fixture('header'), 'svc.config.ts')], { cwd: other });
  expect(readdirSync(join(other, 'src/api')).filter((name) => name.includes('webhook'))).toEqual([]);
});

it('a package has the receiver of each version as JavaScript with declarations', async () => {
  const packaged = newFolder();
  onTestFinished(() => rmSync(packaged, { recursive: true, force: true }));
  const entry = join(fixture('webhooks'), 'svc.config.ts');
  expect(
    await capture(['client', entry, '--package', '@acme/books', '--out-dir', 'books'], { cwd: packaged }),
  ).toMatchObject({ code: 0 });
  writeFiles(packaged, {
    'src/use.ts':
      "import { receiveWebhook, type WebhookEvent } from '#books/v1';\nexport const one: (event: WebhookEvent) => string = ({ event }) => event;\nvoid receiveWebhook;\n",
    'package.json':
      '{ "type": "module", "imports": { "#books/*": { "types": "./books/*.d.ts", "default": "./books/*.js" } } }',
  });
  expect(compileWithDeclarations(packaged)).toBe('');
  const built = (await import(pathToFileURL(join(packaged, 'books/v1.js')).href)) as {
    readonly receiveWebhook: Receive;
  };
  const secret = makeSecret('hmac');
  await expect(built.receiveWebhook({ headers: new Headers(), body: '{}', secret })).rejects.toThrow(
    'has no header webhook-id',
  );
});
