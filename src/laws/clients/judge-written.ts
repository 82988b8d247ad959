import { asSent } from '../../json/as-sent.js';
import { isRecord } from '../../schema/node.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { inCallOf } from '../drawn-calls.js';
import { membersAt } from '../losses.js';
import { copyOf, differenceAt, sameValue } from '../same-value.js';
import { parsed } from '../values/drawing.js';
import type { UpdateDraw } from './judge-update.js';
import type { Update } from './list-updates.js';
import { memberOrigins } from './member-origins.js';

/** A member that an older client wrote, and reads as another value. */
export interface LostWrite {
  /** `address.city`, as the older version calls it. */
  readonly path: string;
  /** A newer member that what the client reads depends on; the older name where there is none. */
  readonly madeOf: string;
  readonly sent: unknown;
  readonly written: unknown;
  readonly shown: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** The members that older clients send and read, with the newer ones that each depends on. */
export type ShownMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** null where no answer has a thing. A member that depends on what clients cannot write is left out. */
export function shownMembers({ read, write, shared, pick }: Update, draws: readonly UpdateDraw[]): ShownMembers | null {
  const stored = draws.map(([answer]) => answer);
  const origins = memberOrigins(read, stored);
  if (!origins) return null;
  let things: readonly Members[] | null = null;
  const isConstant = (name: string) => {
    const [first, ...others] = (things ??= stored.map((answer) => pick(read.showOlder(answer))).filter(isRecord));
    return others.every((thing) => sameValue(thing[name], first![name]));
  };
  const sent = new Set(write.names.older);
  return new Map(
    [...origins.names.older]
      .filter((name) => sent.has(name))
      .flatMap((name) => {
        const made = origins.of(name);
        const isKnown = made.size === 0 ? isConstant(name) : [...made].every((one) => shared.includes(one));
        return isKnown ? [[name, made] as const] : [];
      }),
  );
}

/** What an older client does not read as it wrote it, where a handler stores what it gets; null for nothing. */
export function judgeWritten(
  { read, write, shared, pick }: Update,
  members: ShownMembers,
  [stored, request]: UpdateDraw,
  accepts: (path: string) => boolean,
): LostWrite | null {
  if (!isRecord(request.body)) return null;
  const exchange = write.send(request, request.body);
  const [made, written] = [exchange?.made.body, exchange?.given.body];
  if (!isRecord(made) || !isRecord(written)) return null;
  const { older, newer } = write.schemas;
  const isReadOnce = older === newer && exchange!.made === exchange!.given;
  const sent = isReadOnce ? written : parsed(zodTreeOf(older)!, request.body)?.value;
  if (!isRecord(sent)) return null;
  const isPart = write.operation.older.method === 'PATCH';
  const kept = inCallOf(copyOf(stored) as object, request) as { readonly body: unknown };
  const thing = pick(kept.body);
  if (!isRecord(thing) || !isKept(thing)) return null;
  const shown = pick(read.showOlder(kept));
  if (!isRecord(shown)) return null;
  for (const [name, origins] of members) {
    if (sent[name] === undefined || !Object.hasOwn(request.body, name) || !Object.hasOwn(shown, name)) continue;
    // What the newest schema fills in or normalises is its own wish.
    if ([...origins].some((one) => !sameJson(made[one], written[one]) || (isPart && written[one] === undefined)))
      continue;
    const steps = differenceAt({ [name]: asSent(sent[name]) }, { [name]: shown[name] });
    const path = steps?.filter((step) => !/^\d+$/.test(step)).join('.');
    if (path === undefined || accepts(path)) continue;
    return { path, madeOf: [...origins][0] ?? name, sent: request.body, written, shown };
  }
  return null;

  /** Stores what the handler gets; false where an answer does not take it. */
  function isKept(place: Members): boolean {
    return shared.every((name) => {
      const value = (written as Members)[name];
      if (isPart && value === undefined) return true;
      const fits = membersAt(read.schemas.newer, [name]).some((member) => parsed(zodTreeOf(member)!, value) !== null);
      if (value === undefined) delete (place as Record<string, unknown>)[name];
      else (place as Record<string, unknown>)[name] = value;
      return fits;
    });
  }
}

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
