import type { Scenario } from './scenario.js';
import { bodyParsers } from './scenarios/body-parsers.js';
import { diskFull } from './scenarios/disk-full.js';
import { fairShares } from './scenarios/fair-shares.js';
import { fuzzPostgres } from './scenarios/fuzz-postgres.js';
import { fuzzSqlite } from './scenarios/fuzz-sqlite.js';
import { gatewayRequests } from './scenarios/gateway-requests.js';
import { gatewayRestarts } from './scenarios/gateway-restarts.js';
import { gateTricks } from './scenarios/gate-tricks.js';
import { hostileTools } from './scenarios/hostile-tools.js';
import { killPostgres } from './scenarios/kill-postgres.js';
import { killSqlite } from './scenarios/kill-sqlite.js';
import { pipelining } from './scenarios/pipelining.js';
import { postgresOutage } from './scenarios/postgres-outage.js';
import { powerCut } from './scenarios/power-cut.js';
import { protocol } from './scenarios/protocol.js';
import { redirects } from './scenarios/redirects.js';
import { redisOutage } from './scenarios/redis-outage.js';
import { rollingRestarts } from './scenarios/rolling-restarts.js';
import { slowClients } from './scenarios/slow-clients.js';
import { sqliteLock } from './scenarios/sqlite-lock.js';
import { webhooksEgress } from './scenarios/webhooks-egress.js';
import { webhooksKilled } from './scenarios/webhooks-killed.js';
import { webhooksReceivers } from './scenarios/webhooks-receivers.js';

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  killSqlite,
  killPostgres,
  webhooksKilled,
  webhooksReceivers,
  webhooksEgress,
  powerCut,
  postgresOutage,
  redisOutage,
  sqliteLock,
  diskFull,
  rollingRestarts,
  fuzzSqlite,
  fuzzPostgres,
  pipelining,
  slowClients,
  fairShares,
  protocol,
  bodyParsers,
  redirects,
  gatewayRequests,
  gatewayRestarts,
  gateTricks,
  hostileTools,
];
