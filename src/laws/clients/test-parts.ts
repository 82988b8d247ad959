import fc from 'fast-check';
import { isRecord } from '../../schema/node.js';
import { findingOf, type LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { namesIn } from '../losses.js';
import { sameValue } from '../same-value.js';
import { showValue } from '../show.js';
import type { Series } from '../values/series.js';
import { within, worldsOf } from '../world.js';
import { blamed, isDeclared, isNamed, nameOf } from './blame.js';
import type { ClientWrite } from './client-exchange.js';
import { changesOf, drawUpdates } from './draw-updates.js';
import { judgeUpdate, type UpdateDraw } from './judge-update.js';
import type { Update } from './list-updates.js';
import { fatal } from './test-updates.js';

/** What a `PATCH` of a part does beside what its client sends, or does not do. */
interface PartTrouble {
  readonly kind: 'invented' | 'overwritten' | 'lost';
  /** In the newer body, or for what is lost in the older one. */
  readonly path: string;
  readonly sent: unknown;
  readonly written: unknown;
  readonly stored?: unknown;
}

const samples = 60;

/** Sends every member alone, and none, with a `PATCH` of an older version. */
export function testParts(
  writes: readonly ClientWrite[],
  updates: readonly Update[],
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  trial: DatedTrial,
): readonly LawFinding[] {
  return within(worldsOf(trial.asOf).here, () =>
    writes.flatMap((write) => {
      const update = updates.find((one) => one.write.operation === write.operation) ?? null;
      const session = update ?? { read: null, write };
      const changes = changesOf(session);
      if (changes.some(({ id }) => fatal.some((law) => broken.get(id)?.has(law)))) return [];
      const series = drawUpdates(session, changes, trial.asOf);
      if (!series) return [];
      const { seed } = trial;
      const draws = fc.sample(series.start(), { numRuns: samples, seed }) as unknown as readonly UpdateDraw[];
      const troubles = [...inventedBy(write, draws), ...lostBy(write, draws), ...overwrittenBy(update, series, trial)];
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
    }),
  );
}

/** What stands in the body of a handler although a client sent nothing, and a newer client would not get it so. */
function inventedBy(write: ClientWrite, draws: readonly UpdateDraw[]): readonly PartTrouble[] {
  const written = draws.map(([, , request]) => write.send(request, {})?.body).find(isRecord);
  if (!written) return [];
  const usual = Object(write.sendNewer({})?.body) as Readonly<Record<string, unknown>>;
  return Object.keys(written)
    .filter((path) => written[path] !== undefined && !sameValue(written[path], usual[path]))
    .map((path) => ({ kind: 'invented', path, sent: {}, written }));
}

const fewest = 5;

/** What a client sends alone without any effect, whatever its value. */
function lostBy(write: ClientWrite, draws: readonly UpdateDraw[]): readonly PartTrouble[] {
  return namesIn(write.schemas.older).flatMap((path) => {
    const pairs = draws.flatMap(([, , request, another]) => {
      const values = [request, another].map(({ body }) => (isRecord(body) ? body[path] : undefined));
      if (values.includes(undefined) || sameValue(values[0], values[1])) return [];
      const written = values.map((value) => write.send(request, { [path]: value })?.body);
      return written.every(isRecord) ? [{ sent: { [path]: values[0] }, written }] : [];
    });
    const hasEffect = pairs.some(({ written: [one, other] }) => !sameValue(one, other));
    const [first] = pairs;
    return pairs.length < fewest || hasEffect || !first
      ? []
      : [{ kind: 'lost', path, sent: first.sent, written: first.written[0] }];
  });
}

/** What comes out other than it is stored where a client sends one member as it read it. */
function overwrittenBy(update: Update | null, series: Series, { runs, seed }: DatedTrial): readonly PartTrouble[] {
  if (!update) return [];
  const names = namesIn(update.write.schemas.older);
  let last: PartTrouble | null = null;
  const property = fc.property(series.start(), (values) => {
    const draw = values as unknown as UpdateDraw;
    // A value that the whole way alters is judged there.
    if (judgeUpdate(update, draw, null, (_, isMissing) => isMissing)) return true;
    for (const name of names) {
      const lost = judgeUpdate(update, draw, [name], () => false);
      if (!lost || (last && last.path !== lost.path)) continue;
      last = { kind: 'overwritten', ...lost };
      return false;
    }
    return true;
  });
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
  const name = `${nameOf(older)} of version ${hop.previous}`;
  return findingOf({ change, version: hop.version, name: nameOf(older), source }, 'partial-update-differs', {
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
