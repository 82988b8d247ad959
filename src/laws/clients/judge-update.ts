import { isRecord } from '../../schema/node.js';
import type { RequestParts } from '../../routing/changes/operation.js';
import { copyOf, differenceAt, sameValue, withoutMembers } from '../same-value.js';
import { namesIn } from '../losses.js';
import type { Update } from './list-updates.js';

/** What is stored, another such thing, and two requests that write. */
export type UpdateDraw = readonly [stored: unknown, other: unknown, request: RequestParts, another: RequestParts];

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
  { read, write, pick, shared }: Update,
  [stored, , ...requests]: UpdateDraw,
  part: readonly string[] | null,
  accepts: (path: string, isMissing: boolean, steps: readonly string[]) => boolean,
): LostMember | null {
  const answer = read.show(stored);
  const [is, shown] = [pick(answer?.newer), pick(answer?.older)];
  if (!isRecord(is) || !isRecord(shown)) return null;
  const known = only(shown, part ?? namesIn(write.schemas.older));
  const sends = [known, ...(part ? [] : requests.map(({ body }) => ({ ...Object(body), ...known })))];
  const [pure, ...filled] = sends.map((body, index) => write.send(requests[Math.max(0, index - 1)]!, body)?.body);
  const isFilled = !isRecord(pure);
  const [written, again] = isFilled ? filled : [pure, pure];
  if (!isRecord(written) || !isRecord(again)) return null;
  const kept = write.sendNewer(only(is, namesIn(write.schemas.newer)))?.body;
  const expected = isRecord(kept) ? kept : is;
  const given = part ? shared.filter((name) => written[name] !== undefined) : shared;
  const ignored: string[] = [];
  for (;;) {
    const steps = differenceAt(
      withoutMembers(only(expected, given), ignored),
      withoutMembers(only(written, given), ignored),
    );
    if (!steps) return null;
    const path = steps.filter((step) => !/^\d+$/.test(step)).join('.');
    // What a client fills in itself is its own wish, and two requests show what comes of it where they fill in other values.
    const isOwn = isFilled && (!isOther(sends, known) || !sameValue(at(written, steps), at(again, steps)));
    if (!isOwn && !accepts(path, at(written, steps) === undefined, steps))
      return { path, stored: is, shown, sent: isFilled ? sends[1] : known, written };
    if (ignored.includes(path)) return null;
    ignored.push(path);
  }
}

/** Whether each member that a client filled in is another in both requests. */
const isOther = ([, first, second]: readonly object[], known: object) =>
  Object.entries(first!).every(
    ([name, value]) => Object.hasOwn(known, name) || !sameValue(value, (second as Record<string, unknown>)[name]),
  );

/** Whether clients of the older version read, or send back, something else for a thing where a member is another. */
export function movesWith(
  { read, write, pick }: Update,
  [stored, other]: UpdateDraw,
  steps: readonly string[],
  which: 'read' | 'sent',
): boolean {
  const alternative = at(pick(bodyOf(other)), steps);
  const changed = copyOf(stored);
  const place = pick(bodyOf(changed));
  if (!isRecord(place) || sameValue(alternative, at(place, steps))) return false;
  set(place, steps, alternative);
  const [before, after] = [stored, changed].map((answer) => pick(read.show(answer)?.older));
  if (after === undefined) return false;
  const sent = (thing: unknown) => (isRecord(thing) ? only(thing, namesIn(write.schemas.older)) : thing);
  return which === 'read' ? !sameValue(before, after) : !sameValue(sent(before), sent(after));
}

const bodyOf = (answer: unknown) => (answer as { readonly body: unknown }).body;

const only = (value: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));

const at = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>> | undefined)?.[step], value);

function set(value: object, steps: readonly string[], member: unknown): void {
  const owner = at(value, steps.slice(0, -1));
  if (typeof owner === 'object' && owner !== null) (owner as Record<string, unknown>)[steps.at(-1)!] = member;
}
