import { frozen } from 'svckit';
import { z } from 'zod';
import { objectSchema, type Write } from './form.js';
import { innerPlans, type Members, type Plan, type TextRule } from './plan.js';
import { isTouchedSince, type World } from './world.js';

const texts: Readonly<Record<TextRule, () => z.ZodType<unknown, string>>> = {
  any: () => z.string(),
  filled: () => z.string().min(1),
  short: () => z.string().max(3),
  digits: () => z.string().regex(/^\d{1,3}$/),
  'not-root': () => z.string().refine((text) => text !== 'root', 'must not be root'),
  trim: () => z.string().trim(),
  lower: () => z.string().toLowerCase(),
  shout: () => z.string().transform((text) => `${text}!`),
};

/** What a plan needs to become a schema. */
export interface Context {
  readonly of: Write;
  readonly entity: (entity: number) => z.ZodType;
  /** Whether what stands above a changed schema is left out: it runs on the newest shape. */
  readonly isBare: (plan: Plan) => boolean;
  /** Whether a plan is only in older shapes, whose own bounds hold for them. */
  readonly isOlder: (plan: Plan) => boolean;
}

/** The Zod schema of a plan. Members are getters, so that schemas may contain themselves. */
export function schemaOf(plan: Plan, context: Context): z.ZodType {
  const inner = context.of;
  switch (plan.kind) {
    case 'text':
      return texts[plan.rule]();
    case 'int':
      return z.int();
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(plan.values as [string]);
    case 'literal':
      return z.literal(plan.is);
    case 'array':
      return plan.least === 0 || (context.isBare(plan) && !context.isOlder(plan))
        ? z.array(inner(plan.of))
        : z.array(inner(plan.of)).min(plan.least);
    case 'record':
      return z.record(z.string(), inner(plan.of));
    case 'optional':
      return inner(plan.of).optional();
    case 'nullable':
      return inner(plan.of).nullable();
    case 'readonly':
      return inner(plan.of).readonly();
    case 'lazy': {
      let made: z.ZodType | undefined;
      return z.lazy(() => (made ??= inner(plan.of)));
    }
    case 'refined':
      return context.isBare(plan) ? inner(plan.of) : withoutRoot(inner(plan.of));
    case 'stamped':
      return context.isBare(plan) ? inner(plan.of) : inner(plan.of).transform((stamped) => ({ stamped }));
    case 'default':
      return context.isBare(plan) ? inner(plan.of).optional() : inner(plan.of).default(plan.value);
    case 'prefault':
      return context.isBare(plan) ? inner(plan.of).optional() : inner(plan.of).prefault(plan.value);
    case 'tuple': {
      const items = plan.items.map(inner) as [z.ZodType];
      return plan.rest ? z.tuple(items, inner(plan.rest)) : z.tuple(items);
    }
    case 'union':
      return z.union(plan.options.map(inner));
    case 'variants': {
      const options = plan.options.map(inner);
      return options.every(isVariant) ? z.discriminatedUnion('kind', options as never) : z.union(options);
    }
    case 'both':
      return z.intersection(context.entity(plan.entity), z.object(membersOf(plan.members, inner)));
    case 'object': {
      const made = objectSchema(membersOf(plan.members, inner), plan.surplus, inner);
      return plan.refined && !context.isBare(plan) ? withoutRoot(made) : made;
    }
    case 'entity':
      return context.entity(plan.entity);
  }
}

const isVariant = (schema: z.ZodType) => schema instanceof z.ZodObject && schema.shape.kind instanceof z.ZodLiteral;

const withoutRoot = <S extends z.ZodType>(schema: S): S =>
  schema.refine((value) => !String(JSON.stringify(value)).includes('"root"'), 'must not hold root');

function membersOf(members: Members, inner: Write): z.core.$ZodLooseShape {
  const shape = {};
  for (const [name, plan] of Object.entries(members)) {
    let made: z.ZodType | undefined;
    Object.defineProperty(shape, name, { enumerable: true, get: () => (made ??= inner(plan)) });
  }
  return shape;
}

/** Makes the schemas of the newest version, which handlers use and changes name: each plan is one schema. */
export class LiveSchemas {
  readonly #made = new Map<Plan, z.ZodType>();
  readonly #entities = new Map<number, z.ZodType>();

  constructor(readonly world: World) {}

  readonly of: Write = (plan) => {
    const known = this.#made.get(plan);
    if (known) return known;
    const made = schemaOf(plan, { ...whole, of: this.of, entity: this.entity });
    this.#made.set(plan, made);
    return made;
  };

  readonly entity = (entity: number): z.ZodType => {
    const known = this.#entities.get(entity);
    if (known) return known;
    const made = this.of(this.world.entities[entity]!.shapes[this.world.newest]!).meta({ id: `E${entity}` });
    this.#entities.set(entity, made);
    return made;
  };

  /** As `of`, with constants in place of some entities. */
  writer(named: readonly z.ZodType[]): Write {
    const write: Write = (plan) =>
      holdsEntity(plan) ? schemaOf(plan, { ...whole, of: write, entity: (one) => named[one]! }) : this.of(plan);
    return write;
  }
}

/** Writes the schemas of one version as constants of its own, whatever newer versions make of them. */
export class FrozenSchemas {
  readonly #made = new Map<Plan, z.ZodType>();
  readonly #entities = new Map<number, z.ZodType | null>();

  constructor(
    readonly world: World,
    readonly version: number,
  ) {}

  readonly of: Write = (plan) => {
    const known = this.#made.get(plan);
    if (known) return known;
    const made = schemaOf(plan, { ...whole, of: this.of, entity: this.entity });
    this.#made.set(plan, made);
    return made;
  };

  readonly entity = (entity: number): z.ZodType => {
    const known = this.#entities.get(entity);
    if (known === null) return z.lazy(() => this.#entities.get(entity)!);
    if (known) return known;
    this.#entities.set(entity, null);
    const plan = this.world.entities[entity]!.shapes[this.version]!;
    const made = frozen(`E${entity}`, schemaOf(plan, { ...whole, of: this.of, entity: this.entity }));
    this.#entities.set(entity, made);
    return made;
  };
}

const whole = { isBare: () => false, isOlder: () => false };

const holdsEntity = (plan: Plan): boolean => plan.kind === 'entity' || innerPlans(plan).some(holdsEntity);

/** Makes the schemas of one version from scratch: what a team would have written if it were the only one. */
export class VersionSchemas {
  readonly #entities = new Map<number, z.ZodType | null>();
  readonly #context: Context;

  constructor(
    readonly world: World,
    readonly version: number,
  ) {
    const last = (plan: Plan) => world.lasts.get(plan) ?? world.newest;
    this.#context = {
      of: (plan) => this.of(plan),
      entity: (entity) => this.#entity(entity),
      isBare: (plan) => isTouchedSince(world, plan, version, last(plan)),
      isOlder: (plan) => world.lasts.has(plan),
    };
  }

  of(plan: Plan): z.ZodType {
    return schemaOf(plan, this.#context);
  }

  #entity(entity: number): z.ZodType {
    const known = this.#entities.get(entity);
    if (known === null) return z.lazy(() => this.#entities.get(entity)!);
    if (known) return known;
    this.#entities.set(entity, null);
    const made = this.of(this.world.entities[entity]!.shapes[this.version]!);
    this.#entities.set(entity, made);
    return made;
  }
}
