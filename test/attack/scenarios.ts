import type { Scenario } from './scenario.js';
import { killPostgres } from './scenarios/kill-postgres.js';
import { killSqlite } from './scenarios/kill-sqlite.js';
import { bodyParsers } from './scenarios/body-parsers.js';
import { redirects } from './scenarios/redirects.js';
import { powerCut } from './scenarios/power-cut.js';
import { pipelining } from './scenarios/pipelining.js';

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [killSqlite, killPostgres, pipelining, powerCut, bodyParsers, redirects];
