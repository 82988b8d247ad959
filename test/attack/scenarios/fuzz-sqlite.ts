import { fuzzService } from '../lab/fuzz-service.js';
import type { Scenario } from '../scenario.js';

export const fuzzSqlite: Scenario = {
  name: 'fuzz-sqlite',
  summary: 'Sends generated and spoiled requests to every operation on SQLite: the documents declare every answer.',
  run: (context) => fuzzService(context, { settings: {}, count: context.scale === 'long' ? 50_000 : 300 }),
};
