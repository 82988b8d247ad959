import { killUnderLoad } from '../lab/kill-under-load.js';
import type { Scenario } from '../scenario.js';

export const killSqlite: Scenario = {
  name: 'kill-sqlite',
  summary: 'Kills processes on one SQLite file under keyed load: retries execute each write once, and none is lost.',
  run: (context) => {
    const kills = context.scale === 'long' ? 1_000 : 12;
    const settings = { DATA_DIR: context.folder };
    return killUnderLoad(context, { kills, processes: 2, clients: 6, settings });
  },
};
