import { pickOption } from '../schema/fits.js';
import { readerOf } from '../schema/members.js';
import { isRecord } from '../schema/node.js';
import { isOptional } from './show.js';
import type { Way } from './way.js';
import { readNode } from '../schema/read-node.js';

/** Which optional members of a schema the values of a run have. */
export class MemberCount {
  /** `tags.label`: the paths of optional members whose object was there, and whether they ever were. */
  readonly #seen = new Map<string, boolean>();

  add(schema: unknown, value: unknown, path: readonly string[] = []): void {
    const node = readNode(schema);
    switch (node.kind) {
      case 'object':
        if (!isRecord(value)) return;
        for (const [name, member] of node.members) this.#addMember(member, readerOf(name)(value), [...path, name]);
        return;
      case 'array':
        if (Array.isArray(value)) for (const item of value) this.add(node.element, item, path);
        return;
      case 'union': {
        const option = node.options[pickOption(node)(value)];
        if (option) this.add(option, value, path);
        return;
      }
      case 'wrapper':
        if (value !== undefined && value !== null) this.add(node.inner, value, path);
        return;
      case 'lazy':
        if (path.length < deepest) this.add(node.read(), value, path);
        return;
      default:
    }
  }

  #addMember(member: unknown, value: unknown, path: readonly string[]): void {
    const key = path.join('.');
    if (isOptional(member)) this.#seen.set(key, this.#seen.get(key) === true || value !== undefined);
    if (value !== undefined && path.length < deepest) this.add(member, value, path);
  }

  get missing(): readonly string[] {
    return [...this.#seen].filter(([, isThere]) => !isThere).map(([path]) => path);
  }

  has(path: string): boolean {
    return this.#seen.get(path) === true;
  }
}

const deepest = 6;

/** Optional members that a way without a return never gave. Going up, one that the older shape lacks is new. */
export function forgottenMembers({ direction, gone }: Way, taken: MemberCount, given: MemberCount): readonly string[] {
  return given.missing.filter((path) => !gone.includes(path) && (direction === 'down' || taken.has(path)));
}
