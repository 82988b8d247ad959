import type { ContractRequest } from '../../contract/send-request.js';
import { addressOf } from './open-service.js';

/** Clients that ask for more than their share. */
export interface Flood {
  readonly name: string;
  /** Requests at a time. */
  readonly connections: number;
  /** How many times the quiet median that of others may be in the long form. */
  readonly mostTimes: number;
  /** The request of a number; its headers name its client. */
  request(number: number): ContractRequest;
}

const from = (client: number) => ({ 'x-forwarded-for': addressOf(client) });
const get = (path: string, client = 1, headers: ContractRequest['headers'] = {}) => ({
  method: 'GET',
  path,
  headers: { ...from(client), ...headers },
});
const globs = [`${'*a'.repeat(30)}*b`, `${'*a'.repeat(3)}*b`, '**/a*a*a*a*b'];

const largeObject = JSON.stringify({
  data: { rows: Array.from({ length: 16_000 }, (_, id) => ({ id, name: `row ${id}`, tags: ['a', 'b'], on: true })) },
});
/** The head of a PNG, and bytes that are none: it is read, decoded and refused. */
const largeImage = JSON.stringify({
  base64: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(740_000, 7)]).toString('base64'),
});

export const floods: readonly Flood[] = [
  {
    name: '80 AVIF renders of one client',
    connections: 80,
    mostTimes: 2,
    request: (number) => get(`/api/images/render?format=avif&width=${600 + (number % 100)}`),
  },
  {
    name: 'slow globs of eight clients',
    connections: 32,
    mostTimes: 2,
    request: (number) => get(`/api/files?glob=${encodeURIComponent(globs[number % globs.length]!)}`, number % 8),
  },
  {
    name: 'large JSON bodies of one client',
    connections: 40,
    mostTimes: 2,
    request: (number) => ({
      method: 'PUT',
      path: `/api/cache/flood-${number % 4}`,
      headers: from(1),
      body: largeObject,
    }),
  },
  {
    name: 'large images of one client',
    connections: 40,
    mostTimes: 2,
    request: () => ({ method: 'POST', path: '/api/images/describe', headers: from(1), body: largeImage }),
  },
  ...[
    { name: 'blank lines of one client', body: '\n'.repeat(2_000_000) },
    { name: 'lines of one character of one client', body: '1\n'.repeat(200_000) },
  ].map(({ name, body }) => ({
    name,
    connections: 40,
    mostTimes: 3,
    request: () => ({
      method: 'POST',
      path: '/api/lines',
      headers: { ...from(1), 'content-type': 'application/x-ndjson' },
      body,
    }),
  })),
  ...[
    { name: 'lists of users for one client', path: '/api/users?limit=50' },
    { name: 'lists of entries for one client', path: '/api/ledger?limit=100' },
    { name: 'listings of files for one client', path: '/api/files', mostTimes: 5 },
    { name: 'exports for one client', path: '/api/ledger/export' },
    { name: 'pages of the explorer for one client', path: '/api/docs' },
  ].map(({ name, path, mostTimes = 3 }) => ({ name, connections: 40, mostTimes, request: () => get(path) })),
  {
    name: 'documents for one client',
    connections: 40,
    mostTimes: 3,
    request: (number) => get('/api/openapi.json', 1, number % 2 === 0 ? { 'accept-encoding': 'gzip' } : {}),
  },
];
