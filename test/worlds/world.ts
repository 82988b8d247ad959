import type { Form } from './form.js';
import { innerPlans, type Members, type Plan } from './plan.js';

/** What a version changed of one operation. */
export interface OperationChange {
  readonly operation: OperationName;
  readonly path: boolean;
  readonly method: boolean;
  readonly status: boolean;
  /** The body or the answer was the member `data` of an object. */
  readonly wrapped: boolean;
}

export type OperationName = 'send' | 'read';

/** A schema with an id: its shape in each version, and what leads from each version to the one before. */
export interface Entity {
  /** By version; the first is unused. */
  readonly shapes: readonly Plan[];
  /** By version; each form applies to the older shape of the one before it. */
  readonly forms: readonly (readonly Form[])[];
}

/** An API as plain data: schemas, versions, operations. Knows nothing of svckit. */
export interface World {
  readonly newest: number;
  readonly entities: readonly Entity[];
  /** What operations take and answer, in the newest version. */
  readonly root: Plan;
  /** The parameters of a search. */
  readonly query: Plan;
  /** By version. */
  readonly operations: readonly (readonly OperationChange[])[];
  /** Whether every schema can be answered: none is transformed. */
  readonly answers: boolean;
  /** How changes name schemas: as they are now, by what newer changes lead to, or as each version had them. */
  readonly names: 'live' | 'chained' | 'frozen';
  /** Whether the changes of a version are one. */
  readonly together: boolean;
  /** Whether the newest version is not released, and served as `next`. */
  readonly unreleased: boolean;
  /** The last version in which a plan stands, where that is not the newest. */
  readonly lasts: ReadonlyMap<Plan, number>;
}

/** Whether a version changed something in a plan, by a form that counts. */
export function isTouched(
  world: World,
  plan: Plan,
  version: number,
  counts: (form: Form) => boolean = anyForm,
): boolean {
  const seen = new Set<number>();
  const visit = (one: Plan): boolean => {
    if (one.kind !== 'entity') return innerPlans(one).some(visit);
    if (seen.has(one.entity)) return false;
    seen.add(one.entity);
    const { shapes, forms } = world.entities[one.entity]!;
    return forms[version]!.some(counts) || visit(shapes[version]!);
  };
  return visit(plan);
}

const anyForm = () => true;

/** Whether one of the versions after `version`, up to `last`, changed something in a plan. */
export function isTouchedSince(
  world: World,
  plan: Plan,
  version: number,
  last: number,
  counts?: (form: Form) => boolean,
): boolean {
  for (let later = version + 1; later <= last; later += 1) if (isTouched(world, plan, later, counts)) return true;
  return false;
}

/** What an operation takes or answers in a version. */
export function planOf(world: World, operation: OperationName, version: number): Plan {
  let plan = world.root;
  for (let wraps = wrapsOf(world, operation, version); wraps > 0; wraps -= 1) plan = wrapped(plan);
  return plan;
}

/** In how many objects what an operation takes or answers stands in a version. */
export const wrapsOf = (world: World, operation: OperationName, version: number): number =>
  world.operations
    .slice(version + 1)
    .filter((changes) => changes.some((one) => one.operation === operation && one.wrapped)).length;

export const wrapped = (plan: Plan): Plan => ({ kind: 'object', surplus: 'strip', members: { data: plan } });

export const changeOf = (world: World, name: OperationName, version: number): OperationChange | undefined =>
  world.operations[version]!.find(({ operation }) => operation === name);

/** Where an operation is in a version. */
export function addressOf(world: World, name: OperationName, version: number) {
  const address =
    name === 'send' ? { path: '', method: 'PUT', status: 204 } : { path: 'one', method: 'GET', status: 200 };
  for (let later = world.newest; later > version; later -= 1) {
    const change = changeOf(world, name, later);
    if (change) Object.assign(address, addressBefore(change, later));
  }
  return address;
}

/** What an operation change says of the address before its version. */
export function addressBefore({ operation, path, method, status }: OperationChange, version: number) {
  return {
    ...(path && { path: `${operation}-${version}` }),
    ...(method && operation === 'send' && { method: version % 2 === 0 ? 'POST' : 'PATCH' }),
    ...(status && { status: version % 2 === 0 ? 201 : 203 }),
  };
}

export const membersIn = (plan: Plan): Members => (plan.kind === 'object' ? plan.members : {});
