import type { Generated } from 'kysely';

/** The table of migration 0031. */
export interface ReportsTables {
  reports: { id: Generated<number>; title: string };
}
