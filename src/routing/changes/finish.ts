import { $ZodDefault, $ZodPipe, $ZodTransform, type $ZodType, $ZodUnknown, parse, safeParse } from 'zod/v4/core';
import { pickOption } from '../../schema/fits.js';
import { readNode, type SchemaNode } from '../../schema/node.js';
import { libraryOf } from '../../schema/foreign/library-pipe.js';
import { standFor } from '../../schema/identity.js';
import {
  childrenOf,
  definitionOf,
  discriminatorOf,
  isPreprocess,
  later,
  rebuild,
  optional,
} from '../../schema/zod-tree.js';
import type { Hop } from './hop.js';

/**
 * What runs once on the newest shape, after an older request was converted to it: the refinements, transforms and defaults
 * of reshaped schemas and of the schemas around them. The rest of the value is already parsed and passes unchanged. null
 * when there is nothing of the kind. `hops` are newest first.
 */
export function finisherOf(schema: $ZodType, hops: readonly Hop[]): $ZodType | null {
  const finisher = new Finisher(hops);
  return finisher.hasWork(schema) ? finisher.of(schema) : null;
}

type Role = 'untouched' | 'above' | 'reshaped';

class Finisher {
  readonly #hops: readonly Hop[];
  readonly #memo = new Map<$ZodType, $ZodType | null>();

  constructor(hops: readonly Hop[]) {
    this.#hops = hops;
  }

  hasWork(schema: $ZodType): boolean {
    const seen = new Set<$ZodType>([schema]);
    for (const current of seen) {
      const role = this.#roleOf(current);
      if (role === 'untouched') continue;
      if (libraryOf(current)) return true;
      const { type, checks = [] } = definitionOf(current);
      if (checks.length > 0 || working.has(type)) return true;
      const children = childrenOf(current);
      if (role === 'reshaped' && children.some(hasDefault)) return true;
      if (role === 'above') for (const child of children) seen.add(child);
    }
    return false;
  }

  of(schema: $ZodType): $ZodType {
    const role = this.#roleOf(schema);
    if (role === 'untouched') return passing();
    // Another library parses the whole, which the older request has only been compared with in shape.
    if (libraryOf(schema)) return schema;
    const known = this.#memo.get(schema);
    if (known === null) return later(() => this.#memo.get(schema)!);
    if (known) return known;
    this.#memo.set(schema, null);
    const built = standFor(role === 'reshaped' ? this.#ofReshaped(schema) : this.#ofContainer(schema), schema);
    this.#memo.set(schema, built);
    return built;
  }

  #ofReshaped(schema: $ZodType): $ZodType {
    const def = definitionOf(schema);
    if (def.type !== 'object') return new $ZodUnknown({ type: 'unknown', checks: def.checks ?? [] });
    return rebuild(schema, (member) => (hasDefault(member) ? filledIn(member) : optional(passing())), open(schema));
  }

  #ofContainer(schema: $ZodType): $ZodType {
    const def = definitionOf(schema);
    switch (def.type) {
      case 'object': {
        const members = new Set<unknown>(Object.values(def.shape));
        return rebuild(
          schema,
          (child) => (this.#roleOf(child) === 'untouched' && members.has(child) ? optional(passing()) : this.of(child)),
          open(schema),
        );
      }
      case 'prefault':
        return filledIn(schema, this.of(def.innerType as $ZodType));
      case 'pipe': {
        const [from, to] = [def.in as $ZodType, def.out as $ZodType];
        return isPreprocess(def) ? this.of(to) : rebuild(schema, (child) => (child === from ? this.of(from) : child));
      }
      case 'record':
      case 'map':
        return rebuild(schema, (child) => (child === (def.keyType as unknown) ? child : this.of(child)));
      case 'union':
        return discriminatorOf(schema) === null ? this.#ofUnion(schema) : this.#ofDiscriminated(schema);
      default:
        return rebuild(schema, (child) => this.of(child));
    }
  }

  /** The discriminator's schema stays, so that it still selects the option. */
  #ofDiscriminated(schema: $ZodType): $ZodType {
    const name = discriminatorOf(schema)!;
    return rebuild(schema, (option) => {
      const finished = this.#roleOf(option) === 'untouched' ? optionWith(option) : this.of(option);
      const def = definitionOf(option);
      const told = def.type === 'object' ? (def.shape[name] as $ZodType | undefined) : undefined;
      if (!told || definitionOf(finished).type !== 'object') return finished;
      const shape = (definitionOf(finished) as unknown as { shape: Record<string, $ZodType> }).shape;
      return rebuild(finished, (member) => (member === shape[name] ? told : member));
    });
  }

  #ofUnion(schema: $ZodType): $ZodType {
    const def = definitionOf(schema) as unknown as { options: readonly $ZodType[]; checks?: readonly never[] };
    const pick = pickOption(readNode(schema) as Extract<SchemaNode, { kind: 'union' }>);
    const options = def.options.map((option) => this.of(option));
    const choose = new $ZodTransform({
      type: 'transform',
      transform: (value, payload) => {
        const option = options[pick(value)];
        const result = option && safeParse(option, value);
        if (!result) return value;
        if (result.success) return result.data;
        for (const issue of result.error.issues) payload.issues.push(issue as never);
        return value;
      },
    });
    return new $ZodPipe({ type: 'pipe', in: passing(), out: choose, checks: [...(def.checks ?? [])] } as never);
  }

  #roleOf(schema: $ZodType): Role {
    let current = schema;
    let role: Role = 'untouched';
    for (const hop of this.#hops) {
      if (!hop.touches(current)) continue;
      if (hop.find(current)) return 'reshaped';
      role = 'above';
      current = hop.older(current);
    }
    return role;
  }
}

const working: ReadonlySet<string> = new Set(['pipe', 'default', 'prefault', 'catch']);
const wrappers: ReadonlySet<string> = new Set(['optional', 'nullable', 'readonly', 'nonoptional']);

function hasDefault(schema: $ZodType): boolean {
  const def = definitionOf(schema) as { readonly type: string; readonly innerType?: $ZodType };
  return def.type === 'default' || def.type === 'prefault' || (wrappers.has(def.type) && hasDefault(def.innerType!));
}

const passing = (): $ZodType => new $ZodUnknown({ type: 'unknown' });

/** The value that a schema gives for a missing one. */
function filledIn(schema: $ZodType, inner: $ZodType = passing()): $ZodType {
  const def = {
    type: 'default',
    innerType: inner,
    get defaultValue() {
      return parse(schema, undefined);
    },
  } as const;
  return new $ZodDefault(def as never);
}

/** `up` returned the value: surplus members are not the client's mistake. */
function open(schema: $ZodType): object {
  const { catchall } = definitionOf(schema) as { readonly catchall?: $ZodType };
  return { catchall: catchall && definitionOf(catchall).type !== 'never' ? passing() : undefined };
}

/** An option that passes unchanged, as an object schema. */
function optionWith(option: $ZodType): $ZodType {
  return definitionOf(option).type === 'object'
    ? rebuild(option, () => optional(passing()), { checks: [], catchall: passing() } as never)
    : passing();
}
