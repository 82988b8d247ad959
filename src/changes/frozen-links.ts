import type { $ZodType } from 'zod/v4/core';
import { idOf, rootOf, SchemaMap } from '../schema/identity.js';
import { definitionOf } from '../schema/zod-tree.js';
import type { Change } from './change.js';
import { type Counterparts, counterpartsOf, substitute } from './counterparts.js';
import { type FrozenConstant, frozenOf } from './frozen.js';
import { constantsOf, namedIn } from './frozen-constants.js';
import { FrozenForms } from './frozen-forms.js';
import type { DeclaredReshape } from './hop.js';
import type { Reshape } from './reshape.js';

/** The changes of a version, whose reshapes are linked to the schemas of an API. */
export interface LinkedHop {
  readonly changes: readonly Change[];
  /** Lets the hop find a reshape by the schema that it is for. */
  declare(linked: DeclaredReshape): void;
}

/** A schema of an API on its way to older versions, as the changes name it. */
interface Named {
  /** Its id in the version; undefined for one without. */
  readonly id: string | undefined;
  /** The schema that handlers use: a change that names it means its form in the version. */
  readonly live: $ZodType;
  /** What newer changes lead to. */
  readonly shape: $ZodType;
  /** The `before` that the shape was made from; null where that is the shape. */
  readonly declared: $ZodType | null;
}

/** The changes of a version by what they name. */
interface Level {
  readonly hop: LinkedHop;
  readonly byId: ReadonlyMap<string, DeclaredReshape>;
  readonly bySchema: SchemaMap<DeclaredReshape>;
  /** The schemas with an id in the version. */
  readonly named: Map<string, Named>;
  /** What each reshape makes of each schema. */
  readonly lowered: Map<Reshape, Map<$ZodType, Named>>;
  /** What the changes name, and everything inside it that is frozen. */
  readonly constants: readonly FrozenConstant[];
  /** What is in the places of the schemas inside the constants. */
  inside: Counterparts;
  /** What frozen constants stand for. */
  readonly forms: FrozenForms;
  readonly resolved: Map<$ZodType, $ZodType>;
}

/** Lets frozen constants stand for the schemas that have their id in the version: each such reshape becomes one that names the schema itself. */
export class FrozenLinks {
  /** Newest first; empty where no change names a frozen constant. */
  readonly #levels: readonly Level[];
  readonly #met = new Set<$ZodType>();

  /** `hops` are newest first. */
  constructor(hops: readonly LinkedHop[]) {
    this.#levels = hops.some(({ changes }) => constantsOf(changes).length > 0) ? hops.map(levelOf) : [];
  }

  /** Links the schemas with an id in some of an API. */
  meet(schemas: readonly $ZodType[]): void {
    if (this.#levels.length === 0) return;
    const isFirst = this.#met.size === 0;
    let named = this.#newIn(schemas);
    if (named.length === 0 && !isFirst) return;
    for (const level of this.#levels) named = this.#through(level, named, isFirst);
  }

  /** A schema that an operation names, in which frozen constants are the schemas that handlers use. */
  resolve(schema: $ZodType, position: number): $ZodType {
    const level = this.#levels[position];
    if (!level) return schema;
    const known = level.resolved.get(schema);
    if (known) return known;
    const resolved = level.forms.of(schema);
    level.resolved.set(schema, resolved);
    return resolved;
  }

  #newIn(schemas: readonly $ZodType[]): Named[] {
    const found: Named[] = [];
    for (const [id, schema] of namedIn(schemas)) {
      if (this.#met.has(rootOf(schema))) continue;
      this.#met.add(rootOf(schema));
      found.push({ id, live: schema, shape: schema, declared: null });
    }
    return found;
  }

  /** What the reshapes of a version make of schemas. */
  #through(level: Level, given: readonly Named[], isFirst: boolean): Named[] {
    const arriving = [...given];
    const older: Named[] = [];
    for (const one of given) if (one.id !== undefined && !level.named.has(one.id)) level.named.set(one.id, one);
    level.inside = insideOf(level);
    if (isFirst) arriving.push(...namedAsTheyAre(level));
    const pass = (list: readonly Named[]) => {
      for (const one of list) older.push(this.#lowest(level, one, arriving));
    };
    pass(arriving);
    if (isFirst) {
      const known = arriving.length;
      pass(unused(level));
      pass(arriving.slice(known));
    }
    return older;
  }

  /** What all the reshapes of a version make of a schema. */
  #lowest(level: Level, newer: Named, arriving: Named[]): Named {
    let current = newer;
    const passed = new Set<Reshape>();
    for (;;) {
      const found =
        level.bySchema.get(current.declared ?? current.shape) ??
        (passed.size === 0 && current.id !== undefined ? level.byId.get(current.id) : undefined);
      if (!found || passed.has(found.reshape)) return current;
      passed.add(found.reshape);
      current = this.#lower(level, found, current, arriving);
    }
  }

  #lower(level: Level, { reshape, change }: DeclaredReshape, newer: Named, arriving: Named[]): Named {
    const { trees } = reshape;
    const isFrozen = frozenOf(trees.after) !== undefined;
    const after = isFrozen || newer.declared ? newer.shape : trees.after;
    const lowered = level.lowered.get(reshape) ?? new Map<$ZodType, Named>();
    level.lowered.set(reshape, lowered);
    const known = lowered.get(after);
    if (known) return known;
    const counterparts = counterpartsOf([[trees.after, after]], ({ id }) => level.named.get(id)?.shape);
    const before = substitute(trees.before, (one) => counterparts.get(one) ?? level.forms.replacementOf(one));
    if (before !== trees.before || after !== trees.after)
      level.hop.declare({
        reshape: Object.freeze({ ...reshape, trees: Object.freeze({ after, before }) }),
        change,
        declared: reshape,
      });
    for (const [id, schema] of namedIn([before]))
      if (!level.named.has(id)) {
        const named = { id, live: schema, shape: schema, declared: null };
        level.named.set(id, named);
        arriving.push(named);
      }
    const result: Named = {
      id: idOf(before) ?? (isList(before) === isList(after) ? newer.id : undefined),
      live: newer.live,
      shape: before,
      declared: before === trees.before ? null : trees.before,
    };
    lowered.set(after, result);
    return result;
  }
}

const isList = (schema: $ZodType) => definitionOf(schema).type === 'array';

function levelOf(hop: LinkedHop): Level {
  const byId = new Map<string, DeclaredReshape>();
  const bySchema = new SchemaMap<DeclaredReshape>();
  for (const change of hop.changes)
    for (const reshape of change.reshapes) {
      const declared = { reshape, change, declared: reshape };
      const constant = frozenOf(reshape.trees.after);
      if (constant) byId.set(constant.id, declared);
      else bySchema.set(reshape.trees.after, declared);
    }
  const named = new Map<string, Named>();
  const forms = new FrozenForms(
    (id) => named.get(id)?.live,
    (schema) => level.inside.get(schema),
  );
  const constants = constantsOf(hop.changes);
  const level: Level = {
    hop,
    byId,
    bySchema,
    named,
    lowered: new Map(),
    constants,
    inside: new Map(),
    forms,
    resolved: new Map(),
  };
  return level;
}

/** What the shapes that constants stand for have in the places of what the constants hold. */
function insideOf({ constants, named }: Level): Counterparts {
  const shapeOf = ({ id }: FrozenConstant) => named.get(id)?.shape;
  const pairs = constants.flatMap((constant) => {
    const shape = shapeOf(constant);
    return shape ? [[constant.schema, shape] as const] : [];
  });
  return counterpartsOf(pairs, shapeOf);
}

/** What reshapes name that no frozen constant stands for. */
const namedAsTheyAre = ({ hop: { changes } }: Level): readonly Named[] =>
  changes.flatMap(({ reshapes }) =>
    reshapes.flatMap(({ trees: { after } }) =>
      frozenOf(after) ? [] : [{ id: idOf(after), live: after, shape: after, declared: null }],
    ),
  );

/** Frozen constants that no operation uses stand for themselves. */
const unused = ({ byId, lowered, forms }: Level): readonly Named[] =>
  [...byId].flatMap(([id, { reshape }]) => {
    if (lowered.has(reshape)) return [];
    const own = forms.of(reshape.trees.after);
    return [{ id, live: own, shape: own, declared: null }];
  });
