import { killUnderLoad } from '../lab/kill-under-load.js';
import { postgresSettings } from '../lab/own-database.js';
import type { Scenario } from '../scenario.js';

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  summary: 'Kills processes on one PostgreSQL under keyed load: retries execute each write once, and none is lost.',
  run: async (context) => {
    const kills = context.scale === 'long' ? 1_000 : 12;
    const settings = await postgresSettings(context);
    return killUnderLoad(context, { kills, processes: 2, clients: 6, settings });
  },
};
