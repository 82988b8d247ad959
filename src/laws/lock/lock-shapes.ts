import type { Versions } from '../../changes/known-versions.js';
import type { Json } from '../../json/json.js';
import type { Lens } from '../../lens/known-lens.js';
import type { LockedLens, ShapesLock } from '../../lens/lock/shapes-lock.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import type { ServiceChanges } from '../compare-changes.js';
import { listChanges } from '../list-subjects.js';
import { describeShape } from './describe-shape.js';
import { type DrawInputs, lockChanges } from './lock-changes.js';

/** The lenses of a service. */
export interface ServiceLenses {
  /** In the order of their names. */
  readonly lenses: readonly Lens[];
  /** The changes of versions that only lenses have; those of the service have a lock of their own. */
  readonly own: readonly OwnChanges[];
}

/** Versions that only lenses have, and the names of these. */
export interface OwnChanges extends ServiceChanges {
  readonly lenses: readonly string[];
}

/** `served` are the versions of the service, where it lists any. */
export function lensesOf(lenses: readonly Lens[], served: Versions | undefined): ServiceLenses {
  const sorted = lenses.toSorted((left, right) => codeUnitOrder(left.name, right.name));
  const own = new Set(sorted.map(({ versions }) => versions).filter((versions) => versions !== served));
  return {
    lenses: sorted,
    own: [...own].map((versions) => ({
      lenses: sorted.filter((lens) => lens.versions === versions).map(({ name }) => name),
      versions,
      routes: [],
      listed: listChanges(versions, []),
    })),
  };
}

/** What the lenses read and write, as a lock keeps it. */
export function lockShapes({ lenses, own }: ServiceLenses, draw: DrawInputs): ShapesLock {
  return {
    lenses: lenses.map(lockLens),
    changes: own.map(({ lenses: names, versions, routes }) => ({
      lenses: names,
      versions: lockChanges(versions, routes, draw) as unknown as readonly Json[],
    })),
  };
}

function lockLens(lens: Lens): LockedLens {
  const { name, unmarked, writes, shapes } = lens;
  return {
    name,
    unmarked,
    writes,
    shapes: shapes.map((shape) => ({ shape, schema: describeShape(lens.schemaOf(shape), 'input') })),
  };
}
