import type { Form, Values } from './form.js';
import { only, without } from './form.js';
import type { Plan } from './plan.js';
import type { VersionSchemas } from './schemas.js';
import { mapMembers } from './way-down.js';
import { isTouched, membersIn, type World } from './world.js';

/** What a client sent and nothing has read yet. */
export class Raw {
  constructor(readonly json: unknown) {}
}

/** A value of a union whose option is known. */
class Picked {
  constructor(
    readonly option: number,
    readonly value: unknown,
  ) {}
}

/** Takes what a client sent to newer versions, and reads only what the changes look at. */
export class WayUp {
  constructor(
    readonly world: World,
    readonly schemas: VersionSchemas,
  ) {}

  /** A value of a plan one version up. */
  raise(plan: Plan, value: unknown, version: number): unknown {
    if (!isTouched(this.world, plan, version)) return value;
    const inside = (one: Plan) => (item: unknown) => this.raise(one, item, version);
    if (plan.kind === 'entity') return this.#entity(plan.entity, value, version);
    if (isMissing(value) || isMisplaced(plan, value)) return value;
    switch (plan.kind) {
      case 'array':
        return this.#items(value).map(inside(plan.of));
      case 'tuple':
        return this.#items(value).map((item, index) => inside(plan.items[index] ?? plan.rest!)(item));
      case 'record':
        return mapMembers(this.#members(value), () => inside(plan.of));
      case 'object': {
        const { members, surplus } = plan;
        const others = typeof surplus === 'object' ? inside(surplus.catchall) : null;
        return mapMembers(this.open(plan, value), (name) => (name in members ? inside(members[name]!) : others));
      }
      case 'both': {
        const opened = this.#members(value);
        const names = Object.keys(plan.members);
        const shape = this.world.entities[plan.entity]!.shapes[version - 1]!;
        const own = this.#entity(plan.entity, only(without(opened, names), Object.keys(membersIn(shape))), version);
        return { ...(own as Values), ...mapMembers(only(opened, names), (name) => inside(plan.members[name]!)) };
      }
      case 'union':
      case 'variants': {
        const picked = this.#pick(plan.options, value);
        return new Picked(picked.option, inside(plan.options[picked.option]!)(picked.value));
      }
      case 'nullable':
        return isNull(value) ? value : inside(plan.of)(value);
      default:
        return 'of' in plan ? inside(plan.of)(value) : value;
    }
  }

  #entity(entity: number, value: unknown, version: number): unknown {
    const { shapes, forms } = this.world.entities[entity]!;
    const inner = this.raise(shapes[version - 1]!, value, version);
    return forms[version]!.toReversed().reduce((current, form) => form.up(this.#read(form, current)), inner);
  }

  /** What a form looks at is parsed as the requested version says. */
  #read({ older, reads }: Form, value: unknown): unknown {
    if (reads === 'whole') return this.#parse(older, value);
    const opened = older.kind === 'object' ? this.open(older, value) : value;
    if (reads.length === 0) return opened;
    const members = reads.map(
      (name) => [name, this.#parse(membersIn(older)[name]!, (opened as Values)[name])] as const,
    );
    return { ...(opened as Values), ...Object.fromEntries(members.filter(([, member]) => member !== undefined)) };
  }

  #parse(plan: Plan, value: unknown): unknown {
    if (isMissing(value)) return plan.kind === 'default' ? plan.value : undefined;
    if (isNull(value)) return null;
    if (plan.kind === 'object') return this.open(plan, value);
    if (plan.kind === 'array') return this.#items(value).map((item) => this.#parse(plan.of, item));
    if ('of' in plan && plan.kind !== 'record') return this.#parse(plan.of, value);
    const isLeaf = plan.kind === 'text' || plan.kind === 'int' || plan.kind === 'flag' || plan.kind === 'choice';
    return isLeaf && value instanceof Raw ? this.schemas.of(plan).parse(value.json) : value;
  }

  /** The members of an object, without what its schema drops. */
  open({ kind, ...plan }: Plan, value: unknown): Values {
    const opened = this.#members(value);
    const isStripping = 'surplus' in plan && plan.surplus === 'strip';
    return isStripping ? only(opened, Object.keys(plan.members)) : opened;
  }

  #members(value: unknown): Values {
    return value instanceof Raw ? mapMembers(value.json as Values, () => (json) => new Raw(json)) : (value as Values);
  }

  #items(value: unknown): readonly unknown[] {
    return value instanceof Raw
      ? (value.json as readonly unknown[]).map((json) => new Raw(json))
      : (value as readonly unknown[]);
  }

  #pick(options: readonly Plan[], value: unknown): Picked {
    if (value instanceof Picked) return value;
    const json = close(value);
    return new Picked(
      options.findIndex((option) => this.schemas.of(option).safeParse(json).success),
      value,
    );
  }
}

/** What an older change passed on where the newer shape has a list: the newest schema refuses it. */
const isMisplaced = ({ kind }: Plan, value: unknown) =>
  (kind === 'array' || kind === 'tuple') && !Array.isArray(value instanceof Raw ? value.json : value);

const isMissing = (value: unknown) => value === undefined || (value instanceof Raw && value.json === undefined);
const isNull = (value: unknown) => value === null || (value instanceof Raw && value.json === null);

/** The value as the newest schema parses it. */
export function close(value: unknown): unknown {
  if (value instanceof Raw) return value.json;
  if (value instanceof Picked) return close(value.value);
  if (Array.isArray(value)) return value.map(close);
  if (typeof value === 'object' && value !== null) return mapMembers(value as Values, () => close);
  return value;
}
