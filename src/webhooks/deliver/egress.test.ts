import { once } from 'node:events';
import { createServer } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded } from '../../../fixtures/webhooks/svc.config.js';
import { runs } from '../../../test/property-runs.js';
import { hostileUrls, internalAddress } from '../testing/hostile-urls.js';
import { book, openWebhooks } from '../testing/open-webhooks.js';
import { openAddressRules } from './address-rules.js';
import { EgressRefused, findWay, type ReachedAddress } from './find-way.js';
import { readEgress } from './read-egress.js';
import { sendWebhook } from './send-webhook.js';

/** An independent list of what no webhook of the public may reach (RFC 6890 and its registry, and what clouds add). */
const inside = new BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' ')))
  inside.addSubnet(range.split('/')[0]!, Number(range.split('/')[1]), 'ipv4');
for (const range of '::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
  ' ',
))
  inside.addSubnet(range.split('/')[0]!, Number(range.split('/')[1]), 'ipv6');

const rulesOf = (egress: Parameters<typeof readEgress>[0]) => openAddressRules(readEgress(egress));
const never = async (): Promise<never> => {
  throw new Error('resolved');
};
const refusalOf = (running: Promise<unknown>) =>
  running.then(
    () => null,
    (error: unknown) => error,
  );

describe('egress to the public', () => {
  it('opens none of 10,000 hostile addresses, however they are written', async () => {
    const rules = await rulesOf('public');
    let judged = 0;
    await fc.assert(
      fc.asyncProperty(hostileUrls('', ':80', ':6379', ':22'), async (url) => {
        expect(await refusalOf(findWay(new URL(url), rules, never))).toBeInstanceOf(EgressRefused);
        judged += 1;
      }),
      runs(10_000),
    );
    expect(judged).toBeGreaterThanOrEqual(10_000);
  });

  it('is decided as an independent list of ranges decides it, for names that resolve to anything', async () => {
    const rules = await rulesOf('public');
    const wide = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });
    const first = fc.constantFrom(0x2000, 0x2001, 0x2002, 0x2600, 0x2a00, 0x3fff, 0x4000, 0x64, 0xfd00, 0xfe80, 0);
    const octet = fc.integer({ min: 0, max: 255 });
    const anyAddress = fc.oneof(
      fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.')),
      internalAddress.map((octets) => octets.join('.')),
      fc.tuple(first, wide).map(([head, rest]) => [head, ...rest].map((part) => part.toString(16)).join(':')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyAddress, { minLength: 1, maxLength: 4 }), async (addresses) => {
        const found = addresses.map((address): ReachedAddress => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const isInside = (address: string) =>
          isIPv6(address)
            ? inside.check(address, 'ipv6') || !/^[23][\da-f]{3}:/.test(address)
            : inside.check(address, 'ipv4');
        const way = await findWay(new URL('https://example.com/'), rules, async () => found).catch(
          (): readonly ReachedAddress[] => [],
        );
        expect(way.filter(({ address }) => isInside(address))).toEqual([]);
        const refused = found.filter((one) => !way.includes(one) && !isInside(one.address));
        // A list of two more ranges: AS112, AMT and ORCHID are no hosts.
        expect(
          refused.filter(({ address }) => !/^(?:192\.(?:175\.48|31\.196|52\.193)\.|2620:4f:8000:)/.test(address)),
        ).toEqual([]);
      }),
      runs(2_000),
    );
  });

  it('needs https, also for a name', async () => {
    const rules = await rulesOf('public');
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    await expect(findWay(new URL('http://example.com/'), rules, resolve)).rejects.toThrow('reached over https alone');
    expect(await findWay(new URL('https://example.com/'), rules, resolve)).toHaveLength(1);
    expect(await findWay(new URL('https://[64:ff9b::5db8:d822]/'), rules, never)).toHaveLength(1);
  });
});

describe('egress to listed addresses', () => {
  it('reaches them over http, as mapped addresses too, and nothing else unless the public is listed', async () => {
    const rules = await rulesOf({ allow: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'] });
    for (const host of ['10.1.2.3', '[::ffff:10.1.2.3]', '192.0.2.7', '[fd00::1]'])
      expect(await findWay(new URL(`http://${host}/`), rules, never)).toHaveLength(1);
    for (const host of ['11.0.0.1', '192.0.2.8', '93.184.216.34', '127.0.0.1'])
      expect(await refusalOf(findWay(new URL(`https://${host}/`), rules, never))).toBeInstanceOf(EgressRefused);
    const both = await rulesOf({ allow: ['public', '10.0.0.0/8'] });
    expect(await findWay(new URL('https://93.184.216.34/'), both, never)).toHaveLength(1);
    await expect(findWay(new URL('http://93.184.216.34/'), both, never)).rejects.toThrow('over https alone');
  });

  it.each([
    ['public ', 'egress is "public ". Write egress: \'public\''],
    [undefined, 'egress is undefined'],
    [{ allow: [] }, 'egress is an object'],
    [{ allow: [5] }, 'egress is an object'],
  ])('cannot be %j', (egress, message) => {
    expect(() => readEgress(egress)).toThrow(message);
  });

  it.each(['10.0.0.0/33', 'example.com', '10.0.0', ''])('cannot list %j', async (entry) => {
    await expect(openWebhooks({ egress: { allow: [entry] } })).rejects.toThrow(
      `egress allows ${JSON.stringify(entry)}, which is neither an address nor a range.`,
    );
  });
});

describe('a connection', () => {
  it('goes to the checked address, while the name resolves to others', async () => {
    const counts: Record<string, number> = { '127.0.0.1': 0, '127.0.0.2': 0 };
    let port = 0;
    for (const address of Object.keys(counts)) {
      const server = createServer((_, res) => void res.writeHead(204).end());
      server.on('connection', () => void (counts[address]! += 1));
      server.listen(port, address);
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
      onTestFinished(() => void server.close());
    }
    let asked = 0;
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1', '127.0.0.2'], ['::1', '127.0.0.1']];
    const resolve = async () =>
      answers[(asked += 1) % answers.length]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const { webhooks } = await openWebhooks({ egress: { allow: ['127.0.0.2'] }, resolve, schedule: [] });
    const subject = 'tenant-1';
    for (let index = 0; index < 100; index += 1) {
      await webhooks.endpoints.create({
        subject,
        url: `http://rebind${index}.example:${port}/`,
        events: ['book.added'],
      });
    }
    await webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'pending' })).toEqual([]);
    await expect.poll(() => webhooks.deliveries.list({ subject, state: 'sending' })).toEqual([]);
    expect(asked).toBe(100);
    expect(counts).toEqual({ '127.0.0.1': 0, '127.0.0.2': 50 });
    const failed = await webhooks.deliveries.list({ subject, state: 'failed' });
    expect(new Set(failed.map(({ reason }) => reason!.replace(/\d+/, '')))).toEqual(
      new Set(['rebind.example has no address that may be reached.']),
    );
  });

  it('names its host to TLS and in Host', async () => {
    const names: unknown[] = [];
    const server = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('no certificate'));
      },
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const way = [{ address: '127.0.0.1', family: 4 }];
    const sending = sendWebhook(
      new URL(`https://hooks.example:${port}/`),
      { headers: {}, body: '{}' },
      way,
      AbortSignal.timeout(5_000),
    );
    await expect(sending).rejects.toThrow();
    expect(names).toEqual(['hooks.example']);
  });
});
