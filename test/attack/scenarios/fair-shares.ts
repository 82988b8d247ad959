import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import type { Scenario } from '../scenario.js';

const picture = (format: string, size: number) => ({
  method: 'GET',
  path: `/api/images/render?format=${format}&width=${size}&height=${size}`,
});
const hardPattern = { method: 'GET', path: `/api/files?glob=${encodeURIComponent(`${'*a'.repeat(30)}b`)}` };
const greedy = 1;

export const fairShares: Scenario = {
  name: 'fair-shares',
  summary:
    'One client renders 80 pictures and eight match hard patterns: everybody else is served, in about the usual time.',
  async run(context) {
    const [asks, renders] = context.scale === 'long' ? [60, 80] : [6, 20];
    const { service, tally, send } = await openService(context);
    for (let index = 0; index < 20; index += 1)
      await send({
        method: 'PUT',
        path: `/api/files/object?key=${'a'.repeat(60)}${index}.txt`,
        body: '{"content":"a"}',
      });
    const statuses: number[] = [];
    /** The median seconds of a client that asks for little, one request after the other. */
    const ask = async () => {
      const times: number[] = [];
      for (let index = 0; index < asks; index += 1) {
        context.progress(index, asks);
        const start = performance.now();
        const { status } = await send(
          index % 2 === 0 ? picture('png', 32 + (index % 30)) : { method: 'GET', path: '/api/users' },
          100 + index,
        );
        statuses.push(status);
        times.push((performance.now() - start) / 1_000);
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    };
    const quiet = await ask();

    const probe = new LiveProbe(service.url, tally);
    let isOver = false;
    const press = async (client: number, next: () => { readonly method: string; readonly path: string }) => {
      while (!isOver) await send(next(), client);
    };
    let size = 200;
    const load = [
      ...Array.from({ length: renders }, () => press(greedy, () => picture('avif', 200 + ((size += 1) % 800)))),
      ...Array.from({ length: 8 }, (_, index) => press(10 + index, () => hardPattern)),
    ];
    const busy = await ask();
    isOver = true;
    await Promise.all(load);
    const silence = await probe.end();

    const refused = statuses.filter((status) => status !== 200).length;
    tally.lost(refused, `requests of other clients were refused: ${[...new Set(statuses)].join(', ')}`);
    // Short runs are too few for a median, and a busy machine slows the quiet part as well.
    if (context.scale === 'long')
      tally.expect(busy < 2 * quiet + 0.1, `the others waited ${busy.toFixed(2)} s instead of ${quiet.toFixed(2)} s`);
    const medians = `others' median ${quiet.toFixed(2)} s quiet, ${busy.toFixed(2)} s busy`;
    return tally.outcome(
      `${renders} renders and 8 patterns at a time; ${medians}; live within ${silence.toFixed(2)} s`,
    );
  },
};
