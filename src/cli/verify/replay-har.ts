import { parseDate } from '../../text/date.js';
import { Coverage } from '../../verify/coverage.js';
import { compareRecorded } from '../../verify/har/compare-recorded.js';
import type { RecordedExchange } from '../../verify/har/read-har.js';
import { judgeAnswer } from '../../verify/judge-answer.js';
import type { PromisedOperation } from '../../verify/promised-api.js';
import { CommandFailure } from '../command-failure.js';
import { chooseRecorded, rememberRecorded } from './recorded-requests.js';
import type { Run, RunOutcome, Sighting } from './run.js';

/** A run that sends recorded requests. */
export interface Replay extends Omit<Run, 'cases' | 'links' | 'connections'> {
  readonly writes: boolean;
  readonly isChosen: (operation: PromisedOperation) => boolean;
}

/** Sends recorded requests to the service, one after the other, and judges the answers by what was promised and what was recorded. */
export async function replayHar(recorded: readonly RecordedExchange[], replay: Replay): Promise<RunOutcome> {
  const { api, sender, pace, asOf, signal, secrets, origin, onProgress } = replay;
  const { chosen, notes } = chooseRecorded(recorded, replay);
  const sightings: Sighting[] = [];
  const coverage = new Coverage(api);
  let requests = 0;
  for (const one of chosen) {
    if (signal.aborted) break;
    const { operation, position, request } = one;
    await pace.wait();
    requests += 1;
    const answer = await sender.send(request).catch((error: Error) => {
      throw new CommandFailure(`${origin} does not answer log.entries[${one.recorded.entry}]: ${error.message}.`);
    });
    coverage.count({ operation: position }, answer.status);
    const now = asOf ?? parseDate(answer.headers['date']) ?? new Date();
    const hasCredentials = Object.keys(request.headers).some(secrets.isSecret);
    const judged = judgeAnswer({ kind: 'seen', api, operation, request, answer, now, hasCredentials });
    const found = [...judged, ...compareRecorded(operation, one.recorded, answer)];
    for (const finding of found) sightings.push({ ...finding, operation: position, request });
    if (found.length > 0) rememberRecorded(secrets, one, answer);
    onProgress(requests, operation.name);
  }
  return { sightings, coverage, requests, left: chosen.length - requests, notes };
}
