#!/usr/bin/env node
// The life of an account, over HTTP, on a service that this script starts in an empty folder: npm run tour
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { steps } from './tour/steps.mjs';
import { createClient } from './tour/client.mjs';
import { openOutbox } from './tour/outbox.mjs';
import { startProvider } from './tour/provider.mjs';
import { startService } from './tour/service.mjs';

const folder = await mkdtemp(join(tmpdir(), 'svc-tour-'));
const provider = await startProvider({
  sub: 'grace-1',
  email: 'grace@example.com',
  name: 'Grace Hopper',
  email_verified: true,
});
const service = await startService(folder, provider.settings);
try {
  await steps({
    client: createClient(service.url),
    outbox: openOutbox(join(folder, 'outbox')),
    grantRole: service.grantRole,
    revokeRole: service.revokeRole,
  });
  process.stdout.write('\nEvery step of the account lifecycle passed.\n');
} catch (error) {
  process.stdout.write(`\n✗ ${error.stack}\n${service.log()}\n`);
  process.exitCode = 1;
} finally {
  await service.stop();
  provider.close();
  await rm(folder, { recursive: true, force: true });
}
