import type { RecordedExchange } from '../../verify/har/read-har.js';
import type { Io } from '../io.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { Pace } from './pace.js';
import { type Comparison, type OtherBuild, replayAgainst } from './replay-against.js';
import { type Replay, replayHar } from './replay-har.js';
import type { RunOutcome } from './run.js';
import { createSender } from './send-request.js';
import { replayThrough, type Through } from './through-sender.js';
import { rateOf } from './verify-options.js';

/** The other builds of a run, and how they are asked. */
export interface OtherBuilds extends Pick<Comparison, 'connections' | 'changes' | 'ignore'> {
  /** null where the answers are compared with the recorded ones. */
  readonly old: URL | null;
  readonly again: URL | null;
  readonly rate: number | undefined;
  readonly timeoutMs: number;
  /** null where requests go to the new build as they are. */
  readonly through: Through | null;
  readonly choice: ServiceChoice;
}

/** What a service adds to the answers of older versions, and no change does. */
const addedByVersions: ReadonlySet<string> = new Set([
  'deprecation',
  'sunset',
  'link',
  'vary',
  'api-supported-versions',
  'api-deprecated-versions',
]);

/** Sends recorded requests, to an old build too where one is named. */
export async function replayRecorded(
  recorded: readonly RecordedExchange[],
  replay: Replay,
  { old, again, rate, timeoutMs, through, choice, ...comparison }: OtherBuilds,
  io: Io,
): Promise<RunOutcome> {
  if (!old) return replayHar(recorded, replay);
  const senders: OtherBuild['sender'][] = [];
  const open = (url: URL): OtherBuild => {
    const sender = createSender(url, { connections: comparison.connections, timeoutMs });
    senders.push(sender);
    return { origin: url.origin, sender, pace: new Pace(rateOf(rate, url)) };
  };
  const builds = { old: open(old), again: again && open(again) };
  const sent = through
    ? await replayThrough(recorded, replay, { through, choice, rate: rateOf(rate, new URL(replay.origin)) }, io)
    : { replay, notes: [] };
  const outcome = await replayAgainst(recorded, {
    ...sent.replay,
    ...comparison,
    ...builds,
    ...(through && { leftOut: addedByVersions }),
  }).finally(() => {
    for (const sender of senders) sender.close();
  });
  return { ...outcome, notes: [...sent.notes, ...outcome.notes] };
}
