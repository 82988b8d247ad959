import { fitsOf, pickOption } from './fits.js';
import { pointerTo } from '../json/pointer.js';
import { readerOf } from './members.js';
import { expectedNames, isRecord, type SchemaNode, standsFor } from './node.js';
import { readNode } from './read-node.js';

/** One place where a value does not match its schema. */
export interface Misfit {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
}

export interface Misfits {
  readonly wrong: readonly Misfit[];
  /** Pointers of members that no schema declares. */
  readonly surplus: readonly string[];
}

/** Everything in a value, such as a handler's return value, that does not match its schema. */
export function findMisfits(schema: unknown, value: unknown): Misfits {
  const search = new Search();
  search.visit(schema, value, '');
  return { wrong: search.wrong, surplus: search.surplus };
}

class Search {
  readonly wrong: Misfit[] = [];
  readonly surplus: string[] = [];

  visit(schema: unknown, given: unknown, pointer: string): void {
    const node = readNode(schema);
    const value = standsFor(given);
    switch (node.kind) {
      case 'object':
        return isRecord(value) ? this.#visitObject(node, value, pointer) : this.#expected('object', value, pointer);
      case 'array':
        if (!Array.isArray(value)) return this.#expected('array', value, pointer);
        value.forEach((item, index) => this.visit(node.element, item, `${pointer}/${index}`));
        return this.#ask(node.refined, value, pointer);
      case 'tuple':
        if (!Array.isArray(value)) return this.#expected('array', value, pointer);
        return this.#visitTuple(node, value, pointer);
      case 'record':
        if (!isRecord(value)) return this.#expected('object', value, pointer);
        return this.#visitRecord(node, value, pointer);
      case 'union':
        return this.#visitUnion(node, value, pointer);
      case 'intersection':
        this.#visitIntersection(node.sides, value, pointer);
        return this.#ask(node.refined, value, pointer);
      case 'wrapper':
        if (!((value === undefined && node.undefined) || (value === null && node.null)))
          this.visit(node.inner, given, pointer);
        return this.#ask(node.refined, value, pointer);
      case 'lazy':
        return this.visit(node.read(), given, pointer);
      case 'scalar':
        return this.#ask(node.complaint, given, pointer);
      case 'opaque':
    }
  }

  #visitObject(
    node: Extract<SchemaNode, { kind: 'object' }>,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ) {
    // Zod reads no member of this name, and returns none.
    for (const [name, member] of node.members)
      if (name !== '__proto__') this.visit(member, readerOf(name)(value), below(pointer, name));
    for (const name of Object.keys(value)) {
      if (node.members.has(name)) continue;
      if (node.rest === 'drop') this.surplus.push(below(pointer, name));
      else if (node.rest !== 'keep') this.visit(node.rest.schema, value[name], below(pointer, name));
    }
    this.#ask(node.refined, value, pointer);
  }

  #visitRecord(
    node: Extract<SchemaNode, { kind: 'record' }>,
    value: Readonly<Record<string, unknown>>,
    pointer: string,
  ) {
    const names = node.names ? expectedNames(node.names, value) : Object.keys(value);
    const isDeclared = node.others === 'refuse' ? () => true : fitsOf(node.key);
    for (const name of names.filter(isDeclared)) this.visit(node.value, readerOf(name)(value), below(pointer, name));
    const surplus = node.names ? Object.keys(value).filter((name) => !names.includes(name)) : [];
    this.surplus.push(...surplus.map((name) => below(pointer, name)));
    this.#ask(node.refined, value, pointer);
  }

  #visitTuple(
    { items, rest, refined }: Extract<SchemaNode, { kind: 'tuple' }>,
    value: readonly unknown[],
    pointer: string,
  ) {
    items.forEach((item, index) => this.visit(item, value[index], `${pointer}/${index}`));
    if (rest === null && value.length > items.length)
      this.wrong.push({ pointer, message: `Too long: expected ${items.length} items, received ${value.length}` });
    if (rest !== null)
      value.slice(items.length).forEach((item, index) => this.visit(rest, item, `${pointer}/${items.length + index}`));
    this.#ask(refined, value, pointer);
  }

  #visitUnion(node: Extract<SchemaNode, { kind: 'union' }>, value: unknown, pointer: string) {
    const option = node.options[pickOption(node)(value)];
    if (option === undefined) this.wrong.push({ pointer, message: 'Matches no member of the union' });
    else this.visit(option, value, pointer);
    this.#ask(node.refined, value, pointer);
  }

  /** A member that one side does not declare, the other may. */
  #visitIntersection(sides: readonly unknown[], value: unknown, pointer: string) {
    const found = sides.map((side) => findMisfits(side, value));
    for (const { wrong } of found)
      for (const { pointer: at, message } of wrong) this.wrong.push({ pointer: `${pointer}${at}`, message });
    const everywhere = found[0]!.surplus.filter((at) => found.every(({ surplus }) => surplus.includes(at)));
    this.surplus.push(...everywhere.map((at) => `${pointer}${at}`));
  }

  #ask(complaint: ((value: unknown) => string | null) | undefined, value: unknown, pointer: string) {
    const message = complaint?.(value) ?? null;
    if (message !== null) this.wrong.push({ pointer, message });
  }

  #expected(kind: string, value: unknown, pointer: string) {
    this.wrong.push({ pointer, message: `Invalid input: expected ${kind}, received ${kindOf(value)}` });
  }
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : value instanceof Date ? 'date' : typeof value;
}

/** The pointer of a member. */
const below = (pointer: string, name: string) => `${pointer}${pointerTo([name])}`;
