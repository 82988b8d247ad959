import type { IncomingHttpHeaders } from 'node:http';
import { matchPattern } from '../json/pattern/match-pattern.js';
import { type PromisedApi, type PromisedOperation, unnamedVersion, versionOf } from './promised-api.js';
import { escapePattern } from '../text/escape.js';

/** A request that somebody else wrote. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** With names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The version, where it is known from elsewhere. */
  readonly version?: string;
}

/** The operation that a request is for, in the version that it names or gets; null for none. An address without parameters comes first. */
export function findOperation(api: PromisedApi, request: SeenRequest): PromisedOperation | null {
  const path = request.target.replace(/[?#].*$/s, '');
  const found = api.operations.filter((one) => one.method === request.method && matchPattern(patternOf(one), path));
  const nearest = found.toSorted((a, b) => parametersOf(a) - parametersOf(b));
  return nearest.find((one) => isMeant(api, one, request)) ?? null;
}

const parametersOf = ({ path }: PromisedOperation) => path.split('{').length;

function patternOf({ base, path }: PromisedOperation): string {
  const texts = `${base}${path}`.split(/\{[^}]*\}/);
  return `^${texts.map((text) => escapePattern(text)).join('[^/]+')}$`;
}

function isMeant(api: PromisedApi, operation: PromisedOperation, { target, headers, version }: SeenRequest): boolean {
  const own = versionOf(operation);
  const { scheme } = operation.of;
  if (own === null) return true;
  if (version !== undefined) return own === version;
  if (!scheme?.sharesPaths) return true;
  const named = scheme.locate({ prefix: '', versions: [own] }).read({ url: target, headers });
  return (named || unnamedVersion(api, operation)) === own;
}
