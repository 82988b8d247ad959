import { setTimeout as sleep } from 'node:timers/promises';
import { Flooder } from '../lab/flooder.js';
import { floods } from '../lab/floods.js';
import { LiveProbe } from '../lab/live-probe.js';
import { type OpenedService, openService } from '../lab/open-service.js';
import type { Scenario } from '../scenario.js';

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

/**
 * How often windows take turns, how long they are and the pauses between them, in which all connections of a flood begin or end, and how
 * many times the limit of a flood others may take: few samples are noisy.
 */
const extents = Object.freeze({
  short: { pairs: 2, windowMs: 400, settleMs: 200, tolerance: 2 },
  long: { pairs: 10, windowMs: 2_000, settleMs: 400, tolerance: 1 },
});

export const fairShares: Scenario = {
  name: 'fair-shares',
  comparesTimes: true,
  summary:
    'Floods with expensive pictures, slow globs, large bodies, lines, lists and pages: others wait at most two or three times as long as in a quiet service.',
  async run(context) {
    const { pairs, windowMs, settleMs, tolerance } = extents[context.scale];
    const { repository } = context;
    const program = `${repository}test/attack/programs/service-with-lines.ts`;
    const command = [`${repository}bin/svc.mjs`, 'serve', program, '--port', '0'];
    const opened = await openService(context, { command });
    await writeKeys(opened);
    const { service, tally } = opened;
    const probe = new LiveProbe(service.url, tally);
    const flooder = await Flooder.start(context, service.url, tally);
    const notes: string[] = [];
    for (const [index, flood] of floods.entries()) {
      const samples = { quiet: emptySamples(), loaded: emptySamples() };
      await ask(opened, 300, emptySamples());
      // Windows take turns, so that whatever else the machine does is in both.
      for (let pair = 0; pair < pairs; pair += 1) {
        context.progress(index * pairs + pair, floods.length * pairs);
        await ask(opened, windowMs, samples.quiet);
        await flooder.begin(flood.name);
        await sleep(settleMs);
        await ask(opened, windowMs, samples.loaded);
        await flooder.end();
        await sleep(settleMs);
      }
      const ratios = questions.map((question) => {
        const [quiet, loaded] = [median(samples.quiet[question]), median(samples.loaded[question])];
        const times = loaded / quiet;
        tally.expect(
          times <= tolerance * flood.mostTimes,
          `${flood.name}: ${question} took ${loaded.toFixed(1)} ms, ${times.toFixed(1)} times as long as the ${quiet.toFixed(1)} ms of a quiet service`,
        );
        return times;
      });
      notes.push(`${flood.name}: ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`);
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
