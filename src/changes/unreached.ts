import type { $ZodType } from 'zod/v4/core';
import { libraryOf, pictureSides } from '../schema/foreign/library-pipe.js';
import { heldSchemas, isWalked } from '../schema/foreign/held-schemas.js';
import { ancestorsOf } from '../schema/identity.js';
import { childrenOf, definitionOf, hiddenIn, schemasIn } from '../schema/zod-tree.js';
import type { DeclaredReshape, Direction, Hop } from './hop.js';
import { isReadBefore } from './older-schemas.js';

/** A changed schema at a place where no conversion gets to it. */
export interface Unreached {
  /** `filter.tags[].kind`; empty for the whole value. */
  readonly path: string;
  /** What holds it: `a template literal`. */
  readonly within: string;
  readonly found: DeclaredReshape;
}

/** The places of a schema where a hop changes one that it does not convert, in requests (`up`) or answers (`down`). */
export function unreachedIn(schema: $ZodType, hop: Hop, direction: Direction): readonly Unreached[] {
  const walk = new Walk(hop, direction);
  walk.visit(schema, '');
  return walk.unreached;
}

class Walk {
  readonly unreached: Unreached[] = [];
  readonly #reached = new Map<string, DeclaredReshape>();
  readonly #seen = new Set<$ZodType>();
  readonly #hop: Hop;
  readonly #direction: Direction;

  constructor(hop: Hop, direction: Direction) {
    this.#hop = hop;
    this.#direction = direction;
  }

  visit(schema: $ZodType, path: string): void {
    const hop = this.#hop;
    const found = hop.find(schema);
    if (found) this.#reached.set(path, found);
    if (this.#seen.has(schema)) return;
    this.#seen.add(schema);
    if (found) {
      const { before } = found.reshape.trees;
      return this.visit(this.#direction === 'up' ? hop.asNamedBare(before) : hop.asNamed(before), path);
    }
    this.#visitHidden(schema, path);
    const def = definitionOf(schema);
    switch (def.type) {
      case 'object':
        for (const [name, member] of Object.entries(def.shape)) this.visit(member as $ZodType, memberOf(path, name));
        if (def.catchall) this.visit(def.catchall, memberOf(path, '*'));
        return;
      case 'array':
        return this.visit(def.element as $ZodType, `${path}[]`);
      case 'tuple':
        def.items.forEach((item, index) => this.visit(item as $ZodType, `${path}[${index}]`));
        if (def.rest) this.visit(def.rest as $ZodType, `${path}[]`);
        return;
      case 'record':
        this.visit(def.keyType as $ZodType, memberOf(path, '(key)'));
        return this.visit(def.valueType as $ZodType, memberOf(path, '*'));
      case 'pipe':
        return this.#visitPipe(schema, def.in as $ZodType, def.out as $ZodType, path);
      case 'map':
        return this.#report(childrenOf(schema), path, 'a Map');
      case 'set':
        return this.#report(childrenOf(schema), path, 'a Set');
      case 'promise':
        return this.#report(childrenOf(schema), path, 'a promise');
      case 'success':
        return this.#direction === 'up' ? this.#report(childrenOf(schema), path, 'z.success()') : undefined;
      default:
        for (const child of childrenOf(schema)) this.visit(child, path);
    }
  }

  /** A check of a member that changes reach runs on the newest shape. */
  #visitHidden(schema: $ZodType, path: string): void {
    const def = definitionOf(schema);
    const shape: Readonly<Record<string, unknown>> = def.type === 'object' ? def.shape : {};
    for (const { within, schema: inner, member } of hiddenIn(schema)) {
      const declared = member !== null && Object.hasOwn(shape, member) ? (shape[member] as $ZodType) : null;
      if (!declared || !this.#hop.touches(declared))
        this.#report([inner], member === null ? path : memberOf(path, member), within);
    }
  }

  #visitPipe(schema: $ZodType, first: $ZodType, last: $ZodType, path: string): void {
    if (pictureSides(schema)) return this.#visitPicture(schema, first, last, path);
    if (this.#direction === 'down') {
      if ([...schemasIn([last])].some(isOpaque))
        this.#report([first], path, 'a transform whose output no schema describes');
      return this.visit(last, path);
    }
    this.visit(first, path);
    if (isReadBefore(this.#hop, schema)) return;
    if (this.#hop.touches(last) && this.#hop.earlier.some((hop) => hop.touches(first)))
      this.#report([last], path, 'a pipe whose first schema an older version changes');
    else this.visit(last, path);
  }

  /** Another library reads the whole value, so a change reaches what both the library and its description have at a place. */
  #visitPicture(schema: $ZodType, input: $ZodType, output: $ZodType, path: string): void {
    const [side, other] = this.#direction === 'up' ? [input, output] : [output, input];
    const [own, others] = [side, other].map((one) => {
      const walk = new Walk(this.#hop, this.#direction);
      walk.visit(one, path);
      return walk;
    }) as [Walk, Walk];
    this.unreached.push(...own.unreached);
    const original = [...ancestorsOf(schema)].map(libraryOf).find((library) => library !== null);
    if (!original) return;
    const missed = (place: string, within: string, found: DeclaredReshape) => {
      if (!own.#reached.has(place)) this.unreached.push({ path: place, within, found });
    };
    const [changed, newer] = [originalsOf([this.#hop]), originalsOf(this.#hop.newer)];
    const held = heldSchemas(
      original,
      [...newer.keys(), ...changed.keys()],
      this.#direction === 'up' ? 'input' : 'output',
    );
    for (const { schema: one, path: place, within } of held) {
      const found = newer.has(one) ? undefined : changed.get(one);
      if (found) missed(joined(path, place), within, found);
    }
    if (!isWalked(original) && (this.#direction === 'up' || [...schemasIn([side])].some(isOpaque)))
      for (const [place, found] of others.#reached) missed(place, 'a morph', found);
  }

  /** What is inside is not walked: nothing below it is converted. */
  #report(schemas: readonly $ZodType[], path: string, within: string): void {
    const all = [...schemasIn(schemas, (inner) => hiddenIn(inner).map(({ schema }) => schema))];
    const found = all.map((inner) => this.#hop.find(inner)).find((one) => one !== undefined);
    if (found) this.unreached.push({ path, within, found });
  }
}

/** The schemas of other libraries that hops change, as the library made them. */
function originalsOf(hops: readonly Hop[]): ReadonlyMap<object, DeclaredReshape> {
  const all = hops.flatMap((hop) => hop.reshapes);
  return new Map(
    all.flatMap((found) => {
      const library = libraryOf(found.reshape.trees.after);
      return library ? [[library, found] as const] : [];
    }),
  );
}

/** A schema that does not say what its values are. */
const isOpaque = (schema: $ZodType) => ['any', 'unknown', 'custom', 'transform'].includes(definitionOf(schema).type);

const memberOf = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

const joined = (path: string, place: string) =>
  path === '' || place === '' || place.startsWith('[') ? path + place : `${path}.${place}`;
