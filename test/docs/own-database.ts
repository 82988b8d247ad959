import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Environment } from './page-shell.js';

const server = process.env['TEST_DATABASE_URL'];

export interface OwnDatabase {
  readonly environment: Environment;
  drop(): Promise<void>;
}

/** An empty database on the server of TEST_DATABASE_URL; null without one. */
export async function openDatabase(): Promise<OwnDatabase | null> {
  if (server === undefined) return null;
  const name = `svc_docs_${randomBytes(6).toString('hex')}`;
  await query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    environment: {
      DATABASE_URL: url.href,
      // Generating a client needs no engine, which would be downloaded.
      PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    },
    drop: () => query(`drop database ${name} with (force)`),
  };
}

async function query(text: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
