import { fuzzService } from '../lab/fuzz-service.js';
import { postgresSettings } from '../lab/own-database.js';
import type { Scenario } from '../scenario.js';

export const fuzzPostgres: Scenario = {
  name: 'fuzz-postgres',
  summary: 'Sends generated and spoiled requests to every operation on PostgreSQL: the documents declare every answer.',
  run: async (context) =>
    fuzzService(context, {
      settings: await postgresSettings(context),
      count: context.scale === 'long' ? 50_000 : 300,
    }),
};
