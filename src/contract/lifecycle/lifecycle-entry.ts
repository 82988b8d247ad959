import type { Source } from '../../report/boot-problem.js';
import type { Brownout } from '../../changes/brownouts.js';

/** A part of the API that is deprecated, or a preview, which ends. */
export interface LifecycleEntry {
  readonly kind: 'version' | 'route' | 'parameter' | 'property' | 'preview';
  /** `version 1`, `preview tags-2026-11`, `GET /users`, `query parameter "limit" of GET /users`, `User.nickname`. */
  readonly name: string;
  readonly version: string | null;
  readonly method: string | null;
  readonly path: string | null;
  /** deprecated: without a sunset date; leaving: before it; overdue: past it and still served; retired: past it and refused. */
  readonly state: 'deprecated' | 'leaving' | 'overdue' | 'retired';
  /** Of a version, the day on which it was released (YYYY-MM-DD), where that is known. */
  readonly released?: string;
  /** ISO 8601, as are all dates below. */
  readonly since: string | null;
  readonly sunset: string | null;
  /** Days until the sunset date; negative if it has passed. */
  readonly daysLeft: number | null;
  /** Those that have not ended, in their order. */
  readonly brownouts: readonly Brownout[];
  readonly link: string | null;
  readonly source: Source | null;
  /** Of a parameter and a property: the JSON pointer in the contract of its version. */
  readonly pointer?: string;
  /** Of all but previews, where consumers are known: who still uses it. */
  readonly users?: readonly string[];
}
