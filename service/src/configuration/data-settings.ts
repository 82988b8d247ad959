import { z } from 'zod';

/** Where the service keeps persistent data, and the secret that all signatures depend on. */
export const dataSettings = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./.svc')
    .meta({ folder: true })
    .describe('Folder for the SQLite database, files and the generated secret, relative to the working directory.'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a postgres:// address, for example postgres://user:password@127.0.0.1:5432/svc',
    })
    .optional()
    .meta({ secret: true })
    .describe('PostgreSQL for users, ledger, accounts and jobs; without it, a SQLite file in DATA_DIR.'),
  DATABASE_DURABILITY: z
    .enum(['full', 'normal'])
    .default('full')
    .describe(
      'full: an acknowledged write survives a power failure. normal: writes are faster, and a power failure may lose the last ones; a crash of the process loses none.',
    ),
  DATABASE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(5_000)
    .describe(
      'Milliseconds that a statement, a lock or a connection is waited for. Then the answer is 503 and the connection is replaced.',
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe(
      'Connections to PostgreSQL that one process opens at most; all processes together must stay below max_connections of the server.',
    ),
  AUTH_SECRET: z
    .string()
    .min(32)
    .optional()
    .meta({ secret: true })
    .describe(
      'Secret of at least 32 characters (openssl rand -base64 32), the same on every machine. Required with DATABASE_URL; otherwise one is generated and kept in DATA_DIR.',
    ),
} as const;
