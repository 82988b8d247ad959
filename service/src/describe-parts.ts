import type { PartDescription } from 'svckit';
import type { Settings } from './configuration/settings-schema.js';

/** What provides each part, for the startup summary of a number of processes. Never shows a password. */
export function describeParts(settings: Settings, workers = 1): readonly PartDescription[] {
  const { DATABASE_URL, REDIS_URL, S3_ENDPOINT, S3_BUCKET, SMTP_URL, DATA_DIR, JOBS_WORKER } = settings;
  const apart = `in each of ${workers} processes, not shared; set REDIS_URL to share it`;
  const here = workers > 1 ? 'these processes' : 'this process';
  return [
    describe('database', DATABASE_URL && `PostgreSQL at ${hostOf(DATABASE_URL)}`, `SQLite in ${DATA_DIR}`),
    describe('cache', REDIS_URL && `Redis at ${hostOf(REDIS_URL)}`, workers > 1 ? apart : 'in this process'),
    limitsPart(settings),
    describe(
      'jobs',
      REDIS_URL && `BullMQ on Redis at ${hostOf(REDIS_URL)}`,
      `a queue in the database, processed by ${JOBS_WORKER ? here : 'svc worker'}`,
    ),
    describe('files', S3_ENDPOINT && `bucket ${S3_BUCKET} at ${hostOf(S3_ENDPOINT)}`, `a folder in ${DATA_DIR}`),
    describe('mail', SMTP_URL && `SMTP at ${hostOf(SMTP_URL)}`, `an outbox folder in ${DATA_DIR}`),
  ];
}

/** The same choice that the shared state makes. */
function limitsPart({ SHARED_STATE, REDIS_URL, DATABASE_URL }: Settings): PartDescription {
  const place = SHARED_STATE !== 'auto' ? SHARED_STATE : REDIS_URL ? 'redis' : DATABASE_URL ? 'database' : 'memory';
  return describe(
    'limits',
    place === 'redis' && 'in Redis',
    place === 'database' ? 'in the database' : 'in this process',
  );
}

function describe(part: string, configured: string | false | undefined, embedded: string): PartDescription {
  return configured ? { part, kind: 'configured', detail: configured } : { part, kind: 'embedded', detail: embedded };
}

const hostOf = (address: string) => new URL(address).host;
