import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type OpenedService, openService } from '../lab/open-service.js';
import { HostileLoad, type HostileRequests } from '../lab/hostile-load.js';
import { LiveProbe } from '../lab/live-probe.js';
import type { Scenario } from '../scenario.js';

interface Load extends HostileRequests {
  readonly name: string;
}

const from = (client: number) => ({ 'x-forwarded-for': addressOf(client) });
const get = (path: string, client: number) => ({ method: 'GET', path, headers: from(client) });
const globs = [`${'*a'.repeat(30)}*b`, `${'*a'.repeat(3)}*b`, '**/a*a*a*a*b'];

const loads: readonly Load[] = [
  {
    name: '80 AVIF renders of one client',
    connections: 80,
    request: (number) => get(`/api/images/render?format=avif&width=${600 + (number % 100)}`, 1),
  },
  {
    name: 'slow globs of eight clients',
    connections: 32,
    request: (number) => get(`/api/files?glob=${encodeURIComponent(globs[number % globs.length]!)}`, number % 8),
  },
];

/** What a client without a fault of its own asks for meanwhile. */
const asked = Object.freeze({
  'a small picture': (number: number) => `/api/images/render?width=${40 + (number % 40)}`,
  'a page of users': () => '/api/users?limit=5',
  'a listing of files': () => '/api/files?glob=**/*.txt',
});

type Question = keyof typeof asked;
type Samples = Record<Question, number[]>;
const questions = Object.keys(asked) as Question[];

/** The address of the client that waits for answers. */
const patient = 99;

/** How often windows take turns, how long they are, and how many times the quiet median the loaded one may be: few samples are noisy. */
const extents = Object.freeze({
  short: { pairs: 3, windowMs: 400, mostTimes: 4 },
  long: { pairs: 20, windowMs: 2_000, mostTimes: 2 },
});

export const fairShares: Scenario = {
  name: 'fair-shares',
  summary:
    'Asks for 80 expensive pictures, and for slow globs: the median of others stays within twice of a quiet service.',
  async run(context) {
    const { pairs, windowMs, mostTimes } = extents[context.scale];
    const opened = await openService(context);
    await writeKeys(opened);
    const { service, tally, send } = opened;
    const probe = new LiveProbe(service.url, tally);
    const notes: string[] = [];
    for (const [index, load] of loads.entries()) {
      const samples = { quiet: emptySamples(), loaded: emptySamples() };
      await ask(opened, 300, emptySamples());
      // Windows take turns, so that whatever else the machine does is in both.
      for (let pair = 0; pair < pairs; pair += 1) {
        context.progress(index * pairs + pair, loads.length * pairs);
        await ask(opened, windowMs, samples.quiet);
        const hostile = new HostileLoad(service.url, load, tally);
        await sleep(200);
        await ask(opened, windowMs, samples.loaded);
        await hostile.leave();
        // Its answer comes after what was under way.
        await send(load.request(pair));
      }
      const ratios = questions.map((question) => {
        const [quiet, loaded] = [median(samples.quiet[question]), median(samples.loaded[question])];
        const times = loaded / quiet;
        tally.expect(
          times <= mostTimes,
          `${load.name}: ${question} took ${loaded.toFixed(1)} ms, ${times.toFixed(1)} times as long as the ${quiet.toFixed(1)} ms of a quiet service`,
        );
        return times;
      });
      notes.push(`${load.name}: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`);
    }
    await probe.end();
    return tally.outcome(`times of ${questions.join(', ')}: ${notes.join('; ')}`);
  },
};

/** Keys over which globs backtrack. */
async function writeKeys({ send }: OpenedService): Promise<void> {
  const body = JSON.stringify({ content: 'x' });
  for (let index = 0; index < 60; index += 1)
    await send({ method: 'PUT', path: `/api/files/object?key=${'a'.repeat(100 + index)}c`, body }, patient);
}

/** Asks every question in turn, and notes the milliseconds until its answer. */
async function ask({ send, tally }: OpenedService, milliseconds: number, samples: Samples): Promise<void> {
  const end = performance.now() + milliseconds;
  for (let number = 0; performance.now() < end; number += 1)
    for (const question of questions) {
      const start = performance.now();
      const { status } = await send({ method: 'GET', path: asked[question](number) }, patient);
      samples[question].push(performance.now() - start);
      tally.expect(status === 200, `${question} was answered with ${status}`);
    }
}

const emptySamples = () => Object.fromEntries(questions.map((question) => [question, []])) as unknown as Samples;

function median(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)]!;
}
