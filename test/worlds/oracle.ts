import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Plan } from './plan.js';
import { VersionSchemas } from './schemas.js';
import { project, walk } from './way-down.js';
import { close, Raw, WayUp } from './way-up.js';
import { changeOf, type OperationName, planOf, type World } from './world.js';

/** What a request comes to: what the handler receives, or what is wrong, and in the shape of which version. */
export type Verdict =
  | { readonly received: unknown }
  | { readonly issues: readonly z.core.$ZodIssue[]; readonly in: 'requested' | 'newest' };

/** Says what each version must receive and answer, by walking plans. Knows nothing of svckit. */
export class Oracle {
  readonly #schemas: readonly VersionSchemas[];
  readonly #operations = new Map<string, z.ZodType>();

  constructor(readonly world: World) {
    this.#schemas = Array.from({ length: world.newest + 1 }, (_, version) => new VersionSchemas(world, version));
  }

  /** The schema that a version shows for an operation, or for the query of a search. */
  schema(name: OperationName | 'search', version: number): z.ZodType {
    const key = `${name} ${version}`;
    const known = this.#operations.get(key);
    if (known) return known;
    const plan = name === 'search' ? this.world.query : planOf(this.world, name, version);
    const made = this.#schemas[version]!.of(plan);
    this.#operations.set(key, made);
    return made;
  }

  /** What becomes of a request's body or query. */
  receive(name: 'send' | 'search', json: unknown, version: number): Verdict {
    const requested = this.schema(name, version).safeParse(json);
    if (!requested.success) return { issues: requested.error.issues, in: 'requested' };
    let raised: unknown = new Raw(json);
    const way = new WayUp(this.world, this.#schemas[version]!);
    for (let later = version + 1; later <= this.world.newest; later += 1) {
      const isWrapped = name === 'send' && changeOf(this.world, name, later)?.wrapped;
      const plan = name === 'search' ? this.world.query : planOf(this.world, name, later);
      if (isWrapped) raised = way.open(planOf(this.world, name, later - 1), raised).data;
      raised = way.raise(plan, raised, later);
    }
    const newest = this.schema(name, this.world.newest).safeParse(close(raised));
    return newest.success ? { received: newest.data } : { issues: newest.error.issues, in: 'newest' };
  }

  /** The body that a version answers for what the handler returned. */
  answer(value: unknown, version: number): unknown {
    let lowered: unknown = value;
    for (let later = this.world.newest; later > version; later -= 1) {
      lowered = this.#lower(planOf(this.world, 'read', later), lowered, later);
      if (changeOf(this.world, 'read', later)?.wrapped) lowered = { data: lowered };
    }
    return project(this.world, planOf(this.world, 'read', version), lowered, version);
  }

  /** A value of the root in the shape of a version, with the members that nothing declares. */
  lower(value: unknown, version: number): unknown {
    let lowered = value;
    for (let later = this.world.newest; later > version; later -= 1)
      lowered = this.#lower(this.world.root, lowered, later);
    return lowered;
  }

  /** What a version shows of a value of the root inside another answer. */
  part(value: unknown, version: number): unknown {
    return project(this.world, this.world.root, this.lower(value, version), version);
  }

  #lower(plan: Plan, value: unknown, version: number): unknown {
    return walk(this.world, plan, value, version, (entity, found) => {
      const { shapes, forms } = this.world.entities[entity]!;
      const own = forms[version]!.reduce((current, form) => form.down(current), found);
      return this.#lower(shapes[version - 1]!, own, version);
    });
  }
}

/** Equal but for members that are undefined, which JSON leaves out. */
export const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(defined(one), defined(other));

function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, defined(member)]])),
  );
}
