import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { responseDetail } from '../table/responses.js';
import { runChange } from './change-error.js';
import type { Direction, Hop, Step } from './hop.js';
import type { AnswerParts, RequestParts } from './operation.js';
import { partNames } from '../declare/request-parts.js';
import { withinAnswer, withinBody } from './within-body.js';
import type { NamedOperation, Stage } from './operation-stage.js';

export type Raise = (request: RequestParts) => RequestParts;
export type Lower = (answer: AnswerParts) => AnswerParts;

/** The reshapes of the parts, then the operation's own way up, which gets what it names in the newer form. */
export function raiseOver(hop: Hop, named: Stage, operation: NamedOperation | null): Raise | null {
  const steps = partNames.flatMap((part) => {
    const tree = zodTreeOf(named.bare[part]);
    const step = tree && hop.step(tree, 'up');
    return step ? [[part, step] as const] : [];
  });
  const up = operation?.up && runOwn(hop, operation, operation.up, 'up');
  if (steps.length === 0 && !up) return null;
  return (request) => {
    const raised: Record<string, unknown> = { ...request };
    for (const [part, step] of steps)
      raised[part] = part === 'body' ? withinBody(named.body, raised[part], step) : step(raised[part]);
    const whole = raised as unknown as RequestParts;
    return up ? { ...whole, ...up(whole) } : whole;
  };
}

/** The reverse, for the statuses that either version declares: the operation's own way down, which gives what it names in the newer form, then the reshapes of the answer. */
export function lowerOver(
  hop: Hop,
  stage: Stage,
  named: Stage,
  previous: Stage,
  operation: NamedOperation | null,
): Lower | null {
  const down = operation?.down && runOwn(hop, operation, operation.down, 'down');
  const steps = new Map<number, Step>();
  for (const [status, entry] of Object.entries(named.responses)) {
    const tree = zodTreeOf(responseDetail(entry).schema);
    const step = tree && hop.step(tree, 'down');
    if (step) steps.set(Number(status), step);
  }
  const gone = undeclaredHeaders(stage, previous);
  if (!down && steps.size === 0 && gone.size === 0 && named.status === stage.status) return null;
  const declared = new Set([
    stage.status,
    ...[stage, named].flatMap(({ responses }) => Object.keys(responses).map(Number)),
  ]);
  return (answer) => {
    if (!declared.has(answer.status)) return answer;
    const lowered = down ? { ...answer, ...down(answer) } : answer;
    const status = lowered.status === stage.status ? named.status : lowered.status;
    const step = steps.get(status);
    return {
      status,
      headers: gone.size === 0 ? lowered.headers : withoutHeaders(lowered.headers, gone),
      body: step ? withinAnswer(lowered.body, step) : lowered.body,
    };
  };
}

const runOwn =
  <From, To>(hop: Hop, { change }: NamedOperation, convert: (value: From) => To, direction: Direction) =>
  (value: From): To =>
    runChange(change, hop.version, direction, () => convert(value));

/** Headers, in lower case, that the newer version's success declares and the older one's does not. */
function undeclaredHeaders(stage: Stage, previous: Stage): ReadonlySet<string> {
  const headersOf = ({ responses, status }: Stage) =>
    Object.keys(responseDetail(responses[status] ?? null).headers ?? {}).map((name) => name.toLowerCase());
  const older = headersOf(previous);
  return new Set(headersOf(stage).filter((name) => !older.includes(name)));
}

const withoutHeaders = (headers: AnswerParts['headers'], names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())));
