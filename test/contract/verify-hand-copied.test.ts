import { afterEach, expect, it } from 'vitest';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { DatabaseModule } from '../../service/src/database/database-module.js';
import { NotesModule } from '../../service/src/notes/notes-module.js';
import { HandCopiedModule } from '../../service/src/testing/hand-copied-controllers.js';
import { startTestService, type TestService } from '../../service/src/testing/start-test-service.js';
import { UsersModule } from '../../service/src/users/users-module.js';
import { readLocks } from '../../src/cli/sources/lock-files.js';
import { Pace } from '../../src/cli/verify/pace.js';
import { planVerification } from '../../src/cli/verify/plan-verification.js';
import { replayAgainst } from '../../src/cli/verify/replay-against.js';
import { createSender } from '../../src/cli/verify/send-request.js';
import type { RecordedExchange } from '../../src/verify/har/read-har.js';
import { openPromise, type PromisedOperation } from '../../src/verify/promised-api.js';
import { createSecrets } from '../../src/verify/redact.js';
import { requestOf } from '../../src/verify/request-of.js';
import { repository } from '../read-imports.js';

const locks = readLocks('contracts', repository);
const facts = { base: '', isService: true, applications: {} };
const api = openPromise(locks, facts);
const isCopied = ({ path, of }: PromisedOperation) => /^\/api\/(?:users|notes)\b/.test(path) && of.version === '1';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

async function start(starting: Promise<TestService>) {
  const { url, close } = await starting;
  const sender = createSender(new URL(url), { connections: 8, timeoutMs: 30_000 });
  ends.push(sender.close, close);
  return { origin: url, sender, pace: new Pace(null) };
}

const shared = [ConfigurationModule, DatabaseModule];
const copied = () => start(startTestService([...shared, HandCopiedModule], {}, null));
const changed = () => start(startTestService([...shared, UsersModule, NotesModule]));

/** Valid and invalid requests of version 1, as clients would have sent them. */
async function recordRequests(): Promise<readonly RecordedExchange[]> {
  const details = { url: '', seed: 1, requests: 80, writes: true, choice: {} };
  const { plan } = await planVerification(locks, facts, details, {
    seeds: { values: { id: [1, 2, 3], name: 'Ada' } },
    accepts: async () => null,
  });
  const own = plan.cases.filter(({ operation, named }) => isCopied(api.operations[operation]!) && named === undefined);
  const requests = own.map((one) => requestOf(one, api, one.input));
  // Reads follow writes, so that they find what was made.
  return [...requests, ...requests.filter(({ method }) => method === 'GET')].map((request, entry) => ({
    entry,
    method: request.method,
    target: request.target,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: request.body,
    status: 200,
    answered: undefined,
  }));
}

it('the changes of version 2 answer what controllers copied by hand for version 1 answered', async () => {
  const recorded = await recordRequests();
  const [now, old, again] = [await changed(), await copied(), await copied()];
  const { sightings, requests, notes, coverage } = await replayAgainst(recorded, {
    ...now,
    api,
    old,
    again,
    headers: {},
    secrets: createSecrets(api),
    asOf: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    writes: true,
    isChosen: isCopied,
    changes: [],
    ignore: [],
    connections: 8,
  });
  const unexplained = sightings.map(
    ({ message, request }) => `${request.method} ${request.target} ${request.body}: ${message}`,
  );
  expect([...new Set(unexplained)]).toEqual([]);
  expect(requests).toBeGreaterThan(300);
  expect(notes.join('\n')).toMatch(/traceId/);
  const statuses = coverage.list(isCopied).flatMap(({ statuses: own }) => Object.keys(own));
  expect(statuses).toEqual(expect.arrayContaining(['200', '201', '400', '404']));
});
