import { groupBy } from '../../text/group-by.js';
import { Coverage } from '../../verify/coverage.js';
import type { Answer } from '../../verify/exchange.js';
import type { RecordedExchange } from '../../verify/har/read-har.js';
import { safeMethods } from '../../verify/probes.js';
import { versionOf } from '../../verify/promised-api.js';
import { compareAnswers } from '../../verify/replay/compare-answers.js';
import type { Difference } from '../../verify/replay/compare-values.js';
import { describeDifference } from '../../verify/replay/describe-difference.js';
import { Ignored } from '../../verify/replay/ignored.js';
import { Noise } from '../../verify/replay/noise.js';
import { touchingChanges, type VersionChange } from '../../verify/replay/touching-changes.js';
import { nameInVersion } from '../../verify/verify-report.js';
import { CommandFailure } from '../command-failure.js';
import type { Pace } from './pace.js';
import { type ChosenExchange, chooseRecorded, listEntries, rememberRecorded } from './recorded-requests.js';
import type { Replay } from './replay-har.js';
import type { RunOutcome, Sighting } from './run.js';
import type { Sender } from './send-request.js';
import type { IgnoredDifference } from '../../routing/table/verify-options.js';

/** A running build that is not judged. */
export interface OtherBuild {
  readonly origin: string;
  readonly sender: Sender;
  readonly pace: Pace;
}

/** What two builds are compared with. */
export interface Comparison extends Replay {
  /** The build before. */
  readonly old: OtherBuild;
  /** A second run of the build before; null where the first one is asked again. */
  readonly again: OtherBuild | null;
  readonly changes: readonly VersionChange[];
  readonly ignore: readonly IgnoredDifference[];
  /** Headers that are not compared, in lower case. */
  readonly leftOut?: ReadonlySet<string>;
  /** Requests at a time, of those that change nothing. */
  readonly connections: number;
}

/** A difference that an exchange shows. */
interface Shown extends ChosenExchange {
  readonly difference: Difference;
  readonly before: Answer;
  readonly now: Answer;
}

/** Sends recorded requests to two builds, and compares the answers; what differs between two runs of the old build is left out. */
export async function replayAgainst(
  recorded: readonly RecordedExchange[],
  comparison: Comparison,
): Promise<RunOutcome> {
  const { api, signal, onProgress, secrets, ignore } = comparison;
  const { chosen, notes } = chooseRecorded(recorded, comparison);
  const noise = new Noise();
  const coverage = new Coverage(api);
  const shown: Shown[] = [];
  const unsteady: number[] = [];
  let requests = 0;

  const exchange = async (one: ChosenExchange) => {
    const { operation, position } = one;
    const [before, now, repeated] = await askBuilds(one, comparison);
    requests += 1;
    coverage.count({ operation: position }, now.status);
    onProgress(requests, operation.name);
    const own = repeated ? compareAnswers(operation, before, repeated) : [];
    if (own.some(({ place }) => place === 'status')) return void unsteady.push(one.recorded.entry);
    for (const difference of own) noise.learn(position, difference);
    for (const difference of compareAnswers(operation, before, now)) shown.push({ ...one, difference, before, now });
  };
  for (const batch of inBatches(chosen)) {
    const before = shown.length;
    const waiting = batch.values();
    const work = async () => {
      for (const one of waiting) if (!signal.aborted) await exchange(one);
    };
    await Promise.all(Array.from({ length: Math.min(comparison.connections, batch.length) }, work));
    // The next batch may change what is asked for.
    await learnByAsking(shown.slice(before), noise, comparison);
  }

  const ignored = new Ignored(ignore);
  const left = shown.filter(
    ({ position, operation, difference }) =>
      !comparison.leftOut?.has(difference.place.replace(/^header /, '')) &&
      !noise.explains(position, difference) &&
      !ignored.accepts(operation, difference),
  );
  for (const one of left) for (const answer of [one.before, one.now]) rememberRecorded(secrets, one, answer);
  return {
    sightings: groupShown(left).flatMap((same) => sightingsOf(same, comparison)),
    coverage,
    requests,
    left: chosen.length - requests,
    notes: [
      ...notes,
      ...(unsteady.length === 0
        ? []
        : [
            `Two runs of the old build answer with different statuses, and were not compared: ${listEntries(unsteady)}.`,
          ]),
      ...noise.operations.map((position) => {
        const operation = api.operations[position]!;
        const places = noise.placesOf(position);
        return `${nameInVersion(operation.name, versionOf(operation))} differs between two runs of the old build, and is not compared there: ${places.join(', ')}.`;
      }),
      ...(requests === 0 ? [] : ignored.notes()),
    ],
  };
}

/** The answers of the old build, of the new one, and of the second run of the old one, where there is one. */
async function askBuilds({ request, recorded }: ChosenExchange, { old, again, ...run }: Comparison) {
  const ask = async ({ sender, pace, origin }: OtherBuild) => {
    await pace.wait();
    return sender.send(request).catch((error: Error) => {
      throw new CommandFailure(`${origin} does not answer log.entries[${recorded.entry}]: ${error.message}.`);
    });
  };
  return Promise.all([ask(old), ask(run), again ? ask(again) : null]);
}

/** Requests that change nothing are sent together, and others alone. */
function inBatches(chosen: readonly ChosenExchange[]): readonly (readonly ChosenExchange[])[] {
  const batches: ChosenExchange[][] = [];
  for (const one of chosen) {
    const last = batches.at(-1);
    const isSafe = safeMethods.has(one.request.method);
    if (last && isSafe && safeMethods.has(last[0]!.request.method)) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

/** How many exchanges of a difference are repeated, and how often in all: a member that is there every second time is then missed once in a million. */
const [examples, tries] = [3, 20];

/** Asks an old build again for what differs: a value may be equal in two runs by chance. */
async function learnByAsking(shown: readonly Shown[], noise: Noise, { old, again, signal }: Comparison) {
  const { sender, pace } = again ?? old;
  for (const same of groupShown(shown)) {
    const asked = same.filter(({ request }) => safeMethods.has(request.method)).slice(0, examples);
    for (let turn = 0; turn < tries && asked.length > 0; turn += 1) {
      const { request, operation, position, difference, before } = asked[turn % asked.length]!;
      if (signal.aborted || noise.explains(position, difference)) break;
      await pace.wait();
      for (const one of compareAnswers(operation, before, await sender.send(request)))
        if (one.place !== 'status') noise.learn(position, one);
    }
  }
}

/** The same difference of the same operation, the shortest request first. */
function groupShown(shown: readonly Shown[]): readonly (readonly Shown[])[] {
  const groups = groupBy(shown, ({ position, before, difference: { place, kind } }) =>
    [position, before.status, place, kind].join(' '),
  );
  const size = ({ request: { target, body = '' } }: Shown) => target.length + body.length;
  return [...groups.values()].map((same) => same.toSorted((a, b) => size(a) - size(b)));
}

function sightingsOf(same: readonly Shown[], { api, changes, secrets }: Comparison): readonly Sighting[] {
  const [{ difference, operation, before, position }] = same as [Shown];
  return same.map(({ request }) => ({
    rule: 'answer-differs',
    level: difference.isDeclared ? 'error' : 'info',
    message: describeDifference(difference, before.status, secrets.isSecret),
    operation: position,
    request,
    changes: touchingChanges(api, changes, operation, before.status, difference.place),
  }));
}
