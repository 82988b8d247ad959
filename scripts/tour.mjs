#!/usr/bin/env node
// Stories over HTTP, on a service that this script starts in an empty folder: the life of an account with npm run tour, the end of a version
// with npm run tour -- --retire, the life of a preview with npm run tour -- --preview, and an API with two of its consumers, from a break to the
// end of a version, with npm run tour -- --consumers
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { installFolder } from './install-folder.mjs';
import { followConsumers } from './tour/consumers.mjs';
import { steps } from './tour/steps.mjs';
import { createClient } from './tour/client.mjs';
import { openOutbox } from './tour/outbox.mjs';
import { startProvider } from './tour/provider.mjs';
import { previewFeature } from './tour/preview.mjs';
import { retire } from './tour/retire.mjs';
import { startService } from './tour/service.mjs';

const { values } = parseArgs({
  options: {
    retire: { type: 'boolean', default: false },
    preview: { type: 'boolean', default: false },
    consumers: { type: 'boolean', default: false },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'svc-tour-'));
try {
  const [story, tell] = values.retire
    ? ['the end of version 1', retire]
    : values.preview
      ? ['the life of a preview', previewFeature]
      : values.consumers
        ? ['a change that reaches its consumers', tellOfConsumers]
        : ['the account lifecycle', liveAccount];
  await tell(folder);
  process.stdout.write(`\nEvery step of ${story} passed.\n`);
} catch (error) {
  process.stdout.write(`\n✗ ${error.stack}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** An API and two consumers, with the built command. */
async function tellOfConsumers() {
  installFolder(fileURLToPath(new URL('../tools', import.meta.url)));
  const svc = fileURLToPath(new URL('../bin/svc.mjs', import.meta.url));
  await followConsumers({
    folder,
    svc: async (words, cwd) => {
      const {
        code = 0,
        stdout,
        stderr,
      } = await promisify(execFile)(process.execPath, [svc, ...words], { cwd }).catch((error) => error);
      return { code, stdout, stderr };
    },
    say: (text) => process.stdout.write(`${text}\n`),
  });
}

/** The life of an account. */
async function liveAccount() {
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
  } catch (error) {
    throw new Error(`${error.message}\n${service.log()}`, { cause: error });
  } finally {
    await service.stop();
    provider.close();
  }
}
