import { safeParse } from 'zod/v4/core';
import { asSent } from '../../json/as-sent.js';
import type { AnswerParts, RequestParts } from '../../routing/changes/operation.js';
import { passedOn } from '../../changes/parsed-values.js';
import { partNames } from '../../routing/declare/request-parts.js';
import { isJson, responseDetail } from '../../routing/table/responses.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { projectionOf } from '../../schema/project.js';
import { requestBodyWay } from '../body-way.js';
import { drawnCalls, withContexts } from '../drawn-calls.js';
import { namesIn } from '../losses.js';
import { readParts } from '../older-requests.js';
import { requestInput } from '../request-way.js';
import { always, type Input } from '../way.js';
import { parsed } from '../values/drawing.js';
import type { CrossedOperation } from './crossed-operation.js';

/** An operation that answers with JSON, as clients of two neighbouring versions see it. */
export interface ClientRead {
  readonly operation: CrossedOperation;
  /** The schemas of the body of a success. */
  readonly schemas: { readonly newer: unknown; readonly older: unknown };
  /** An answer in the newer version, with what its changes look up. */
  readonly input: Input;
  /** What clients of either version get for an answer; null where a change fails, which its own law reports. */
  readonly show: (drawn: unknown) => { readonly newer: unknown; readonly older: unknown } | null;
  /** What clients of the older version get for an answer; undefined where a change fails. */
  readonly showOlder: (drawn: unknown) => unknown;
}

/** null for what answers with anything but JSON of a known shape. */
export function clientRead(operation: CrossedOperation): ClientRead | null {
  const { newer, older } = operation;
  const [from, to] = [jsonOf(newer.responses, newer.status), jsonOf(older.responses, older.status)];
  if (!from || !to) return null;
  const { passage } = operation.way();
  const list = passage?.collecting?.lists[0] ?? null;
  const olderAnswer = (drawn: unknown) => {
    const { status, headers, body } = drawn as AnswerParts;
    const given = { status, headers, body: list ? list.items(body) : body };
    const lowered = passage?.down?.(given, drawnCalls(older, drawn, operation.hop.previous)) ?? given;
    return lowered.status === older.status ? { body: sentAs(to, lowered.body) } : null;
  };
  return {
    operation,
    schemas: { newer: from, older: to },
    input: withContexts(
      { status: always(newer.status), headers: always({}), body: { kind: 'schema', schema: from } },
      passage?.lookUps ?? [],
    ),
    show: (drawn) =>
      orNull(() => {
        const shown = olderAnswer(drawn);
        return shown && { newer: sentAs(from, (drawn as AnswerParts).body), older: shown.body };
      }),
    showOlder: (drawn) => orNull(() => olderAnswer(drawn))?.body,
  };
}

function jsonOf(responses: CrossedOperation['newer']['responses'], status: number): unknown {
  const { schema, stream, mediaTypes = [] } = responseDetail(responses[status] ?? null);
  return schema && !stream && mediaTypes.every(isJson) ? schema : null;
}

/** An answer as it arrives: what is declared, as JSON. */
function sentAs(schema: unknown, body: unknown): unknown {
  const projection = projectionOf(schema);
  return asSent(projection ? projection(body) : body);
}

/** What clients of an older version ask of an operation. */
export interface ClientRequest {
  /** A request of the older version, with what its changes look up. */
  readonly input: Input;
  /** What becomes of a request of the older version; null for one that is refused, or fails. */
  readonly send: (drawn: RequestParts) => SentRequest | null;
}

interface SentRequest {
  /** What the changes made of it. */
  readonly made: RequestParts;
  /** What the newest schemas made of that, which a handler gets; the same object where no change converts requests. */
  readonly given: RequestParts;
}

export function clientRequest(operation: CrossedOperation): ClientRequest {
  const { newer, older, hop } = operation;
  const { passage } = operation.way();
  const reads = { ...older.schemas, ...passage?.schemas };
  return {
    input: requestInput(older.path, reads, requestBodyWay(older.body, reads.body).input, passage?.lookUps),
    send: (drawn) =>
      orNull(() => {
        if (!passage?.up) {
          const given = readParts(newer.schemas, newer, drawn);
          return given && { made: given, given };
        }
        const read = readParts(reads, older, drawn);
        if (!read) return null;
        const made = passage.up(read, drawnCalls(older, drawn, hop.previous));
        const finished: Record<string, unknown> = { ...made };
        for (const part of partNames) {
          const word = passage.finish[part];
          if (!word) continue;
          const { success, data } = safeParse(word, passedOn(made[part], read[part]));
          if (!success) return null;
          finished[part] = data;
        }
        return { made, given: finished as unknown as RequestParts };
      }),
  };
}

/** An operation that takes JSON, as clients of two neighbouring versions call it. */
export interface ClientWrite {
  readonly operation: CrossedOperation;
  readonly schemas: { readonly newer: unknown; readonly older: unknown };
  /** The names of the members of both bodies. */
  readonly names: { readonly newer: readonly string[]; readonly older: readonly string[] };
  readonly input: Input;
  /** What becomes of a body of the older version; null for a request that is refused, or fails. */
  readonly send: (drawn: RequestParts, body: unknown) => SentRequest | null;
  /** The body that a handler gets for one of the newer version; null for one that is refused. */
  readonly sendNewer: (body: unknown) => { readonly body: unknown } | null;
}

/** null for what takes anything but JSON of a known shape. */
export function clientWrite(operation: CrossedOperation): ClientWrite | null {
  const { newer, older } = operation;
  if (newer.body?.kind !== 'json' || older.body?.kind !== 'json') return null;
  const tree = zodTreeOf(newer.schemas.body);
  if (!tree || !older.schemas.body) return null;
  const { input, send } = clientRequest(operation);
  return {
    operation,
    schemas: { newer: newer.schemas.body, older: older.schemas.body },
    names: { newer: namesIn(newer.schemas.body), older: namesIn(older.schemas.body) },
    input,
    sendNewer: (body) => {
      const result = parsed(tree, body);
      return result && { body: result.value };
    },
    send: (drawn, body) => send({ ...drawn, body }),
  };
}

function orNull<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
