import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { headerPairs } from '../../server/headers/merge-headers.js';
import type { AnswerHead } from './head-list.js';

/** A field of the application with its addresses as the clients of a version know them. */
export type AdaptAddress = (field: string, value: string) => string;

/**
 * Adapts the paths of what an application answers to a request, in the fields that have addresses (RFC 9110, sections 8.7 and 10.2.2; RFC 8288, section
 * 3). Addresses of other hosts, and those of `links`, which are our own, stay as they are.
 */
export function addressesFor(
  { headers }: Pick<IncomingMessage, 'headers'>,
  links: FlatHeaders,
  adapt: (url: string) => string,
): AdaptAddress {
  const isOwnHost = (host: string) =>
    [headers.host, headers['x-forwarded-host']].flat().some((one) => one?.toLowerCase() === host.toLowerCase());
  const adaptUrl = (url: string) => {
    if (links.some((text) => text.startsWith('<') && text.includes(`<${url}>`))) return url;
    if (url.startsWith('/') && !url.startsWith('//')) return adapt(url);
    const [origin = '', host = ''] = /^(?:https?:)?\/\/([^/?#]*)/i.exec(url) ?? [];
    return isOwnHost(host) ? `${origin}${adapt(url.slice(origin.length))}` : url;
  };
  return (field, value) => {
    const name = field.toLowerCase();
    if (name === 'location' || name === 'content-location') return adaptUrl(value);
    return name === 'link' ? value.replaceAll(/<([^>]*)>/g, (_, url: string) => `<${adaptUrl(url)}>`) : value;
  };
}

/** The fields of an answer that have addresses, or list the methods of one. */
export const addressFields = ['Location', 'Content-Location', 'Link', 'Allow', 'Access-Control-Allow-Methods'];

/** Adapts what a head has. */
export function adaptAddresses(head: Pick<AnswerHead, 'getHeader' | 'setHeader'>, adapt: AdaptAddress): void {
  for (const name of addressFields) {
    const value = head.getHeader(name);
    if (value !== undefined) head.setHeader(name, adaptValue(name, value, adapt) as string);
  }
}

/** Adapts a flat list of names and values in place. */
export function adaptFields(list: string[], adapt: AdaptAddress): string[] {
  for (let index = 0; index < list.length; index += 2) list[index + 1] = adapt(list[index]!, list[index + 1]!);
  return list;
}

type WriteHead = (status: number, ...rest: readonly unknown[]) => ServerResponse;

/** Adapts what an application is about to write by hand, and its early hints. */
export function adaptOnWrite(res: ServerResponse, adapt: AdaptAddress): void {
  adaptHints(res, adapt);
  const writeHead = res.writeHead.bind(res) as WriteHead;
  res.writeHead = ((status, ...rest) => {
    if (!res.headersSent) adaptAddresses(res, adapt);
    const given = rest.at(-1);
    if (typeof given !== 'object' || given === null) return writeHead(status, ...rest);
    const own = headerPairs(given).flatMap(([name, value]) => [name, adaptValue(name, value, adapt)]);
    return writeHead(status, ...rest.slice(0, -1), own);
  }) as WriteHead as ServerResponse['writeHead'];
}

/** Adapts the early hints of an application (RFC 8297). */
export function adaptHints(res: ServerResponse, adapt: AdaptAddress): void {
  const writeEarlyHints = res.writeEarlyHints.bind(res);
  res.writeEarlyHints = ({ link, ...hints }, callback) =>
    writeEarlyHints({ ...hints, link: adaptValue('Link', link, adapt) as string[] }, callback);
}

const adaptValue = (name: string, value: unknown, adapt: AdaptAddress): unknown =>
  Array.isArray(value)
    ? value.map((one) => adapt(name, String(one)))
    : typeof value === 'string'
      ? adapt(name, value)
      : value;
