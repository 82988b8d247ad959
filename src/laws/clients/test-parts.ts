import fc from 'fast-check';
import { olderSideInWords } from '../../changes/hop.js';
import { isRecord } from '../../schema/node.js';
import { nameOperation } from '../../report/result.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { sameValue } from '../same-value.js';
import { showValue } from '../show.js';
import { blamed, isDeclared, isNamed } from './blame.js';
import type { ClientWrite } from './client-exchange.js';
import { changesOf, type Draws } from './draw-updates.js';
import { judgeUpdate, type UpdateDraw } from './judge-update.js';
import type { Update } from './list-updates.js';

/** What a `PATCH` of a part does beside what its client sends, or does not do. */
interface PartTrouble {
  readonly kind: 'invented' | 'overwritten' | 'lost';
  /** In the newer body, or for what is lost in the older one. */
  readonly path: string;
  readonly sent: unknown;
  readonly written: unknown;
  readonly stored?: unknown;
}

/** Sends every member alone, and none, with a `PATCH` of an older version; `update` is what its clients read before. */
export function testParts(
  write: ClientWrite,
  update: Update | null,
  draws: Draws,
  trial: DatedTrial,
): readonly LawFinding[] {
  const changes = changesOf(update ?? { read: null, write });
  const troubles = [
    ...inventedBy(write, draws.some),
    ...lostBy(write, draws.some),
    ...overwrittenBy(update, draws, trial),
  ];
  return troubles
    .filter(({ kind, path }) =>
      kind === 'lost'
        ? !isNamed(
            path,
            changes.flatMap(({ reshapes }) => reshapes).flatMap(({ loses }) => loses.up),
          )
        : !isDeclared(changes, path, false),
    )
    .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)
    .map((trouble) => findingFor(write, trouble, changes));
}

/** What stands in the body of a handler although a client sent nothing, and a newer client would not get it so. */
function inventedBy(write: ClientWrite, draws: readonly UpdateDraw[]): readonly PartTrouble[] {
  const written = draws.map(([, request]) => write.send(request, {})?.given.body).find(isRecord);
  if (!written) return [];
  const usual = Object(write.sendNewer({})?.body) as Readonly<Record<string, unknown>>;
  return Object.keys(written)
    .filter((path) => written[path] !== undefined && !sameValue(written[path], usual[path]))
    .map((path) => ({ kind: 'invented', path, sent: {}, written }));
}

const fewest = 5;

/** What a client sends alone without any effect, whatever its value. */
function lostBy(write: ClientWrite, draws: readonly UpdateDraw[]): readonly PartTrouble[] {
  return write.names.older.flatMap((path) => {
    const without: PartTrouble[] = [];
    for (const [, request, , another] of draws) {
      const values = [request, another()].map(({ body }) => (isRecord(body) ? body[path] : undefined));
      if (values.includes(undefined) || sameValue(values[0], values[1])) continue;
      const written = values.map((value) => write.send(request, { [path]: value })?.given.body);
      if (!written.every(isRecord)) continue;
      if (!sameValue(written[0], written[1])) return [];
      without.push({ kind: 'lost', path, sent: { [path]: values[0] }, written: written[0] });
    }
    return without.length < fewest ? [] : without.slice(0, 1);
  });
}

/** What comes out other than it is stored where a client sends one member as it read it. */
function overwrittenBy(
  update: Update | null,
  { series, all }: Draws,
  { runs, seed }: DatedTrial,
): readonly PartTrouble[] {
  if (!update) return [];
  const names = update.write.names.older;
  let last: PartTrouble | null = null;
  const isKept = (draw: UpdateDraw) => {
    // A value that the whole way alters is judged there.
    if (judgeUpdate(update, draw, null, (_, isMissing) => isMissing)) return true;
    const shown = update.look(draw[0])?.shown ?? {};
    // Of all that an answer lacks, nothing is sent.
    const lacking = names.find((name) => shown[name] === undefined);
    for (const name of names.filter((one) => shown[one] !== undefined || one === lacking)) {
      const lost = judgeUpdate(update, draw, [name], () => false);
      if (!lost || (last && last.path !== lost.path)) continue;
      last = { kind: 'overwritten', ...lost };
      return false;
    }
    return true;
  };
  if (all.slice(0, runs).every(isKept)) return [];
  last = null;
  const property = fc.property(series.start(), (values) => isKept(values as unknown as UpdateDraw));
  fc.check(property, { numRuns: runs, seed });
  return last ? [last] : [];
}

const sentences: Readonly<Record<PartTrouble['kind'], (path: string, name: string) => string>> = {
  invented: (path, name) => `up gives a handler ${path} for ${name} with an empty body.`,
  lost: (path, name) => `up drops ${path}, which ${name} sends alone.`,
  overwritten: (path, name) => `up changes ${path} where ${name} sends one member as it was read.`,
};

function findingFor(
  write: ClientWrite,
  { kind, path, sent, written, stored }: PartTrouble,
  changes: ReturnType<typeof changesOf>,
): LawFinding {
  const { hop, older } = write.operation;
  const { change, source } = blamed(write, changes, path);
  const name = `${nameOperation(older)} of ${olderSideInWords(hop)}`;
  return findingOf({ change, version: hop.version, name: nameOperation(older), source }, 'partial-update-differs', {
    direction: 'up',
    what: sentences[kind](path, name),
    fix:
      kind === 'lost'
        ? `Return what is sent, or declare the loss: loses: { up: ['${path}'] }.`
        : `Return undefined for what the client did not send, refuse a part that cannot stand alone, or accept the loss: loses: { update: ['${path}'] }.`,
    details: [
      ...(stored === undefined ? [] : [['stored', showValue(stored)] as const]),
      ['sent', showValue(sent)],
      ['handler gets', showValue(written)],
    ],
  });
}
