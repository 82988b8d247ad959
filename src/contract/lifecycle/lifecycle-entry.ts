import type { Source } from '../../report/problem.js';

/** Something of the API that is on its way out. */
export interface LifecycleEntry {
  readonly kind: 'version' | 'route' | 'parameter' | 'property';
  /** `version 1`, `GET /users`, `query parameter "limit" of GET /users`, `User.nickname`. */
  readonly name: string;
  readonly version: string | null;
  readonly method: string | null;
  readonly path: string | null;
  /** deprecated: without a sunset; leaving: the sunset is to come; overdue: it has passed, and the thing is still there. */
  readonly state: 'deprecated' | 'leaving' | 'overdue';
  /** ISO 8601, as are all dates here. */
  readonly since: string | null;
  readonly sunset: string | null;
  /** Whole days to the sunset, negative when it has passed. */
  readonly daysLeft: number | null;
  readonly link: string | null;
  readonly source: Source | null;
}
