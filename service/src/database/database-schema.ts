import type { AuthTables } from '../auth/auth-tables.js';
import type { JobsTables } from '../jobs/jobs-tables.js';
import type { LedgerTables } from '../ledger/ledger-tables.js';
import type { ReportsTables } from '../reports/reports-tables.js';
import type { SharedStateTables } from '../shared-state/shared-state-tables.js';
import type { UsersTables } from '../users/users-tables.js';

/** Every table of the service: each part describes its own, its migrations create them. */
export interface DatabaseSchema
  extends UsersTables,
    LedgerTables,
    SharedStateTables,
    JobsTables,
    AuthTables,
    ReportsTables {}
