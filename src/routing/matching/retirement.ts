import { readableDate, readableTime } from '../../text/date.js';
import { HttpError } from '../table/http-error.js';
import { pathParameters } from '../table/path.js';
import type { Route } from '../table/route.js';
import type { Successor } from '../versioning/successor.js';
import { type VersioningOptions, versioningScheme } from '../versioning/versioning.js';
import type { RouteStep } from './route-steps.js';

/** The steps that refuse a route's requests on certain dates. */
export type RetirementStep = Extract<RouteStep, { readonly name: 'sunset' | 'brownout' }>;

/** What a refusal says besides its step. */
export interface Retirement {
  readonly route: Route;
  readonly successor: Successor | null;
  /** The address of the request in the successor; null where there is none. */
  readonly address: string | null;
}

/** The refusal of a retired operation, or of one in a brownout, by the time in milliseconds; null when the request may pass. */
export function retirementRefusal(step: RetirementStep): (now: number, describe: () => Retirement) => HttpError | null {
  if (step.name === 'sunset') {
    const sunset = Date.parse(step.at);
    return (now, describe) => (now < sunset ? null : gone(step.at, describe()));
  }
  const windows = step.brownouts.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to), until: to }));
  return (now, describe) => {
    const running = windows.find(({ from, to }) => from <= now && now < to);
    return running ? browned(running.until, now, describe()) : null;
  };
}

/** 410 (RFC 9110, section 15.5.11), with the successor (RFC 5829, section 3.3). */
function gone(sunset: string, retirement: Retirement): HttpError {
  const detail = `${subjectOf(retirement)} was retired on ${readableDate(sunset)}.${adviceOf(retirement)}`;
  const members = { code: 'api-version-retired', ...membersOf(retirement) };
  return new HttpError(410, detail, members, { headers: linkTo(retirement) });
}

/** 503 with the seconds until the brownout ends (RFC 9110, section 10.2.3). */
function browned(until: string, now: number, retirement: Retirement): HttpError {
  const { sunset = null } = retirement.route.deprecation ?? {};
  const end = sunset === null ? 'it is deprecated' : `it goes away on ${readableDate(sunset)}`;
  const detail = `${subjectOf(retirement)} does not answer until ${readableTime(until)}: ${end}.${adviceOf(retirement)}`;
  const members = { code: 'api-version-brownout', until, ...membersOf(retirement) };
  const wait = Math.ceil((Date.parse(until) - now) / 1000);
  return new HttpError(503, detail, members, { headers: { 'Retry-After': String(wait), ...linkTo(retirement) } });
}

const subjectOf = ({ route: { version } }: Retirement) =>
  version === null ? 'This operation' : `This operation of version ${version}`;

const adviceOf = ({ successor }: Retirement) => (successor ? ` Use version ${successor.version} instead.` : '');

function membersOf({ route: { version, deprecation }, successor }: Retirement) {
  const { sunset = null, link = null } = deprecation ?? {};
  return { version, sunset, successor: successor?.version ?? null, link };
}

const linkTo = ({ address }: Retirement): Readonly<Record<string, string>> =>
  address === null ? {} : { Link: `<${address}>; rel="successor-version"` };

/** The address of a successor with the path's values of a request, by name; null where it needs others, or there is none. */
export function successorAddress(
  successor: Successor | null,
  values: Readonly<Record<string, string>>,
  versioning: VersioningOptions | undefined,
): string | null {
  if (!successor?.route) return null;
  const { path } = successor.route;
  if (pathParameters(path).some((name) => values[name] === undefined)) return null;
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const query = new URLSearchParams(versioningScheme(versioning)?.askFor(successor.version).query).toString();
  return query === '' ? filled : `${filled}?${query}`;
}
