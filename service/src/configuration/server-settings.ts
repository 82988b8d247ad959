import { z } from 'zod';

const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http:// or https:// address, for example https://api.example.com',
});

/** How many proxies are in front of the service, whose forwarded headers it trusts. */
export const trustedProxies = 1;

/** Where the service listens, and how it identifies itself. */
export const serverSettings = {
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000).describe('Port to listen on; 0 means any free port.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Address that clients use, for links in mails and redirects, and the host that a proxy on this machine may name.',
    ),
  NODE_ENV: z.string().min(1).default('development').describe('production, development or test.'),
  DRAIN_DELAY_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(0)
    .describe(
      'Milliseconds that a stopping service keeps answering, unready and closing its connections, so that a load balancer sends new requests elsewhere.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least severe level that the log shows.'),
} as const;
