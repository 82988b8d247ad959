import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Outcome } from '../scenario.js';
import { numbersBetween } from './chance.js';
import { LedgerLoad } from './ledger-load.js';
import { ServiceProcess } from './service-process.js';
import { Tally } from './tally.js';
import { until } from './until.js';

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
      settings: { PORT: '0', ...settings },
    });
  // The first one migrates alone, so that the kills hit requests and not the start.
  const running: ServiceProcess[] = [await start()];
  while (running.length < processes) running.push(await start());

  const load = new LedgerLoad(clients, (turn) => running[turn % running.length]!.url, tally);
  let done = 0;
  const killer = async (slot: number) => {
    const pauses = numbersBetween(20, 200, context.seed + slot);
    while (done < kills) {
      await sleep(pauses.next().value);
      if (done >= kills) return;
      context.progress((done += 1), kills);
      const [killed, before] = [performance.now(), load.written];
      await running[slot]!.kill();
      running[slot] = await start();
      await until(() => load.written > before);
      tally.recovered((performance.now() - killed) / 1_000);
    }
  };
  await Promise.all(running.map((_, slot) => killer(slot)));
  await load.end();
  await load.count(running[0]!.url, tally);
  return tally.outcome(`${done} kills, ${load.written} writes, ${load.retried} sent again after a kill`);
}
