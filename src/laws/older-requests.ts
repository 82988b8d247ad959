import { safeParse } from 'zod/v4/core';
import type { Change } from '../changes/change.js';
import type { Versions } from '../changes/known-versions.js';
import type { Calls } from '../routing/changes/operation-call.js';
import { operationChangesOf, type RequestParts } from '../routing/changes/operation.js';
import { passedOn } from '../changes/parsed-values.js';
import type { AppliedChange, Passage } from '../routing/changes/passage.js';
import { ChangeError, blameChanges } from '../changes/change-error.js';
import { isGiven, type Issue, madeBy, Refusal } from '../changes/refusal.js';
import { describedBy } from '../routing/changes/within-body.js';
import { partNames } from '../routing/declare/request-parts.js';
import type { PreviewTable } from '../routing/table/preview-table.js';
import type { Route } from '../routing/table/route.js';
import { findMisfits } from '../schema/find-misfits.js';
import { libraryOf } from '../schema/foreign/library-pipe.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { drawnCalls } from './drawn-calls.js';
import { requestBodyWay } from './body-way.js';
import { requestInput } from './request-way.js';
import { parsed } from './values/drawing.js';
import { type Input, wordsIn } from './way.js';

/** A change, and the version or the preview that made it. */
export type MadeChange = Pick<AppliedChange, 'version' | 'change'>;

/** The requests of an operation in an older version, and their whole way to the handler. */
export interface OlderRequests {
  readonly route: Route;
  /** Those on the way up, the newest first. */
  readonly changes: readonly MadeChange[];
  /** What a client sends: members with a default may be missing. */
  readonly input: Input;
  /** The texts and numbers in the code of the changes. */
  readonly words: readonly string[];
  /** Sends a request through all changes; null for one that its own version refuses. */
  readonly send: (request: unknown) => Sent | null;
}

export type Sent =
  | { readonly kind: 'reached' }
  /** What a change answers itself; its own law counts such values. */
  | { readonly kind: 'answered'; readonly status: number }
  /** A 400 of the newest schema, or a 500 of ours; `change` is null where the value came through unchanged. */
  | { readonly kind: 'refused' | 'failed'; readonly why: string; readonly change: Change | null };

interface Requested {
  readonly versions: Versions;
  readonly routes: readonly Route[];
  readonly previews: PreviewTable | null;
  readonly passageOf: (route: Route) => Passage | null;
}

/**
 * Each way that requests go of an older version, or without a preview; versions between which nothing changes share theirs.
 */
export function listOlderRequests({ versions, routes, previews, passageOf }: Requested): readonly OlderRequests[] {
  const all = [...routes, ...(previews?.routes ?? [])];
  const newest = newestRoutes(all, versions);
  const seen = new Set<Passage>();
  return all.flatMap((route) => {
    const passage = passageOf(route);
    if (!passage?.up || seen.has(passage)) return [];
    seen.add(passage);
    const own = newest.get(route.handler)!;
    const above = versions.above.filter(({ preview }) => previews?.touching.get(own)?.includes(preview!));
    const handled =
      previews?.having(
        own,
        above.map(({ preview }) => preview!),
      ).route ?? own;
    const withPreviews = above.flatMap(({ version, changes }) => changes.map((change) => ({ version, change })));
    return [olderRequests(route, handled, passage, [...withPreviews.filter(isUp), ...changesOf(route, versions)])];
  });
}

/** Each operation in the newest version that its handler serves. */
function newestRoutes(routes: readonly Route[], versions: Versions): ReadonlyMap<Route['handler'], Route> {
  const newest = new Map<Route['handler'], Route>();
  const positionOf = ({ version }: Route) => (version === null ? -1 : versions.positionOf(version));
  for (const route of routes) {
    const known = newest.get(route.handler);
    if (!known || positionOf(route) > positionOf(known)) newest.set(route.handler, route);
  }
  return newest;
}

function changesOf({ changes }: Route, { list }: Versions): readonly MadeChange[] {
  const made = changes.flatMap(({ version, title }) => {
    const known = list.find((one) => one.version === version)?.changes;
    return (known ?? []).filter((change) => change.title === title).map((change) => ({ version, change }));
  });
  return made.filter(isUp);
}

const isUp = ({ change }: MadeChange) => upsOf(change).length > 0;

export const upsOf = (change: Change) =>
  [...change.reshapes, ...operationChangesOf(change)].flatMap(({ up }) => up ?? []);

function olderRequests(route: Route, newest: Route, passage: Passage, changes: readonly MadeChange[]): OlderRequests {
  const reads = { ...route.schemas, ...passage.schemas };
  const body = requestBodyWay(route.body, reads.body);
  return {
    route,
    changes,
    input: requestInput(route.path, reads, body.input, passage.lookUps),
    words: [...new Set(changes.flatMap(({ change }) => upsOf(change).flatMap(wordsIn)))],
    send: (request) => {
      const read = readParts(reads, route, request as RequestParts);
      const calls = drawnCalls(route, request, route.version!);
      return read && sendThrough(passage, newest, { ...read, body: body.give(read.body) }, calls);
    },
  };
}

/** What the requested version makes of a request; null for a refusal. */
export function readParts(reads: Passage['schemas'], { body }: Route, request: RequestParts): RequestParts | null {
  const read: Record<string, unknown> = {};
  for (const part of partNames) {
    read[part] = request[part];
    const tree = zodTreeOf(reads[part]);
    if (!tree || (part === 'body' && body?.kind === 'ndjson')) continue;
    const result = parsed(tree, describedBy(body, part, request));
    if (!result) return null;
    read[part] =
      part === 'body' && body?.kind === 'multipart'
        ? { ...(request.body as object), fields: result.value }
        : result.value;
  }
  return read as unknown as RequestParts;
}

/** As the server does, but for items of a stream, which nobody reads here. */
function sendThrough({ up, finish, body }: Passage, { schemas }: Route, request: RequestParts, calls: Calls): Sent {
  try {
    const raised = up!(request, calls);
    for (const part of partNames) {
      const word = finish[part];
      if (!word || (part === 'body' && body?.kind === 'ndjson')) continue;
      const given = passedOn(describedBy(body, part, raised), describedBy(body, part, request));
      const { data, error } = safeParse(word, given);
      // Another library parses the whole, which the older version has only compared in shape.
      if (error && libraryOf(zodTreeOf(schemas[part])!)) continue;
      if (error) throw new Refusal(error.issues as unknown as readonly Issue[]);
      const [wrong] = findMisfits(schemas[part], data).wrong;
      if (wrong) return { kind: 'failed', why: `${part}${wrong.pointer}: ${wrong.message}`, change: null };
    }
    return { kind: 'reached' };
  } catch (error) {
    return sentFor(error);
  }
}

function sentFor(error: unknown): Sent {
  if (isGiven(error)) return { kind: 'answered', status: error.answer.status };
  if (error instanceof Refusal) {
    try {
      blameChanges(error.issues);
    } catch (blamed) {
      return sentFor(blamed);
    }
    const maker = error.issues.map((issue) => issue[madeBy]).find((made) => made);
    return { kind: 'refused', why: error.message, change: maker?.change ?? null };
  }
  const { constructor, message } = error as Error;
  // An asynchronous refinement cannot run here, and counts as passed.
  if (constructor.name === '$ZodAsyncError') return { kind: 'reached' };
  if (!(error instanceof ChangeError)) return { kind: 'failed', why: message, change: null };
  const { cause, change } = error;
  return { kind: 'failed', why: cause instanceof Error ? cause.message : String(cause), change };
}
