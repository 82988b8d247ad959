import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { ancestorsOf, idOf, rootOf, SchemaMap } from '../../schema/identity.js';
import { childrenOf, definitionOf } from '../../schema/zod-tree.js';
import { bodyParts } from '../declare/bodies.js';
import { partNames } from '../declare/request-parts.js';
import { isSchema } from '../../schema/standard-schema.js';
import { responseDetail } from '../table/responses.js';
import type { Change } from './change.js';
import { counterpartsOf, substitute } from './counterparts.js';
import { frozenOf } from './frozen.js';
import { FrozenForms } from './frozen-forms.js';
import type { DeclaredReshape } from './hop.js';
import type { OperationChange } from './operation.js';
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
    this.#levels = hops.some(({ changes }) => changes.some(namesFrozen)) ? hops.map(levelOf) : [];
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
    const counterparts = counterpartsOf(trees.after, after, ({ id }) => level.named.get(id)?.shape);
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
  const forms = new FrozenForms((id) => named.get(id)?.live);
  return { hop, byId, bySchema, named, lowered: new Map(), forms, resolved: new Map() };
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

/** The schemas with an id in some, each once; what a frozen constant holds is its own. */
function namedIn(schemas: readonly $ZodType[]): readonly (readonly [id: string, schema: $ZodType])[] {
  const found = new Map<$ZodType, readonly [string, $ZodType]>();
  const seen = new Set<$ZodType>(schemas);
  for (const schema of seen) {
    if (frozenOf(schema)) continue;
    for (const ancestor of ancestorsOf(schema)) {
      const id = globalRegistry.get(ancestor)?.id;
      if (typeof id !== 'string') continue;
      if (!found.has(ancestor)) found.set(ancestor, [id, ancestor]);
      break;
    }
    for (const child of childrenOf(schema)) seen.add(child);
  }
  return [...found.values()];
}

function namesFrozen({ reshapes, operations }: Change): boolean {
  const schemas = [
    ...reshapes.flatMap(({ trees }) => [trees.after, trees.before]),
    ...operations.flatMap(namedSchemas),
  ];
  const seen = new Set<$ZodType>(schemas);
  for (const schema of seen) {
    if (frozenOf(schema)) return true;
    for (const child of childrenOf(schema)) seen.add(child);
  }
  return false;
}

/** What the `before` of an operation names. */
function namedSchemas({ before }: OperationChange): readonly $ZodType[] {
  const { body, response } = before;
  const answers = isSchema(response)
    ? [response]
    : Object.values(response ?? {}).map((entry) => responseDetail(entry).schema);
  const parts = partNames.map((part) => (part === 'body' ? body && bodyParts(body).schema : before[part]));
  return [...parts, ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}
