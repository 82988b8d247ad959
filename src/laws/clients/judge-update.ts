import { isRecord } from '../../schema/node.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import { copyOf, differenceAt, sameValue, withoutMembers } from '../same-value.js';
import { onlyMembers, type Update } from './list-updates.js';

/** What is stored, a request that writes, another such thing, and another such request. */
export type UpdateDraw = readonly [
  stored: object,
  request: RequestParts,
  other: () => unknown,
  another: () => RequestParts,
];

/** A member of the newest value that an older client changed without wanting to. */
export interface LostMember {
  /** `address.city` */
  readonly path: string;
  readonly stored: unknown;
  readonly shown: unknown;
  readonly sent: unknown;
  readonly written: unknown;
}

/**
 * What a client of the older version changes when it writes back what it read: the whole of it, or a part, by the names of its
 * members. null where it leaves the newest value as a client of the newer version would.
 */
export function judgeUpdate(
  { write, shared, look }: Update,
  draw: UpdateDraw,
  part: readonly string[] | null,
  accepts: (path: string, isMissing: boolean, steps: readonly string[]) => boolean,
): LostMember | null {
  const [stored] = draw;
  const looked = look(stored);
  if (!looked) return null;
  const { is, shown, expected } = looked;
  const known = onlyMembers(shown, part ?? write.names.older);
  const { written, again, fills } = part ? writeAlone(write, draw, known) : writeWhole(write, draw, known);
  const isFilled = fills.length > 0;
  if (!isRecord(written) || !isRecord(again)) return null;
  const given = part ? shared.filter((name) => written[name] !== undefined) : shared;
  const ignored: string[] = [];
  for (;;) {
    const steps = differenceAt(
      withoutMembers(onlyMembers(expected, given), ignored),
      withoutMembers(onlyMembers(written, given), ignored),
    );
    if (!steps) return null;
    const path = steps.filter((step) => !/^\d+$/.test(step)).join('.');
    // What a client fills in itself is its own wish, and two requests show what comes of it where they fill in other values.
    const isOwn = isFilled && (!isOther(fills, known) || !sameValue(at(written, steps), at(again, steps)));
    if (!isOwn && !accepts(path, at(written, steps) === undefined, steps))
      return { path, stored: is, shown, sent: isFilled ? fills[0] : known, written };
    if (ignored.includes(path)) return null;
    ignored.push(path);
  }
}

interface Written {
  /** What a handler gets. */
  readonly written: unknown;
  /** What it gets where the client fills in other values. */
  readonly again: unknown;
  /** What the client sends where it has to fill something in. */
  readonly fills: readonly object[];
}

function writeAlone({ send }: Update['write'], [, request]: UpdateDraw, known: object): Written {
  const written = send(request, known)?.given.body;
  return { written, again: written, fills: [] };
}

/** Sends the whole of what was read, once for all laws, and with members of drawn requests where it is refused without them. */
function writeWhole(write: Update['write'], draw: UpdateDraw, known: object): Written {
  const before = wholes.get(draw);
  if (before) return before;
  const alone = writeAlone(write, draw, known);
  const [, request, , another] = draw;
  const whole = isRecord(alone.written) ? alone : writeFilled(write, [request, another()], known);
  wholes.set(draw, whole);
  return whole;
}

const wholes = new WeakMap<UpdateDraw, Written>();

function writeFilled({ send }: Update['write'], requests: readonly RequestParts[], known: object): Written {
  const fills = requests.map(({ body }) => ({ ...Object(body), ...known }) as object);
  const [written, again] = fills.map((body, index) => send(requests[index]!, body)?.given.body);
  return { written, again, fills };
}

/** Whether each member that a client filled in is another in both requests. */
const isOther = ([first, second]: readonly object[], known: object) =>
  Object.entries(first!).every(
    ([name, value]) => Object.hasOwn(known, name) || !sameValue(value, (second as Record<string, unknown>)[name]),
  );

/** Whether clients of the older version read, or send back, something else for a thing where a member is another. */
export function movesWith(
  { read, write, pick }: Update,
  [stored, , other]: UpdateDraw,
  steps: readonly string[],
  which: 'read' | 'sent',
): boolean {
  const alternative = at(pick(bodyOf(other())), steps);
  const changed = copyOf(stored);
  const place = pick(bodyOf(changed));
  if (!isRecord(place) || sameValue(alternative, at(place, steps))) return false;
  set(place, steps, alternative);
  const [before, after] = [stored, changed].map((answer) => pick(read.showOlder(answer)));
  if (after === undefined) return false;
  const sent = (thing: unknown) => (isRecord(thing) ? onlyMembers(thing, write.names.older) : thing);
  return which === 'read' ? !sameValue(before, after) : !sameValue(sent(before), sent(after));
}

const bodyOf = (answer: unknown) => (answer as { readonly body: unknown }).body;

const at = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>> | undefined)?.[step], value);

function set(value: object, steps: readonly string[], member: unknown): void {
  const owner = at(value, steps.slice(0, -1));
  if (typeof owner === 'object' && owner !== null) (owner as Record<string, unknown>)[steps.at(-1)!] = member;
}
