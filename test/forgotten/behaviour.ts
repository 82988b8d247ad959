import fc from 'fast-check';
import { safeParse } from 'zod/v4/core';
import { answerBodyWay, requestBodyWay } from '../../src/laws/body-way.js';
import { drawnCalls } from '../../src/laws/drawn-calls.js';
import { recordValue } from '../../src/laws/lock/recorded-value.js';
import { requestInput } from '../../src/laws/request-way.js';
import { sameJson } from '../../src/json/json.js';
import { valuesOfInput } from '../../src/laws/values/values-of-input.js';
import { UngeneratableError } from '../../src/laws/values/values.js';
import { always, type Input, objectInput } from '../../src/laws/way.js';
import type { RequestParts } from '../../src/routing/changes/operation.js';
import { partNames } from '../../src/routing/declare/request-parts.js';
import { responseDetail } from '../../src/routing/table/responses.js';
import type { Route } from '../../src/routing/table/route.js';
import { zodTreeOf } from '../../src/schema/foreign/zod-tree-of.js';
import type { OpenedService } from '../../src/cli/sources/open-service.js';

/** One of so many values, over all requests and answers, that two services treat differently; null where they treat all alike. */
export function findDifference(
  one: OpenedService,
  other: OpenedService,
  isTouched: (route: Route) => boolean,
  numRuns: number,
  isDrafted: (route: Route) => boolean = () => true,
): string | null {
  const routes = one.table.routes.filter(isTouched);
  const each = Math.ceil(numRuns / (2 * Math.max(1, routes.length)));
  for (const route of routes) {
    const same = other.table.routes.find(
      ({ method, path, version }) => method === route.method && path === route.path && version === route.version,
    );
    const what = `${route.method} ${route.path} of version ${route.version}`;
    if (!same) return `${what} is missing`;
    if (!isDrafted(same)) continue;
    for (const side of [requestsOf, answersOf]) {
      const [own, its] = [side(one, route), side(other, same)];
      if (!own || !its) continue;
      for (const value of drawn(own.input, each)) {
        const [before, after] = [attempt(own.convert, value), attempt(its.convert, value)];
        if (!sameJson(before, after))
          return `${what}: ${JSON.stringify(recordValue(value))} gives ${JSON.stringify(after)} instead of ${JSON.stringify(before)}`;
      }
    }
  }
  return null;
}

interface Side {
  readonly input: Input;
  readonly convert: (value: unknown) => unknown;
}

/** What becomes of requests of an older version. */
function requestsOf({ table }: OpenedService, route: Route): Side {
  const passage = table.bindings.get(route)?.passage;
  const reads = { ...route.schemas, ...passage?.schemas };
  const body = requestBodyWay(route.body, reads.body);
  return {
    input: requestInput(route.path, reads, body.input, passage?.lookUps),
    convert: (given) => {
      const request = given as RequestParts;
      const read: Record<string, unknown> = {};
      for (const part of partNames) {
        const tree = zodTreeOf(reads[part]);
        const parsed = tree ? safeParse(tree, request[part]) : null;
        if (parsed && !parsed.success) return 'refused';
        read[part] = parsed ? parsed.data : request[part];
      }
      if (!passage?.up) return read;
      const raised = { ...passage.up(read as never, drawnCalls(route, request, route.version!)) } as Record<
        string,
        unknown
      >;
      for (const part of partNames) {
        const word = passage.finish[part];
        if (!word) continue;
        const parsed = safeParse(word, raised[part]);
        if (!parsed.success) return 'refused';
        raised[part] = parsed.data;
      }
      return raised;
    },
  };
}

/** What becomes of answers on their way to an older version. */
function answersOf({ table }: OpenedService, route: Route): Side {
  const passage = table.bindings.get(route)?.passage;
  const responses = passage?.responses ?? route.responses;
  return {
    input: {
      kind: 'either',
      inputs: Object.entries(responses).map(([status, entry]) =>
        objectInput({
          status: always(Number(status)),
          headers: always({}),
          body: answerBodyWay(responseDetail(entry)).input,
        }),
      ),
    },
    convert: (given) => {
      if (!passage?.down) return given;
      return passage.down(given as never, drawnCalls(route, given, route.version!));
    },
  };
}

/** The value, or that it throws. */
function attempt(convert: (value: unknown) => unknown, value: unknown) {
  try {
    return recordValue(convert(value));
  } catch {
    return 'throws';
  }
}

function drawn(input: Input, numRuns: number): readonly unknown[] {
  try {
    const { any, each } = valuesOfInput(input);
    const covering = each.slice(0, numRuns).flatMap((one) => fc.sample(one, { numRuns: 1, seed: 1 }));
    return [...covering, ...fc.sample(any, { numRuns, seed: 1 })];
  } catch (error) {
    if (error instanceof UngeneratableError) return [];
    throw error;
  }
}
