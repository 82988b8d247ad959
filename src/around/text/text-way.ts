import type { $ZodType } from 'zod/v4/core';
import type { Hop } from '../../changes/hop.js';
import type { OlderNames } from '../../changes/reshape.js';
import { checksOf, lengthTest } from '../../schema/accept-scalar.js';
import { fitsOf } from '../../schema/fits.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { isInternal } from '../../schema/internal.js';
import type { SchemaNode } from '../../schema/node.js';
import { projectionOf } from '../../schema/project.js';
import { readNode } from '../../schema/read-node.js';
import type { Schema } from '../../schema/standard-schema.js';
import { definitionOf } from '../../schema/zod-tree.js';
import { type Member, object } from './scan-object.js';
import { anyString, anything, list, nullable, parsed, record, scalar } from './scan-values.js';
import { Scanner, type Scan } from './scanner.js';

/** The text of a value in an older version; null for a text that has to be parsed. */
export type ConvertText = (text: string) => string | null;

/** What converts a part of a value, on the way from one version to the one before. */
interface Step {
  readonly hop: Hop;
  /** The part in the newer of the two. */
  readonly schema: $ZodType;
}

/** A part of a value. */
interface Place {
  /** What it is held to. */
  readonly schema: unknown;
  /** Those that change something in it, newest first. */
  readonly steps: readonly Step[];
  /** The schema whose members are written; null where all are. */
  readonly shown: unknown;
}

/**
 * Converts JSON without making values of it, where changes do nothing but give members other names or leave them out: it goes through the
 * text once, holds each value to its schema, and copies what stays. `hops` are newest first, `shown` is the schema of the older version.
 * null where a change computes something.
 */
export function textWay(schema: Schema, hops: readonly Hop[], shown: Schema): ConvertText | null {
  const [tree, older] = [zodTreeOf(schema), zodTreeOf(shown)];
  if (!tree || !older) return null;
  let current = tree;
  const steps = hops.map((hop) => {
    const step = { hop, schema: current };
    current = hop.older(current);
    return step;
  });
  const scan = new Scans().of({ schema: tree, steps, shown: older });
  return (
    scan &&
    ((text) => {
      const scanner = new Scanner(text);
      // Some write a line feed behind it, as encoding/json of Go does.
      return scan(scanner) && /^[\t\n\r ]*$/.test(text.slice(scanner.at)) ? scanner.result : null;
    })
  );
}

/** The scans of places, each made once, because schemas may contain themselves. */
class Scans {
  readonly #made = new Map<string, Scan | null>();
  readonly #numbers = new Map<unknown, number>();

  of({ schema, steps, shown }: Place): Scan | null {
    const place = {
      schema,
      steps: steps.filter((step) => step.hop.conversion(step.schema, 'down') !== null),
      shown: projectionOf(shown) === null ? null : shown,
    };
    const key = [schema, place.shown, ...place.steps.flatMap((step) => [step.hop, step.schema])]
      .map((part) => this.#numberOf(part))
      .join();
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    let own: Scan | null = null;
    this.#made.set(key, (scanner) => scanner.within(own!));
    own = this.#make(place);
    this.#made.set(key, own);
    return own;
  }

  #numberOf(part: unknown): number {
    const known = this.#numbers.get(part) ?? this.#numbers.size;
    this.#numbers.set(part, known);
    return known;
  }

  #make(place: Place): Scan | null {
    const scan = this.#ofNode(readNode(place.schema), place);
    if (scan || place.steps.length > 0) return scan;
    return parsed(fitsOf(place.schema), projectionOf(place.shown));
  }

  /** null for what more is asked of than its parts show, and where changes do more than give names. */
  #ofNode(node: SchemaNode, place: Place): Scan | null {
    if (node.kind !== 'array' && 'refined' in node && node.refined) return null;
    switch (node.kind) {
      case 'object':
        return this.#ofObject(node, place);
      case 'array': {
        const isLength = lengthsOf(node, place.schema);
        const item = isLength && this.#inside(place, 'array', ({ element }) => element);
        return item && list(item, isLength);
      }
      case 'record': {
        const areKept =
          node.others === 'refuse' && place.steps.every(({ hop, schema }) => !hop.conversion(keyOf(schema), 'down'));
        const member = node.names || !areKept ? null : this.#inside(place, 'record', ({ value }) => value);
        return member && record(fitsOf(node.key), member);
      }
      case 'wrapper': {
        const inner = this.#inside(place, 'wrapper', (wrapper) => wrapper.inner);
        return inner && node.null ? nullable(inner) : inner;
      }
      case 'lazy':
        return this.#inside(place, 'lazy', ({ read }) => read());
      case 'scalar':
        if (place.steps.length > 0) return null;
        return isAnyString(place.schema) ? anyString : scalar(node.complaint);
      case 'opaque':
        return place.steps.length > 0 ? null : anything;
      case 'union':
      case 'intersection':
      case 'tuple':
        return null;
    }
  }

  /** What is in each of the schemas of a place, which are of one kind. */
  #inside<Kind extends SchemaNode['kind']>(
    { schema, steps, shown }: Place,
    kind: Kind,
    innerOf: (node: Extract<SchemaNode, { kind: Kind }>) => unknown,
  ): Scan | null {
    const inner = (one: unknown) => {
      const node = readNode(one);
      return node.kind === kind ? innerOf(node as Extract<SchemaNode, { kind: Kind }>) : undefined;
    };
    const next: Step[] = [];
    for (const { hop, schema: own } of steps) {
      const part = !isPipe(own) && hop.find(own) === undefined ? inner(own) : undefined;
      if (part === undefined) return null;
      next.push({ hop, schema: part as $ZodType });
    }
    const older = shown === null ? null : inner(shown);
    return older === undefined ? null : this.of({ schema: inner(schema), steps: next, shown: older });
  }

  #ofObject({ members }: ObjectNode, { steps, shown }: Place): Scan | null {
    const older = shown === null ? null : readNode(shown);
    if (older !== null && older.kind !== 'object') return null;
    const rest = older?.rest ?? 'keep';
    if (typeof rest === 'object' && projectionOf(rest.schema)) return null;
    const ways = membersThrough(steps, [...members.keys()]);
    if (ways === null) return null;
    const scans = ways.map((way): Member | null => {
      const schema = members.get(way.name);
      const by = shownMember(older, way.older);
      const isShown = by !== undefined;
      const scan = this.of(isShown ? { schema, steps: way.steps, shown: by } : { schema, steps: [], shown: null });
      const isRequired = !fitsOf(schema)(undefined);
      return scan && { name: way.name, older: isShown ? way.older : null, isRequired, scan };
    });
    const taken = new Set(ways.flatMap(({ taken }) => taken));
    return scans.every((one) => one !== null) ? object(scans, { isKept: rest !== 'drop', taken }) : null;
  }
}

/** Which lengths a list may have; null where more is asked of it. */
function lengthsOf(
  { refined }: Extract<SchemaNode, { kind: 'array' }>,
  schema: unknown,
): ((count: number) => boolean) | null {
  if (!refined) return () => true;
  const tree = zodTreeOf(schema);
  const isByLength = tree !== null && checksOf(tree).every((check) => lengthTest(check, '') !== null);
  return isByLength ? (length) => refined({ length }) === null : null;
}

type ObjectNode = Extract<SchemaNode, { kind: 'object' }>;

/** Where a member of an object goes. */
interface MemberWay {
  readonly name: string;
  /** Its name in the oldest version so far; null where it is left out. */
  readonly older: string | null;
  /** The names that it got on the way. */
  readonly taken: readonly string[];
  readonly steps: readonly Step[];
}

/** null where a change of the object does more than give names. */
function membersThrough(steps: readonly Step[], names: readonly string[]): readonly MemberWay[] | null {
  let ways: readonly MemberWay[] = names.map((name) => ({ name, older: name, taken: [], steps: [] }));
  for (const { hop, schema } of steps) {
    const reshape = hop.find(schema)?.reshape;
    const inside = reshape ? hop.asNamed(reshape.trees.before) : schema;
    const node = readNode(inside);
    if ((reshape && hop.find(inside)) || isPipe(inside) || node.kind !== 'object') return null;
    if (typeof node.rest === 'object' && hop.conversion(node.rest.schema as $ZodType, 'down')) return null;
    for (const older of reshape?.names ?? []) {
      if (older === null) return null;
      ways = ways.map((way) => goOn(way, older));
    }
    const { members } = node;
    if (ways.some(({ older }) => older !== null && !members.has(older))) return null;
    ways = ways.map((way) =>
      way.older === null ? way : { ...way, steps: [...way.steps, { hop, schema: members.get(way.older) as $ZodType }] },
    );
  }
  return ways;
}

/** Where a member goes by one step of a change. */
function goOn(way: MemberWay, names: OlderNames): MemberWay {
  if (way.older === null || !names.has(way.older)) return way;
  if (!('get' in names)) return { ...way, older: null };
  const older = names.get(way.older)!;
  return { ...way, older, taken: [...way.taken, older] };
}

/** The schema that a member is written by; null where all of it is written, undefined where nothing is. */
function shownMember(shape: ObjectNode | null, name: string | null): unknown {
  if (name === null) return undefined;
  const schema = shape?.members.get(name);
  if (schema === undefined) return shape?.rest === 'drop' ? undefined : null;
  return isInternal(schema as $ZodType) ? undefined : schema;
}

/** Whether the node of a schema is that of its last part alone. */
const isPipe = (schema: unknown) => definitionOf(schema as $ZodType).type === 'pipe';

/** The schema of the keys of a record. */
function keyOf(schema: $ZodType): $ZodType {
  const node = readNode(schema);
  return node.kind === 'record' ? (node.key as $ZodType) : schema;
}

function isAnyString(schema: unknown): boolean {
  const tree = zodTreeOf(schema);
  return tree !== null && definitionOf(tree).type === 'string' && checksOf(tree).length === 0;
}
