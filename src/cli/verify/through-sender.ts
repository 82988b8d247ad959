import type { Answer } from '../../verify/exchange.js';
import type { RecordedExchange } from '../../verify/har/read-har.js';
import { type PromisedOperation, versionOf } from '../../verify/promised-api.js';
import type { WrittenRequest } from '../../verify/write-request.js';
import type { Io } from '../io.js';
import { askService } from '../questions/ask-service.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { chooseRecorded } from './recorded-requests.js';
import type { Replay } from './replay-har.js';

/** The way that requests take through changes. */
export interface Through {
  readonly from: string;
  readonly to: string;
}

/** The same run, whose recorded requests of an older version were sent through the changes of a service to a build of the newest version. */
export async function replayThrough(
  recorded: readonly RecordedExchange[],
  replay: Replay,
  {
    through,
    choice,
    rate,
  }: { readonly through: Through; readonly choice: ServiceChoice; readonly rate: number | null },
  io: Io,
): Promise<{ readonly replay: Replay; readonly notes: readonly string[] }> {
  const isOlder = (operation: PromisedOperation) => replay.isChosen(operation) && versionOf(operation) === through.from;
  const { chosen } = chooseRecorded(recorded, { ...replay, isChosen: isOlder });
  const requests = chosen.map(({ operation: { method, path, base }, request }) => ({ method, path, base, request }));
  const answers = await askService('through', choice, { url: replay.origin, ...through, rate, requests }, io);
  const [known, missing] = [new Map<string, Answer[]>(), new Set<PromisedOperation>()];
  chosen.forEach(({ request, operation }, index) => {
    const answer = answers[index];
    if (!answer) return void missing.add(operation);
    const key = JSON.stringify(request);
    known.set(key, [...(known.get(key) ?? []), answer]);
  });
  const send = async (request: WrittenRequest): Promise<Answer> => known.get(JSON.stringify(request))!.shift()!;
  const isChosen = (operation: PromisedOperation) => isOlder(operation) && !missing.has(operation);
  const names = [...missing].map(({ name }) => name).sort();
  return {
    replay: { ...replay, isChosen, sender: { send, close: () => {} } },
    notes:
      names.length === 0
        ? []
        : [
            `Not compared, because version ${through.to} has no such operation, or its bodies are streams: ${names.join(', ')}.`,
          ],
  };
}
