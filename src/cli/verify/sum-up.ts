import type { PromisedApi } from '../../verify/promised-api.js';
import { versionOf } from '../../verify/promised-api.js';
import { curlLine } from '../../verify/curl-line.js';
import type { Secrets } from '../../verify/redact.js';
import type { VerifyFinding } from '../../verify/verify-report.js';
import type { Sighting } from './run.js';
import { bringTogether } from '../../report/group-results.js';
import { quoteShell } from '../../text/escape.js';

/** Brings together what several requests showed of one operation, with the shortest of them. */
export function sumUp(
  sightings: readonly Sighting[],
  api: PromisedApi,
  { origin, secrets, repeat }: { readonly origin: string; readonly secrets: Secrets; readonly repeat: string },
): readonly VerifyFinding[] {
  // What is wrong counts once, whatever the values are.
  const wordsOf = (message: string) => message.replaceAll(/"[^"]*"|\d{4,}/g, '…');
  return bringTogether(sightings, ({ operation, rule, message }) => [operation, rule, wordsOf(message)])
    .map((same) => ({ same, shown: same.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]! }))
    .sort((a, b) => a.shown.operation - b.shown.operation)
    .map(({ same, shown: { operation: position, rule, level, message, request, changes = [] } }) => {
      const operation = api.operations[position]!;
      const version = versionOf(operation);
      const only = [
        `--operation ${quoteShell(operation.operationId ?? operation.name)}`,
        ...(version === null ? [] : [`--api-version ${version}`]),
      ];
      return {
        rule,
        level,
        curl: curlLine(origin, request, secrets),
        message: secrets.conceal(message),
        method: operation.method,
        path: operation.path,
        version,
        times: same.length,
        ...(changes.length > 0 && { changes }),
        repeat: `${repeat} ${only.join(' ')}`,
      };
    });
}

const sizeOf = ({ request: { target, body = '' } }: Sighting) => target.length + body.length;
