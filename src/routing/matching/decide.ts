import { HttpError } from '../table/http-error.js';
import { mountPath, pathOf } from '../table/path.js';
import { isDecodable } from '../table/path-spelling.js';
import type { Route } from '../table/route.js';
import type { ServiceOptions } from '../table/service-options.js';
import { versioningScheme, versionMatch } from '../versioning/versioning.js';
import { servedVersions } from '../versioning/versions.js';
import { NEXT } from '../../text/version-order.js';
import { type Behind, behindRules } from './behind-rules.js';
import { type CsrfCheck, csrfCheck } from './csrf.js';
import {
  type Decision,
  type EmptyAnswer,
  Match,
  type Mounted,
  type NeedsPin,
  type Refusal,
  type RequestHead,
  type RouteAnswer,
} from './decision.js';
import { type Entry, isKnownTo, provisionalAnswer, selectAnswer } from './entry.js';
import { previewField } from '../../text/preview-field.js';
import { type FlatHeaders, withVary } from './flat-headers.js';
import { allowedMethods, otherVersionsRefusal, refuseMethod, refusePin, refuseVersion } from './refuse-unmatched.js';
import { asksForPreviews } from './preview-field.js';
import type { AskedPreviews, PreviewRules } from './preview-rules.js';
import type { RouteIndex } from './route-index.js';
import { unknownAddress } from './unknown-address.js';

/** What `decide` knows about an app besides its index. */
export interface DecisionRules<Answer = never> {
  /** Whether the app answers preflights. */
  readonly cors: boolean;
  readonly csrf: CsrfCheck | null;
  readonly mounts: readonly string[];
  /** The headers of every answer of the app. */
  readonly headers: FlatHeaders;
  /** The address in the version that answers, where the address names another; null where only the named one answers. */
  readonly inAnsweringVersion: ((url: string) => string) | null;
  /** The version that answers a named one; null where only the named one answers. */
  readonly versionMatch: ((named: string) => string) | null;
  /** The refusal of an address that only other versions have. */
  readonly refuseOtherVersion: ReturnType<typeof otherVersionsRefusal>;
  /** The refusal of an address that no version has. */
  readonly refuseUnknown: ReturnType<typeof unknownAddress>;
  /** What requests get that name previews; null where none is declared. */
  readonly previews: PreviewRules<Answer> | null;
  /** What is known of requests that an application behind the routes answers; null where none is there. */
  readonly behind: Behind | null;
}

/** Reads the rules from an app's options, at boot. `headers` go with every answer of the app. */
export function decisionRules<Answer>(
  routes: readonly Route[],
  options: ServiceOptions,
  headers: FlatHeaders,
  index: RouteIndex<Answer>,
  previews: PreviewRules<Answer> | null,
): DecisionRules<Answer> {
  return Object.freeze({
    cors: Boolean(options.cors),
    csrf: csrfCheck(options),
    mounts: (options.mount ?? []).map((mount) => mountPath(options.prefix, mount)),
    headers,
    inAnsweringVersion: answeringVersion(routes, options),
    versionMatch: versionMatch(options.versioning),
    refuseOtherVersion: otherVersionsRefusal(routes, options, index),
    refuseUnknown: unknownAddress(routes, options),
    previews,
    behind: options.application ? behindRules(routes, options) : null,
  });
}

/** Decides who answers a request. The order of these decisions is known here only. */
export function decide<Answer extends RouteAnswer>(
  request: RequestHead,
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
): Decision<Answer> {
  return decideAsked(request, released, rules, rules.previews === null ? null : rules.previews.asked(request));
}

function decideAsked<Answer extends RouteAnswer>(
  request: RequestHead,
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
): Decision<Answer> {
  const index = asked === null ? released : asked.index;
  if (rules.cors && isPreflight(request)) return answerPreflight(request, preflightIndex(request, index, rules), rules);
  const url = request.url!;
  if (rules.behind === null && !isDecodable(url))
    return refuse(new HttpError(400, 'The percent-encoding of the address is malformed.'), rules.headers);
  const values: string[] = [];
  const address = addressOf(url, rules);
  const entry = index.find(request.method!, address, values);
  if (entry !== null) return decideEntry(request, { entry, values, address }, index, released, rules, asked);
  return rules.behind === null
    ? decideUnmatched(request, index, rules, asked)
    : decideNear(request, address, index, released, rules, asked, rules.behind);
}

/** What a path has in every version. */
interface Found<Answer> {
  readonly entry: Entry<Answer>;
  readonly values: readonly string[];
  readonly address: string;
}

function decideEntry<Answer extends RouteAnswer>(
  request: RequestHead,
  { entry, values, address }: Found<Answer>,
  index: RouteIndex<Answer>,
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
): Decision<Answer> {
  const version = entry.readVersion === null ? '' : entry.readVersion(request);
  if (version === '' && entry.pinned !== null)
    return decidePinned(request, entry.pinned, values, released, rules, asked);
  const endpoint = selectAnswer(entry, version);
  if (endpoint === null && !isKnownTo(entry, request)) return decideUnmatched(request, index, rules, asked);
  const forged = findForgery(request, entry, rules);
  if (forged !== null) return refuse(forged, endpoint?.headers ?? entry.headers, endpoint);
  if (endpoint === null) {
    const missing = refuse<Answer>(refuseVersion(entry, version, index.findAll(address)), entry.headers);
    if (asked === null) return missing;
    return asked.settleVersion(version, missing, provisionalAnswer(entry), refusing(request, released, rules));
  }
  if (asked === null) return new Match(endpoint, values);
  return asked.settle(endpoint, values, refusing(request, released, rules));
}

/** A path that is spelled otherwise passes, unless the declared one would be refused: no spelling gets past a refusal. */
function decideNear<Answer extends RouteAnswer>(
  request: RequestHead,
  address: string,
  index: RouteIndex<Answer>,
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
  behind: Behind,
): Decision<Answer> {
  const unmatched = decideUnmatched(request, index, rules, asked);
  if (unmatched.kind !== 'mount') return unmatched;
  const values: string[] = [];
  const entry = index.findNear(request.method!, address, values);
  if (entry === null) return { ...unmatched, older: behind.olderAddress(request, address, index) };
  const decision = decideEntry(request, { entry, values, address }, index, released, rules, asked);
  if (decision.kind === 'refusal') return decision;
  if (decision.kind === 'empty' || decision.kind === 'mount') return unmatched;
  const { endpoint } = decision;
  const error = behind.refuseByDate(endpoint.route, values);
  return error === null ? { ...unmatched, near: endpoint.route } : refuse(error, endpoint.headers, endpoint);
}

/** What a request gets where its names are refused after all. */
const refusing =
  <Answer extends RouteAnswer>(request: RequestHead, released: RouteIndex<Answer>, rules: DecisionRules<Answer>) =>
  (asked: AskedPreviews<Answer>): Refusal<Answer> => {
    const decision = decideAsked(request, released, rules, asked);
    const found = decision.kind === 'mount' ? decision.declined() : decision;
    return (found.kind === 'needs-pin' ? found.decided(null) : found) as Refusal<Answer>;
  };

/** A GET route answers only GET and HEAD, which are safe. */
const findForgery = (request: RequestHead, { method }: Entry<unknown>, { csrf }: Pick<DecisionRules, 'csrf'>) =>
  csrf === null || method === 'GET' ? null : csrf(request);

/** The version of a request that names none is the caller's pin, which is known only after authentication. */
function decidePinned<Answer extends RouteAnswer>(
  request: RequestHead,
  entry: Entry<Answer>,
  values: readonly string[],
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
): NeedsPin<Answer> | Refusal<Answer> {
  const endpoint = provisionalAnswer(entry);
  const forged = findForgery(request, entry, rules);
  if (forged !== null) return refuse(forged, endpoint.headers, endpoint);
  const decided = (pin: string | null) => {
    const found = pin === NEXT ? null : selectAnswer(entry, pin === null ? '' : (rules.versionMatch?.(pin) ?? pin));
    if (found !== null)
      return asked === null
        ? new Match(found, values)
        : asked.settle(found, values, refusing(request, released, rules));
    return refuse<Answer>(pin === null ? refuseVersion(entry, '', []) : refusePin(pin, entry), entry.headers);
  };
  return { kind: 'needs-pin', endpoint, values, decided };
}

/** Whether an app inside another one answers a request; it passes everything else on. */
export function isOwn<Answer>(
  request: RequestHead,
  released: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
): boolean {
  const url = request.url!;
  const index = rules.previews?.asked(request)?.index ?? released;
  if (coveringMount(rules.mounts, url) !== null) return true;
  const address = addressOf(url, rules);
  return rules.cors && isPreflight(request)
    ? preflightIndex(request, index, rules).findAll(address).length > 0
    : index.find(request.method!, address) !== null;
}

const addressOf = (url: string, { inAnsweringVersion }: Pick<DecisionRules, 'inAnsweringVersion'>) =>
  inAnsweringVersion === null ? url : inAnsweringVersion(url);

/** Where paths name versions and `match` is `latest-not-newer`: the same address in the newest version that is not after the named one. */
function answeringVersion(
  routes: readonly Route[],
  { prefix = '', versioning }: ServiceOptions,
): DecisionRules['inAnsweringVersion'] {
  const scheme = versioningScheme(versioning);
  const match = versionMatch(versioning);
  if (!scheme || scheme.sharesPaths || !match) return null;
  const { read, inVersion } = scheme.locate({ prefix, versions: servedVersions(routes) });
  return (url) => {
    const named = read({ url, headers: {} });
    const answering = named === '' ? '' : match(named);
    return answering === named ? url : inVersion(url, answering);
  };
}

function isPreflight({ method, headers }: RequestHead): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** A preflight names no preview, but may ask for the field. */
const preflightIndex = <Answer>(
  request: RequestHead,
  released: RouteIndex<Answer>,
  { previews }: DecisionRules<Answer>,
): RouteIndex<Answer> => (previews !== null && asksForPreviews(request) ? previews.everyIndex() : released);

/** A preflight names no version, so the answer covers all versions. */
function answerPreflight(
  { url, headers }: RequestHead,
  index: RouteIndex<unknown>,
  rules: Omit<DecisionRules, 'previews'>,
): EmptyAnswer {
  const siblings = index.findAll(addressOf(url!, rules));
  const requested = siblings.find(({ method }) => method === headers['access-control-request-method']) ?? siblings[0];
  const methods = siblings.map(({ method }) => method);
  return { kind: 'empty', status: 204, headers: requested?.entry.headers ?? rules.headers, preflight: methods };
}

function decideUnmatched<Answer extends RouteAnswer>(
  request: RequestHead,
  index: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
): Refusal<Answer> | Mounted<Answer> {
  const forged = rules.csrf === null ? null : rules.csrf(request);
  if (forged !== null) return refuse(forged, rules.headers);
  return {
    kind: 'mount',
    path: coveringMount(rules.mounts, request.url!),
    headers: rules.headers,
    near: null,
    older: null,
    declined: () => answerUnmatched(request, index, rules, asked),
  };
}

function answerUnmatched<Answer extends RouteAnswer>(
  request: RequestHead,
  index: RouteIndex<Answer>,
  rules: DecisionRules<Answer>,
  asked: AskedPreviews<Answer> | null,
): Refusal<Answer> | EmptyAnswer {
  const [method, url] = [request.method!, request.url!];
  const found = index.findAll(addressOf(url, rules));
  // An open preview has an operation there that the request does not reach without the field.
  const isAdded =
    rules.previews !== null && rules.previews.everyIndex().findAll(addressOf(url, rules)).length > found.length;
  const siblings = found.filter(({ entry }) => isKnownTo(entry, request));
  const sibling = siblings.find(({ entry }) => entry.readVersion) ?? siblings[0];
  const headers = withVary(sibling?.entry.headers ?? rules.headers, isAdded ? previewField : null);
  if (asked !== null && asked.unmatched !== null) return refuse(asked.unmatched, headers);
  if (siblings.length === 0) return refuse(rules.refuseOtherVersion(method, url) ?? rules.refuseUnknown(url), headers);
  if (method !== 'OPTIONS') return refuse(refuseMethod(request, siblings), headers);
  const allow = allowedMethods(siblings).join(', ');
  return { kind: 'empty', status: 204, headers: [...headers, 'Allow', allow], preflight: null };
}

function refuse<Answer>(error: HttpError, headers: FlatHeaders, endpoint: Answer | null = null): Refusal<Answer> {
  return { kind: 'refusal', error, headers, endpoint };
}

/** Express ignores case in the path of a mount. */
function coveringMount(mounts: readonly string[], url: string): string | null {
  if (mounts.length === 0) return null;
  const address = pathOf(url).toLowerCase();
  const covers = (path: string) => path === '/' || address === path || address.startsWith(`${path}/`);
  return mounts.find((path) => covers(path.toLowerCase())) ?? null;
}
