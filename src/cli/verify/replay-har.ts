import { parseDate } from '../../text/date.js';
import { Coverage } from '../../contract/verify/coverage.js';
import { findOperation } from '../../contract/verify/find-operation.js';
import { compareRecorded } from '../../contract/verify/har/compare-recorded.js';
import type { RecordedExchange } from '../../contract/verify/har/read-har.js';
import { judgeAnswer } from '../../contract/verify/judge-answer.js';
import { CommandFailure } from '../command-failure.js';
import type { Run, RunOutcome, Sighting } from './run.js';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends recorded requests to the service, one after the other, and judges the answers by what was promised and what was recorded. */
export async function replayHar(
  recorded: readonly RecordedExchange[],
  { writes, ...run }: Omit<Run, 'cases' | 'links' | 'connections'> & { readonly writes: boolean },
): Promise<RunOutcome> {
  const { api, sender, pace, asOf, signal, headers: given, isCredential, origin, onProgress } = run;
  const sightings: Sighting[] = [];
  const coverage = new Coverage(api);
  const [unknown, unsafe] = [[] as number[], [] as number[]];
  let requests = 0;
  for (const [index, one] of recorded.entries()) {
    if (signal.aborted) break;
    const operation = findOperation(api, one);
    if (!operation) unknown.push(one.entry);
    else if (!safe.has(one.method) && !writes) unsafe.push(one.entry);
    else {
      const headers = {
        ...one.headers,
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])),
      };
      const request = {
        method: one.method,
        target: one.target,
        headers,
        ...(one.body !== undefined && { body: one.body }),
      };
      await pace.wait();
      requests += 1;
      const answer = await sender.send(request).catch((error: Error) => {
        throw new CommandFailure(`${origin} does not answer log.entries[${one.entry}]: ${error.message}.`);
      });
      const position = api.operations.indexOf(operation);
      coverage.count({ operation: position }, answer.status);
      const now = asOf ?? parseDate(answer.headers['date']) ?? new Date();
      const hasCredentials = Object.keys(headers).some(isCredential);
      const judged = judgeAnswer({ kind: 'seen', api, operation, request, answer, now, hasCredentials });
      for (const finding of [...judged, ...compareRecorded(operation, one, answer)])
        sightings.push({ ...finding, operation: position, request });
      onProgress(index + 1, operation.name);
    }
  }
  const list = (entries: readonly number[]) =>
    `${entries.length} (log.entries ${entries.slice(0, 10).join(', ')}${entries.length > 10 ? ', …' : ''})`;
  const notes = [
    ...(unknown.length > 0 ? [`Recorded requests that no version promises: ${list(unknown)}.`] : []),
    ...(unsafe.length > 0
      ? [`Recorded requests that may change something, and were not sent: ${list(unsafe)}. Use --write.`]
      : []),
  ];
  return { sightings, coverage, requests, left: 0, notes };
}
