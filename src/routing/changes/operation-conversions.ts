import { type Fits } from '../../schema/node.js';
import { fitsOf } from '../../schema/fits.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { withoutInternal } from '../../schema/without-internal.js';
import { responseDetail } from '../table/responses.js';
import { runChange } from '../../changes/change-error.js';
import type { Direction, Hop, Conversion } from '../../changes/hop.js';
import type { Calls, OperationCall } from './operation-call.js';
import { type Lineage, lineageOf } from '../../changes/lineage.js';
import { isContainer, olderPath, remember } from '../../changes/origins.js';
import { below, inOlderWords } from '../../changes/refusal.js';
import { settling } from '../../changes/settle.js';
import type { AnswerParts, RequestParts } from './operation.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import type { BodyForm } from '../declare/bodies.js';
import { withinAnswer, withinBody } from './within-body.js';
import type { NamedOperation, Stage } from './operation-stage.js';

/** Converts a request one version up; `parsed` is what the requested version's schemas returned. */
export type Raise = (request: RequestParts, parsed: RequestParts, calls: Calls) => RequestParts;
export type Lower = (answer: AnswerParts, calls: Calls) => AnswerParts;

/**
 * The reshapes of the parts, then the operation's own way up, which gets what it names in the newer form. `named` is the
 * operation as it says that it was, `stage` the newer one.
 */
export function raiseOver(hop: Hop, stage: Stage, named: Stage, operation: NamedOperation | null): Raise | null {
  const up = operation?.up && runOwn(hop, operation, operation.up, 'up');
  const parts = partNames.flatMap((part) => partRaise(hop, part, stage, named, operation) ?? []);
  if (parts.length === 0 && !up) return null;
  return (request, parsed, calls) => {
    const raised: Record<string, unknown> = { ...request };
    for (const { part, raise } of parts) raised[part] = raise(request[part], Object.is(request[part], parsed[part]));
    const whole = raised as unknown as RequestParts;
    const result: Record<string, unknown> = up ? { ...whole, ...raiseOwn(up, whole, parsed, calls) } : raised;
    for (const { part, trace } of parts)
      if (trace) result[part] = trace(result[part], whole[part], Object.is(whole[part], parsed[part]));
    return result as unknown as RequestParts;
  };
}

function raiseOwn(
  up: (request: RequestParts, calls: Calls) => Partial<RequestParts>,
  request: RequestParts,
  parsed: RequestParts,
  calls: Calls,
) {
  try {
    return up(request, calls);
  } catch (error) {
    throw inOlderWords(error, ([name, ...path]) => {
      const part = name as RequestPart;
      return [part, ...(olderPath(request[part], path, Object.is(request[part], parsed[part])) ?? [])];
    });
  }
}

interface PartRaise {
  readonly part: RequestPart;
  readonly raise: (value: unknown, isParsed: boolean) => unknown;
  /** Remembers what the operation made a part of; null where it cannot make it. */
  readonly trace: ((result: unknown, from: unknown, isParsed: boolean) => unknown) | null;
}

/** null for a part that the version leaves as it is. */
function partRaise(
  hop: Hop,
  part: RequestPart,
  stage: Stage,
  named: Stage,
  operation: NamedOperation | null,
): PartRaise | null {
  const whole = zodTreeOf(named.bare[part]);
  const older = whole && withoutInternal(whole);
  const convert = older && hop.conversion(older, 'up');
  const isNamed = operation?.before[part] !== undefined;
  const mayMake = operation !== null && (isNamed || operation.up !== null) && stage.bare[part] !== undefined;
  if (!convert && !mayMake) return null;
  const within = (body: BodyForm | null, value: unknown, convert: (value: unknown) => unknown) =>
    part === 'body' ? withinBody(body, value, convert) : convert(value);
  const settle = older && operation ? settling(older, hop) : null;
  const raise: PartRaise['raise'] = (value, isParsed) =>
    within(named.body, value, (inner) => {
      try {
        const raised = convert ? convert(inner, isParsed) : inner;
        return settle ? settle(raised, isParsed) : raised;
      } catch (error) {
        throw below(error, part);
      }
    });
  if (!mayMake) return { part, raise, trace: null };
  const newer = zodTreeOf(stage.bare[part]);
  const lineage = older && newer ? lineageOf(isNamed ? older : newer, newer) : noLineage;
  const maker = { change: operation.change, version: hop.version };
  const trace: PartRaise['trace'] = (result, from, isParsed) => {
    if ((!isNamed && Object.is(result, from)) || (part === 'body' && !isOfForm(stage.body, result))) return result;
    const made = named.body?.kind === 'multipart' && part === 'body' ? (from as { fields: unknown }).fields : from;
    return within(stage.body, result, (inner) =>
      remember(inner, { from: isContainer(made) ? made : inner, isParsed, schema: newer!, lineage, maker }),
    );
  };
  return { part, raise, trace };
}

const noLineage: Lineage = new Map();

/** Whether a change gave a body in the form that the handler reads. */
function isOfForm(form: BodyForm | null, body: unknown): boolean {
  if (form?.kind === 'ndjson') return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
  return form?.kind !== 'multipart' || isContainer(body);
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
  const conversions = new Map<number, Conversion>();
  const headers = new Map<number, readonly HeaderConversion[]>();
  for (const [status, entry] of Object.entries(named.responses)) {
    const detail = responseDetail(entry);
    const tree = zodTreeOf(detail.schema);
    const conversion = tree && hop.conversion(tree, 'down');
    if (conversion) conversions.set(Number(status), conversion);
    const changed = headerConversions(hop, detail.headers ?? {});
    if (changed.length > 0) headers.set(Number(status), changed);
  }
  const gone = undeclaredHeaders(stage, previous);
  if (!down && conversions.size + headers.size === 0 && gone.size === 0 && named.status === stage.status) return null;
  const declared = new Set([
    stage.status,
    ...[stage, named].flatMap(({ responses }) => Object.keys(responses).map(Number)),
  ]);
  return (answer, calls) => {
    if (!declared.has(answer.status)) return answer;
    const lowered = down ? { ...answer, ...down(answer, calls) } : answer;
    const status = lowered.status === stage.status ? named.status : lowered.status;
    const conversion = conversions.get(status);
    return {
      status,
      headers: convertHeaders(
        gone.size === 0 ? lowered.headers : withoutHeaders(lowered.headers, gone),
        headers.get(status) ?? [],
      ),
      body: conversion ? withinAnswer(lowered.body, conversion) : lowered.body,
    };
  };
}

/** A declared header whose schema changes. */
interface HeaderConversion {
  /** In lower case. */
  readonly name: string;
  readonly fits: Fits;
  readonly convert: Conversion;
}

function headerConversions(hop: Hop, declared: Readonly<Record<string, unknown>>): readonly HeaderConversion[] {
  return Object.entries(declared).flatMap(([name, schema]) => {
    const tree = zodTreeOf(schema);
    const convert = tree && hop.conversion(tree, 'down');
    return convert ? [{ name: name.toLowerCase(), fits: fitsOf(tree), convert }] : [];
  });
}

/** A header is text: what its schema describes is the text itself, or the JSON in it. */
function convertHeaders(
  headers: AnswerParts['headers'],
  conversions: readonly HeaderConversion[],
): AnswerParts['headers'] {
  if (conversions.length === 0) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const found = conversions.find((one) => one.name === name.toLowerCase());
      return [name, found ? convertHeader(value, found) : value];
    }),
  );
}

function convertHeader(value: string, { fits, convert }: HeaderConversion): string {
  if (fits(value)) return asText(convert(value));
  const parsed = parseOrNothing(value);
  return parsed !== undefined && fits(parsed) ? asText(convert(parsed)) : value;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const runOwn =
  <From, To>(
    hop: Hop,
    { change }: NamedOperation,
    convert: (value: From, call: OperationCall) => To,
    direction: Direction,
  ) =>
  (value: From, calls: Calls): To =>
    runChange(change, hop.version, direction, () => convert(value, calls.of(hop.version)));

/** Headers, in lower case, that the newer version's success declares and the older one's does not. */
function undeclaredHeaders(stage: Stage, previous: Stage): ReadonlySet<string> {
  const headersOf = ({ responses, status }: Stage) =>
    Object.keys(responseDetail(responses[status] ?? null).headers ?? {}).map((name) => name.toLowerCase());
  const older = headersOf(previous);
  return new Set(headersOf(stage).filter((name) => !older.includes(name)));
}

const withoutHeaders = (headers: AnswerParts['headers'], names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())));
