import { afterEach, describe, expect, it } from 'vitest';
import {
  answerBuild,
  type BuildCall,
  type BuildReply,
  buildDocument,
  noisyMembers,
  recordedCalls,
} from '../../../fixtures/replay/build.js';
import { plantedDifferences, type PlantedDifference } from '../../../fixtures/replay/differences.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { formats } from '../../report/formats.js';
import { readHar } from '../../verify/har/read-har.js';
import { openPromise } from '../../verify/promised-api.js';
import { createSecrets } from '../../verify/redact.js';
import { capture } from '../testing/capture-io.js';
import { Pace } from './pace.js';
import { type Comparison, replayAgainst } from './replay-against.js';
import { createSender } from './send-request.js';
import { startServer } from './testing/orders.js';

const ends: (() => unknown)[] = [];
afterEach(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));

const api = openPromise([{ version: null, document: buildDocument as never }], {
  base: '',
  isService: false,
  applications: {},
});

async function start(change: PlantedDifference['change'] = (reply) => reply) {
  const { url, close, seen } = await startServer((call, count) => change(answerBuild(call, count), call));
  const sender = createSender(new URL(url), { connections: 4, timeoutMs: 10_000 });
  ends.push(sender.close, close);
  return { url, origin: url, sender, pace: new Pace(null), seen };
}

const harOf = (calls: readonly BuildCall[]) =>
  JSON.stringify({
    log: {
      entries: calls.map(({ method, url }) => ({
        request: { method, url: `https://api.example.com${url}`, headers: [] },
        response: { status: 200 },
      })),
    },
  });

async function compare(change: PlantedDifference['change'] | undefined, given: Partial<Comparison> = {}) {
  const [now, old] = [await start(change), await start()];
  const { sightings, notes } = await replayAgainst(readHar(harOf(recordedCalls)), {
    ...now,
    api,
    old,
    again: null,
    headers: {},
    secrets: createSecrets(api),
    asOf: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    writes: true,
    isChosen: () => true,
    changes: [],
    ignore: [],
    connections: 4,
    ...given,
  });
  return { found: sightings.map(({ message }) => message), notes };
}

describe('two runs of one build', () => {
  it('do not differ, however noisy twenty members are', async () => {
    expect(Object.keys(noisyMembers)).toHaveLength(20);
    const { found, notes } = await compare(undefined);
    expect(found).toEqual([]);
    for (const name of ['now', 'requestId', 'shuffled', 'uptime/seconds'])
      expect(notes.join()).toMatch(new RegExp(`GET /noise differs between two runs .*/${name}\\b`));
  });

  it('do not differ where the second one is asked', async () => {
    expect((await compare(undefined, { again: await start() })).found).toEqual([]);
  });
});

describe('a build that behaves otherwise', () => {
  it('has more than sixty ways to do so', () => {
    expect(plantedDifferences.length).toBeGreaterThanOrEqual(60);
    expect(new Set(plantedDifferences.map(({ what }) => what)).size).toBe(plantedDifferences.length);
  });

  it.each(plantedDifferences)('is found, and nothing else is: $what', async ({ place, change }) => {
    const { found } = await compare(change);
    const named = place === 'status' ? 'the status was' : place === '/' ? ' at /:' : place;
    expect(found.filter((message) => message.includes(named))).not.toEqual([]);
    expect(found.filter((message) => !message.includes(named))).toEqual([]);
  });
});

describe('svc verify --against', () => {
  const project = (yaml = '') => {
    const made = makeProject({
      'svc.config.yaml': `document: openapi.json\n${yaml}`,
      'openapi.json': JSON.stringify(buildDocument),
      'monday.har': harOf(recordedCalls),
    });
    ends.push(made.remove);
    return made;
  };
  const differing = plantedDifferences.find(({ what }) => what === '/customers/ /name: is in capitals')!.change;

  it('sends what changes nothing, and shows each difference with the request and the command that repeats it', async () => {
    const [now, old] = [await start(differing), await start()];
    const argv = ['verify', now.url, '--har', 'monday.har', '--against', old.url];
    const { code, stdout } = await capture(argv, project());
    expect(code).toBe(1);
    expect(new Set([...now.seen, ...old.seen].map(({ method }) => method))).toEqual(new Set(['GET']));
    const shown = stdout.replaceAll(now.url, 'NEW').replaceAll(old.url, 'OLD');
    expect(
      shown.replace(/^ {2}GET \/noise differs .*\n\n/m, '').replace(/^GET \/noise differs .*\n\n/m, ''),
    ).toMatchInlineSnapshot(`
      "NEW compared with OLD, as of 2026-11-21

      Recorded requests that may change something, and were not sent: 1 (log.entries 13). Use --write.

        error    GET /customers/{id}: the body of 200 differs at /name: it was "Ada" before, and is "ADA" now.  [answer-differs]
                 request  curl --path-as-is -g -i NEW/customers/1
                 repeat   svc verify NEW --har monday.har --against OLD --operation findCustomer
                 times    2

      1 error: 13 exchanges of 6 operations compared.
      "
    `);
  });

  it('leaves out what verify.ignore gives a reason for, and names entries that are stale', async () => {
    const [now, old, again] = [await start(differing), await start(), await start()];
    const yaml = `verify:
  ignore:
    - { operation: findCustomer, at: /name, reason: Names are shown in capitals since June. }
    - { at: header X-Total, reason: Nobody reads it. }
`;
    const argv = ['verify', now.url, '--har', 'monday.har', '--against', old.url, '--noise', again.url];
    const { code, stdout } = await capture(argv, project(yaml));
    expect(code).toBe(0);
    expect(again.seen.length).toBeGreaterThan(10);
    expect(stdout).toContain(
      'verify.ignore[0] (findCustomer /name) leaves out 2 differences: Names are shown in capitals since June.',
    );
    expect(stdout).toContain('verify.ignore[1] (header X-Total) is stale: nothing differs there. Remove it.');
  });

  it('shows no secret of either answer', async () => {
    const secret =
      (value: string) =>
      (reply: BuildReply, { url }: BuildCall) =>
        url === '/customers/1'
          ? { ...reply, body: { ...(reply.body as object), password: value, name: value } }
          : reply;
    const [now, old] = [await start(secret('new-hunter2')), await start(secret('old-hunter2'))];
    const argv = ['verify', now.url, '--har', 'monday.har', '--against', old.url];
    for (const format of Object.keys(formats)) {
      const { stdout } = await capture([...argv, '--format', format], project());
      expect(stdout).toContain('answer-differs');
      expect(stdout).not.toContain('hunter2');
    }
  });

  it.each([
    [['--against', 'http://localhost:1'], '--against compares the answers to recorded requests. Name them with --har.'],
    [
      ['--noise', 'http://localhost:1'],
      '--noise is a second run of the build that --against names. Name that one too.',
    ],
    [['--har', 'monday.har', '--against', 'http://localhost:1/api'], 'http://localhost:1/api has a path.'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await capture(['verify', 'http://localhost:1', ...argv], project());
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('ends with 2 where the old build does not answer', async () => {
    const now = await start();
    const argv = ['verify', now.url, '--har', 'monday.har', '--against', 'http://127.0.0.1:1'];
    const { code, stderr } = await capture(argv, project());
    expect(code).toBe(2);
    expect(stderr).toContain('http://127.0.0.1:1 does not answer log.entries[');
  });
});
