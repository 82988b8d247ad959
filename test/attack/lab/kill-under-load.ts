import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Outcome } from '../scenario.js';
import { numbersBetween } from './chance.js';
import { KeyedWriter } from './keyed-writer.js';
import { readLedger } from './read-ledger.js';
import { ServiceProcess } from './service-process.js';
import { Tally } from './tally.js';

export interface Kills {
  readonly kills: number;
  readonly processes: number;
  readonly clients: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** Kills processes that share a database while clients write with idempotency keys, then counts what each write left behind. */
export async function killUnderLoad(
  context: Context,
  { kills, processes, clients, settings }: Kills,
): Promise<Outcome> {
  const tally = new Tally();
  const command = [await context.bundle('programs/serve-ledger.ts')];
  const start = () =>
    ServiceProcess.start(context, tally, {
      folder: context.folder,
      command,
      settings: { PORT: '0', SHARED_STATE: 'database', ...settings },
    });
  // The first one migrates alone, so that the kills hit requests and not the start.
  const running: ServiceProcess[] = [await start()];
  while (running.length < processes) running.push(await start());

  const load = { over: false, origin: (turn: number) => running[turn % running.length]!.url };
  const writers = Array.from({ length: clients }, (_, index) => new KeyedWriter(`c${index}`, load, tally));
  const ended = Promise.all(writers.map((writer) => writer.run()));
  const written = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const anotherAnswer = async (before: number) => {
    while (!load.over && written() === before) await sleep(5);
  };

  let done = 0;
  const killer = async (slot: number) => {
    const pauses = numbersBetween(20, 200, context.seed + slot);
    while (done < kills) {
      await sleep(pauses.next().value);
      if (done >= kills) return;
      context.progress((done += 1), kills);
      const killed = performance.now();
      await running[slot]!.kill();
      running[slot] = await start();
      await anotherAnswer(written());
      tally.recovered((performance.now() - killed) / 1_000);
    }
  };
  await Promise.all(running.map((_, slot) => killer(slot)));
  load.over = true;
  await ended;

  const entries = await readLedger(running[0]!.url);
  const acknowledged = writers.flatMap((writer) => writer.acknowledged);
  const counts = new Map<string, number>();
  for (const { memo } of entries) counts.set(memo, (counts.get(memo) ?? 0) + 1);
  tally.lost(acknowledged.filter((memo) => !counts.has(memo)).length, 'acknowledged writes are gone');
  tally.twice([...counts.values()].filter((count) => count > 1).length, 'writes took effect twice');
  const retried = writers.reduce((sum, writer) => sum + writer.retried, 0);
  return tally.outcome(`${done} kills, ${acknowledged.length} writes, ${retried} sent again after a kill`);
}
