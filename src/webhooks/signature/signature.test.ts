import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { makeSecret, receiverSecret } from './secret.js';
import { signWebhook } from './sign-webhook.js';
import { WebhookVerificationError } from './received-webhook.js';
import { verifyWebhook } from './verify-webhook.js';
import { anyCharacter } from '../../../test/any-character.js';

const now = new Date('2026-11-24T12:00:00Z');
const seconds = now.getTime() / 1000;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';

function headersOf(id: string, timestamp: number, signature: string): Record<string, string> {
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}
const verifyAt = (headers: Record<string, string>, text = body, given: string | readonly string[] = secret) =>
  verifyWebhook({ headers, body: text, secret: given, now: () => now });

function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
  return 'accepted';
}

describe('signatures', () => {
  it('are those of the example of Standard Webhooks', () => {
    expect(signWebhook({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body, secret })).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('are accepted by the library of Standard Webhooks, and its own are accepted here', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 1 }),
        (text, key, id) => {
          const own = `whsec_${Buffer.from(key).toString('base64')}`;
          const payload = JSON.stringify({ text });
          const library = new StandardWebhook(own);
          const at = new Date();
          const mine = headersOf(
            id,
            Math.floor(at.getTime() / 1000),
            signWebhook({ id, timestamp: at, body: payload, secret: own }),
          );
          expect(library.verify(payload, mine)).toEqual({ text });
          expect(mine['webhook-signature']).toBe(library.sign(id, at, payload));
          const verified = verifyWebhook({ headers: mine, body: Buffer.from(payload), secret: own });
          expect(verified).toMatchObject({ id, payload: { text }, event: null, version: null });
        },
      ),
    );
  });

  it('made with two secrets are accepted by a receiver with one of them', () => {
    const other = makeSecret('hmac');
    const signature = signWebhook({ id: 'msg_1', timestamp: now, body, secret: [other, secret] });
    expect(signature.split(' ')).toHaveLength(2);
    const headers = headersOf('msg_1', seconds, signature);
    expect(verifyAt(headers).id).toBe('msg_1');
    expect(verifyAt(headers, body, other).id).toBe('msg_1');
    expect(verifyAt(headersOf('msg_1', seconds, signature.split(' ')[1]!), body, [other, secret]).id).toBe('msg_1');
    expect(reasonOf(() => verifyAt(headers, body, makeSecret('hmac')))).toBe('no-signature-matches');
  });

  it('of Ed25519 are verified with the public key', () => {
    const key = makeSecret('ed25519');
    const signature = signWebhook({ id: 'msg_1', timestamp: now, body, secret: key });
    expect(signature).toMatch(/^v1a,[\w+/]{86}==$/);
    const headers = headersOf('msg_1', seconds, signature);
    const known = receiverSecret(key);
    expect(known).toMatch(/^whpk_/);
    expect(verifyAt(headers, body, known).payload).toEqual({ test: 2432232314 });
    expect(verifyAt(headers, body, key).id).toBe('msg_1');
    expect(reasonOf(() => verifyAt(headers, `${body} `, known))).toBe('no-signature-matches');
    expect(reasonOf(() => verifyAt(headers, body, receiverSecret(makeSecret('ed25519'))))).toBe('no-signature-matches');
    expect(() => signWebhook({ id: 'msg_1', timestamp: now, body, secret: known })).toThrow(
      "Sign with its private key, 'whsk_…'.",
    );
    const seedOnly = `whsk_${Buffer.from(key.slice(5), 'base64').subarray(0, 32).toString('base64')}`;
    expect(signWebhook({ id: 'msg_1', timestamp: now, body, secret: seedOnly })).toBe(signature);
  });

  it('of one scheme are not those of the other', () => {
    const signature = signWebhook({ id: 'msg_1', timestamp: now, body, secret }).replace('v1,', 'v1a,');
    expect(reasonOf(() => verifyAt(headersOf('msg_1', seconds, signature)))).toBe('no-signature-matches');
  });
});

describe('verifyWebhook', () => {
  const signature = signWebhook({ id: 'msg_1', timestamp: now, body, secret });
  const headers = headersOf('msg_1', seconds, signature);

  it('reads headers of fetch, of Node and of any case', () => {
    const named = { ...headers, 'Webhook-Event': 'book.added', 'webhook-version': '2' };
    expect(verifyAt(named)).toEqual({
      id: 'msg_1',
      timestamp: now,
      event: 'book.added',
      version: '2',
      payload: { test: 2432232314 },
    });
    expect(verifyWebhook({ headers: new Headers(named), body, secret, now: () => now }).version).toBe('2');
  });

  it.each([
    ['one byte of the body differs', headers, `${body} `, 'no-signature-matches'],
    ['the id differs', { ...headers, 'webhook-id': 'msg_2' }, body, 'no-signature-matches'],
    ['the id moves into the timestamp', { ...headers, 'webhook-id': 'msg_1.1' }, body, 'header-invalid'],
    ['the timestamp differs', { ...headers, 'webhook-timestamp': String(seconds + 1) }, body, 'no-signature-matches'],
    ['the timestamp is not a number', { ...headers, 'webhook-timestamp': '12e3' }, body, 'header-invalid'],
    ['it has no signature', { ...headers, 'webhook-signature': '' }, body, 'header-missing'],
    ['it has no id', { ...headers, 'webhook-id': '' }, body, 'header-missing'],
    ['the signature is cut', { ...headers, 'webhook-signature': signature.slice(0, -8) }, body, 'no-signature-matches'],
    ['the signature is empty', { ...headers, 'webhook-signature': 'v1,' }, body, 'no-signature-matches'],
  ])('refuses a webhook where %s', (_, given, text, reason) => {
    expect(reasonOf(() => verifyAt(given, text))).toBe(reason);
  });

  it('refuses what is signed and no JSON', () => {
    const text = 'hello';
    const own = headersOf('msg_1', seconds, signWebhook({ id: 'msg_1', timestamp: now, body: text, secret }));
    expect(reasonOf(() => verifyAt(own, text))).toBe('no-json');
  });

  it('refuses what is more than five minutes away, or the tolerance', () => {
    const at = (offset: number) => {
      const timestamp = seconds + offset;
      return headersOf('msg_1', timestamp, signWebhook({ id: 'msg_1', timestamp, body, secret }));
    };
    expect([-301, -300, 300, 301].map((offset) => reasonOf(() => verifyAt(at(offset))))).toEqual([
      'too-old',
      'accepted',
      'accepted',
      'too-new',
    ]);
    const strict = (offset: number) =>
      reasonOf(() => verifyWebhook({ headers: at(offset), body, secret, tolerance: 10, now: () => now }));
    expect([strict(-11), strict(-10)]).toEqual(['too-old', 'accepted']);
  });

  it('names what is wrong with a secret, and never shows it', () => {
    const messageOf = (given: string) => {
      try {
        verifyAt(headers, body, given);
        return 'accepted';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf('whsec_p@ssword')).toBe(
      "A secret is 'whsec_…' (HMAC), 'whsk_…' (an Ed25519 private key) or 'whpk_…' (its public key), each followed by Base64; this one is no Base64.",
    );
    expect(messageOf('')).toContain('this one is no Base64.');
    expect(messageOf('whpk_c2hvcnQ=')).toBe("A public key has 32 bytes after 'whpk_', but this one has 5.");
    expect(messageOf('whsk_c2hvcnQ=')).toBe("A private key has 32 or 64 bytes after 'whsk_', but this one has 5.");
    expect(messageOf('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe('accepted');
  });
});
