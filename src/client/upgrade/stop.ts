import type { UpgradeChange, UpgradeExample } from '../../contract/upgrades/describe-upgrades.js';
import type { TouchedPlace, Touch } from '../scan/collect-places.js';

/** A place that a person has to decide about. */
export interface StopPoint extends Pick<TouchedPlace, 'file' | 'line' | 'column' | 'offset' | 'code' | 'now'> {
  readonly reasons: readonly StopReason[];
  /** What the compiler says there after the edits. */
  readonly refusals: readonly string[];
}

export interface StopReason extends Pick<Touch, 'id' | 'level' | 'message' | 'fix' | 'operations' | 'member'> {
  readonly changes: readonly StopChange[];
}

/** A change that a stop point is about, with what it makes of a value; null where it makes nothing of this kind. */
export interface StopChange extends Pick<UpgradeChange, 'id' | 'title' | 'description'> {
  readonly example: UpgradeExample | null;
}
