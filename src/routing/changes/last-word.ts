import {
  $constructor,
  $ZodPipe,
  $ZodReadonly,
  type $ZodReadonlyDef,
  type $ZodType,
  $ZodUnknown,
  type ParsePayload,
} from 'zod/v4/core';
import { libraryOf } from '../../schema/foreign/library-pipe.js';
import { pickOption } from '../../schema/fits.js';
import { rootOf, standFor } from '../../schema/identity.js';
import { readNode, type SchemaNode } from '../../schema/node.js';
import { definitionOf, isPreprocess, later, rebuild } from '../../schema/zod-tree.js';
import type { Hop } from './hop.js';
import { isUnchanged, type Lineage, memberSchema, memberWrappers } from './lineage.js';
import { isContainer, isParsedMember, isParsedPlace, type Maker, olderPath, type Origin, originOf } from './origins.js';

/** A value that the requested version's schema has parsed, so that nothing runs on it twice. */
export class Parsed {
  constructor(
    readonly value: unknown,
    /** The schema; null for the one that stands where the value is. */
    readonly by: $ZodType | null = null,
  ) {}
}

/** The member of an issue that names the change that made the value, or null where the client sent it. Zod copies no symbols. */
export const madeBy = '~madeBy';
export interface Issue {
  /** Absent in an issue that Zod has not finished. */
  path?: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  /** Of a union: those of each option. */
  readonly errors?: unknown;
  [madeBy]?: Maker | null;
}

/** A value on its way into a last word; `parsed` is what the requested version's schema returned. */
export const passedOn = (value: unknown, parsed: unknown): unknown =>
  Object.is(value, parsed) ? new Parsed(value) : value;

/**
 * The schema with the last word about a request that changes converted: all of it runs, but for the values that the
 * requested version has parsed by the same schema. Issues name older members, and `madeBy` the change at fault. `hops` are newest first.
 */
export function lastWordOf(schema: $ZodType, hops: readonly Hop[], reach: Reach = 'reshaped'): $ZodType {
  return new LastWord(hops, reach).child(schema, false);
}

/** Where changes may have made a value: in the schemas that a hop reshapes, or anywhere. */
type Reach = 'reshaped' | 'anywhere';

class LastWord {
  readonly #hops: readonly Hop[];
  readonly #reach: Reach;
  readonly #built = new Map<$ZodType, $ZodType | null>();
  readonly #inside = new Map<$ZodType, $ZodType>();

  constructor(hops: readonly Hop[], reach: Reach) {
    this.#hops = hops;
    this.#reach = reach;
  }

  child(schema: $ZodType, isReshaped: boolean): $ZodType {
    if (this.#hops.some((hop) => hop.touches(schema))) return this.#of(schema);
    if (this.#reach === 'anywhere') return passing(schema, this.#of(schema));
    return isReshaped ? this.#insideReshaped(schema) : passing(schema);
  }

  #of(schema: $ZodType): $ZodType {
    const known = this.#built.get(schema);
    if (known === null) return later(() => this.#built.get(schema)!);
    if (known) return known;
    this.#built.set(schema, null);
    const built = standFor(this.#build(schema), schema);
    this.#built.set(schema, built);
    return built;
  }

  #build(schema: $ZodType): $ZodType {
    const maker = this.#makerOf(schema);
    const child = (one: $ZodType) => this.child(one, maker !== null);
    const def = definitionOf(schema);
    // Another library parses the whole, which the older request has only been compared with in shape.
    if (libraryOf(schema)) return reading(schema, maker);
    switch (def.type) {
      case 'object':
      case 'array':
      case 'tuple':
        return reading(rebuild(schema, child), maker);
      case 'record':
      case 'map': {
        const valueType = child(def.valueType as $ZodType);
        return reading(
          rebuild(schema, (one) => one, { valueType } as never),
          maker,
        );
      }
      case 'pipe':
        return isPreprocess(def) ? this.#of(def.out as $ZodType) : rebuild(schema, child);
      case 'union':
        return maker ? reading(rebuild(schema, child), maker) : this.#ofUnion(schema, child);
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'catch':
      case 'readonly':
      case 'nonoptional':
        return givingNothing(rebuild(schema, child));
      case 'lazy':
        return rebuild(schema, child);
      case 'intersection':
        return rebuild(schema, (side) => passing(side, this.#of(side)));
      default:
        return reading(schema, maker);
    }
  }

  /** Members of an object that a change may have made anew of older members. */
  #insideReshaped(schema: $ZodType): $ZodType {
    const known = this.#inside.get(schema);
    if (known) return known;
    const isOpen = holdsMembers.has(definitionOf(schema).type);
    const built = passing(schema, isOpen ? rebuild(schema, (child) => this.#insideReshaped(child)) : schema);
    this.#inside.set(schema, built);
    return built;
  }

  /** A value that no change converted stays with the option that has parsed it. */
  #ofUnion(schema: $ZodType, child: (option: $ZodType) => $ZodType): $ZodType {
    const { options, checks = [] } = definitionOf(schema) as unknown as { options: $ZodType[]; checks?: never[] };
    const older = this.#hops.reduce((current, hop) => hop.olderBare(current), schema);
    const pick = pickOption(readNode(older) as Extract<SchemaNode, { kind: 'union' }>);
    const chosen = options.map(child);
    const choice = wrap(rebuild(schema, child, { checks: [] } as never), (run, payload, context) => {
      const { value, isParsed } = given(payload, schema);
      const option = isParsed ? chosen[pick(value)] : undefined;
      payload.value = option ? new Parsed(value) : value;
      return option ? option._zod.run(payload, context) : run(payload, context);
    });
    if (checks.length === 0) return choice;
    return new $ZodPipe({ type: 'pipe', in: choice, out: new $ZodUnknown({ type: 'unknown', checks }) } as never);
  }

  /** The change at fault where a value has no origin: the newest that reshapes the schema; null for what stands above one. */
  #makerOf(schema: $ZodType): Maker | null {
    let current = schema;
    for (const hop of this.#hops) {
      const found = hop.find(current);
      if (found) return { change: found.change, version: hop.version };
      current = hop.older(current);
    }
    return null;
  }
}

/** Where a lineage finds the members of an object inside another one. */
const holdsMembers: ReadonlySet<string> = new Set(['object', ...memberWrappers]);

/** What reaches a schema that changes reach, and whether an older form of this very schema has parsed it. */
function given({ value }: ParsePayload, schema: $ZodType): { readonly value: unknown; readonly isParsed: boolean } {
  if (!(value instanceof Parsed)) return { value, isParsed: false };
  return { value: value.value, isParsed: value.by === null || rootOf(value.by) === rootOf(schema) };
}

/** A schema that takes what it has parsed as it is, and reads anything else as `read`. What can never be is refused before it is looked at. */
const passing = (schema: $ZodType, read = schema): $ZodType =>
  definitionOf(schema).type === 'never'
    ? schema
    : wrap(read, (run, payload, context) => {
        const { value } = payload;
        if (!(value instanceof Parsed)) return run(payload, context);
        payload.value = value.value;
        return value.by === null || isUnchanged(value.by, schema) ? payload : run(payload, context);
      });

/** A schema that looks for null and undefined itself. */
const givingNothing = (schema: $ZodType): $ZodType =>
  wrap(schema, (run, payload, context) => {
    const { value } = payload;
    if (value instanceof Parsed && (value.value ?? null) === null) payload.value = value.value;
    return run(payload, context);
  });

/** A schema that reads a converted value, of which it does not parse again what the older version has parsed. */
const reading = (schema: $ZodType, maker: Maker | null): $ZodType =>
  wrap(schema, (run, payload, context) => {
    const { value, isParsed } = given(payload, schema);
    payload.value = libraryOf(schema) ? value : withParsed(value, isParsed);
    const relate = (result: ParsePayload) => {
      for (const issue of result.issues as unknown as Issue[]) attribute(issue, value, isParsed, maker);
      return result;
    };
    const result = run(payload, context);
    return result instanceof Promise ? result.then(relate) : relate(result);
  });

/** A value whose members that need no second parse are marked. */
export function withParsed(value: unknown, isParsed: boolean): unknown {
  if (!isContainer(value)) return value;
  const origin = originOf(value);
  if (origin?.lineage) return membersWithParsed(value, origin.lineage, origin, origin.schema);
  if (!origin && !isParsed) return value;
  const mark = (name: string, member: unknown) => {
    if (!isParsedMember(value, name, isParsed)) return member;
    const by = origin ? memberSchema(origin.schema, name) : null;
    return by === undefined ? member : new Parsed(member, by);
  };
  return Array.isArray(value)
    ? value.map((item: unknown, index) => mark(String(index), item))
    : mapMembers(value, mark);
}

function membersWithParsed(owner: object, lineage: Lineage, origin: Origin, schema: $ZodType): object {
  return mapMembers(owner, (name, member) => {
    const [place, by] = [lineage.get(name), memberSchema(schema, name)];
    if (!place || !by) return member;
    if (isParsedPlace(origin, place, member)) return new Parsed(member, by);
    return place.inside && isContainer(member) && !Array.isArray(member) && !originOf(member)
      ? membersWithParsed(member, place.inside, origin, by)
      : member;
  });
}

const mapMembers = (owner: object, convert: (name: string, member: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(owner).map(([name, member]) => [name, convert(name, member)]));

/** The innermost schema that a change reaches says whose an issue is; each one around it, where it is in its own older value. */
function attribute(issue: Issue, value: unknown, isParsed: boolean, maker: Maker | null): void {
  if (isParsed) {
    issue[madeBy] ??= null;
    return;
  }
  const origin = originOf(value);
  const { path = [] } = issue;
  const older = path.length > 0 && isContainer(value) ? olderPath(value, path) : null;
  if (older) issue[madeBy] ??= null;
  else if (issue[madeBy] === undefined && (origin?.maker ?? maker)) issue[madeBy] = origin?.maker ?? maker;
  // Zod adds the names of what is around it.
  issue.path = [...(older ?? [])];
}

type Run = $ZodType['_zod']['run'];
type Wrap = (run: Run, payload: ParsePayload, context: Parameters<Run>[1]) => ReturnType<Run>;

interface WrapDef extends $ZodReadonlyDef {
  readonly wrapped: Wrap;
}

const $Wrapped = $constructor('SvckitLastWord', (schema: $ZodType, def: WrapDef) => {
  $ZodReadonly.init(schema as $ZodReadonly, def);
  schema._zod.parse = (payload, context) => def.wrapped(def.innerType._zod.run, payload, context);
});

/** As the schema in everything but its parse. */
const wrap = (schema: $ZodType, wrapped: Wrap): $ZodType =>
  new $Wrapped({ type: 'readonly', innerType: schema, wrapped });
