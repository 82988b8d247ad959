import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { responseDetail } from '../table/responses.js';
import { runChange } from './change-error.js';
import type { Hop, Step } from './hop.js';
import type { AnswerParts, RequestParts } from './operation.js';
import { partNames } from '../declare/request-parts.js';
import { withinAnswer, withinBody } from './within-body.js';
import { mergedBefore, type NamedOperation, namedStatuses, type Stage } from './operation-stage.js';

export type Raise = (request: RequestParts) => RequestParts;
export type Lower = (answer: AnswerParts) => AnswerParts;

/** Reshapes of the parts first, then the operation's own way up, in the order in which they are listed. */
export function raiseOver(hop: Hop, stage: Stage, operations: readonly NamedOperation[]): Raise | null {
  const steps = partNames.flatMap((part) => {
    const tree = zodTreeOf(stage.bare[part]);
    const step = tree && mergedBefore(operations)[part] === undefined ? hop.step(tree, 'up') : null;
    return step ? [[part, step] as const] : [];
  });
  const ups = operations.filter(({ up }) => up !== null);
  if (steps.length === 0 && ups.length === 0) return null;
  return (request) => {
    const raised: Record<string, unknown> = { ...request };
    for (const [part, step] of steps)
      raised[part] = part === 'body' ? withinBody(stage.body, raised[part], step) : step(raised[part]);
    return ups.reduce(
      (current, operation) => ({ ...current, ...runUp(operation, hop, current) }),
      raised as unknown as RequestParts,
    );
  };
}

function runUp({ up, change }: NamedOperation, hop: Hop, request: RequestParts): Partial<RequestParts> {
  return runChange(change, hop.version, 'up', () => up!(request));
}

/** The reverse of the way up: the operation's own way down, the last listed first, then the reshapes of the answer. */
export function lowerOver(
  hop: Hop,
  stage: Stage,
  previous: Stage,
  operations: readonly NamedOperation[],
): Lower | null {
  const downs = operations.filter(({ down }) => down !== null).toReversed();
  const named = namedStatuses(operations, stage.status);
  const steps = new Map<number, Step>();
  for (const [status, entry] of Object.entries(stage.responses)) {
    const tree = zodTreeOf(responseDetail(entry).schema);
    const step = tree && !named.has(Number(status)) ? hop.step(tree, 'down') : null;
    if (step) steps.set(Number(status), step);
  }
  const gone = undeclaredHeaders(stage, previous);
  if (downs.length === 0 && steps.size === 0 && gone.size === 0 && previous.status === stage.status) return null;
  return (answer) => {
    const step = steps.get(answer.status);
    const lowered = downs.reduce((current, operation) => ({ ...current, ...runDown(operation, hop, current) }), answer);
    return {
      status: lowered.status === stage.status ? previous.status : lowered.status,
      headers: gone.size === 0 ? lowered.headers : withoutHeaders(lowered.headers, gone),
      body: step ? withinAnswer(lowered.body, step) : lowered.body,
    };
  };
}

function runDown({ down, change }: NamedOperation, hop: Hop, answer: AnswerParts): Partial<AnswerParts> {
  return runChange(change, hop.version, 'down', () => down!(answer));
}

/** Headers, in lower case, that the newer version's success declares and the older one's does not. */
function undeclaredHeaders(stage: Stage, previous: Stage): ReadonlySet<string> {
  const headersOf = ({ responses, status }: Stage) =>
    Object.keys(responseDetail(responses[status] ?? null).headers ?? {}).map((name) => name.toLowerCase());
  const older = headersOf(previous);
  return new Set(headersOf(stage).filter((name) => !older.includes(name)));
}

const withoutHeaders = (headers: AnswerParts['headers'], names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())));
