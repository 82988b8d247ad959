import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { FetchRequest } from '../fetch/fetch-request.js';

/** The address of the client. Trusts the last `hops` proxies: X-Forwarded-For is read from its end. */
export function clientAddress(req: IncomingMessage, hops: number | false = false): string {
  const sent = isForwarded(req, hops)
    ? readAddress(namedBy(String(req.headers['x-forwarded-for']), Number(hops)))
    : null;
  return sent ?? plain(connectionOf(req).remoteAddress ?? '');
}

/** The entry that the outermost trusted proxy has added, where all of them added one. */
function namedBy(chain: string, hops: number): string {
  if (!chain.includes(',')) return chain.trim();
  const entries = chain
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return entries[Math.max(0, entries.length - hops)] ?? '';
}

/** A Request knows its client without a socket. */
const connectionOf = (req: IncomingMessage) => (req instanceof FetchRequest ? req : req.socket);

/** Whether nothing says which connection a request came on: then its runtime decides what runs when. */
export const isUnconnected = (req: IncomingMessage): boolean =>
  req instanceof FetchRequest && req.remoteAddress === undefined;

/** Whether a trusted proxy says where a request comes from; else all requests of a connection come from one address. */
export function isForwarded({ headers }: IncomingMessage, hops: number | false = false): boolean {
  return Boolean(hops) && headers['x-forwarded-for'] !== undefined;
}

/** Some proxies add a port, and put IPv6 into brackets; what is no address at all is nobody's. A zone means nothing here, and may be any text. */
function readAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : plain(bare.replace(/%.*$/s, ''));
}

/** An IPv4 address that a dual-stack socket reports as IPv6. */
const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);
