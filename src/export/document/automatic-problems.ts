import { retirementSteps, throttleBudget } from '../../routing/matching/route-steps.js';
import { partNames } from '../../routing/declare/request-parts.js';
import { isOpen } from '../../routing/declare/security.js';
import { validationStatusOf } from '../../routing/table/error-options.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { DocumentSettings, Entry } from './document-settings.js';
import type { problemBodies } from '../../routing/table/problem-schemas.js';
import { joinWords } from '../../text/join-words.js';

/** Plain data, so that equal responses are built once. */
export interface AutomaticProblem {
  readonly description: string;
  readonly body: keyof typeof problemBodies;
}

/** The problems that svckit itself returns for a route, by status. */
export function automaticProblems(
  route: Route,
  settings: DocumentSettings,
  entry: Entry,
): ReadonlyMap<number, AutomaticProblem> {
  if (route.relayed === 'bytes') return retirementProblems(route, settings);
  const { schemas, body, idempotency, method, path, relayed } = route;
  const problems = new Map<number, AutomaticProblem>();
  const add = (when: boolean, status: number, description: string, body: AutomaticProblem['body'] = 'Problem') => {
    if (when) problems.set(status, { description, body });
  };
  const validates = partNames.some((part) => schemas[part] !== undefined) || checksBody.has(body?.kind);
  const isUnsafe = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const replays = idempotency !== null;

  add(!relayed && pathParameters(path).length > 0, 400, 'The path is malformed.');
  add(replays, 400, 'The Idempotency-Key is missing or malformed.');
  const invalid = validationStatusOf(route, settings);
  const mostItems = route.changes.flatMap(({ collects }) => collects ?? []);
  const tooLong = `he list has more than ${Math.min(...mostItems)} items`;
  add(mostItems.length > 0, 400, `T${tooLong}.`);
  add(
    validates && invalid === 400,
    400,
    `The request does not match its schema${replays ? ', or its Idempotency-Key is malformed' : ''}${mostItems.length > 0 ? `, or t${tooLong}` : ''}.`,
    'ValidationError',
  );
  add(!relayed && needsCredentials(route), 401, 'The credentials are missing or invalid.');
  const forbidden = refusals(route, Boolean(settings.csrf) && isUnsafe);
  add(forbidden.length > 0, 403, `${forbidden.join('; or ')}.`);
  const refusesVersions = !relayed && entry.versioned && route.version !== null && !entry.neutral;
  add(refusesVersions, 404, 'This path does not exist in the requested version.', 'NotFound');
  add(replays, 409, 'The first call with this Idempotency-Key is still running.');
  const refusesOnDates = (name: 'sunset' | 'brownout') =>
    retirementSteps(route, settings).some((step) => step.name === name);
  add(refusesOnDates('sunset'), 410, byDate.sunset.description);
  add(body !== null || replays, 413, 'The body is too large.');
  const types = body?.kind === 'json' ? 'JSON' : joinWords(body?.mediaTypes ?? [], 'or');
  add(body !== null, 415, `The body is not ${types}.`);
  add(replays, 422, 'This Idempotency-Key was used for another request.');
  add(
    validates && invalid === 422,
    422,
    `The request does not match its schema${replays ? ', or its Idempotency-Key was used for another request' : ''}.`,
    'ValidationError',
  );
  add(throttleBudget(route, settings) !== null, 429, 'The rate limit is exceeded. Retry-After says how long to wait.');
  const stops = refusesOnDates('brownout');
  add(
    stops,
    503,
    `${byDate.brownout.description}${replays ? ' Or the idempotency store is unavailable; nothing was done.' : ''}`,
  );
  add(replays && !stops, 503, 'The idempotency store is unavailable; nothing was done.');
  const looksUp = route.changes.some((change) => change.looksUp);
  add(looksUp && !stops && !replays, 503, 'What this version needs could not be looked up in time.');
  add(mostItems.length > 0 && !stops, 503, 'The list could not be collected in time.');
  add(relayed === 'values', 502, 'The application behind the API answered what its document does not allow.');
  add(relayed === 'values', 504, 'The application behind the API did not answer in time.');
  return problems;
}

/** What a route refuses by its dates alone. */
function retirementProblems(route: Route, settings: DocumentSettings): ReadonlyMap<number, AutomaticProblem> {
  const dates = retirementSteps(route, settings).flatMap(({ name }) => (isRetirement(name) ? [byDate[name]] : []));
  return new Map(dates.map(({ status, description }) => [status, { description, body: 'Problem' as const }]));
}

const byDate = {
  sunset: { status: 410, description: 'This operation is past its sunset. The body and Link name its successor.' },
  brownout: { status: 503, description: 'A brownout before the sunset. Retry-After says when it ends.' },
} as const;
const isRetirement = (name: string): name is keyof typeof byDate => Object.hasOwn(byDate, name);

/** Bodies that are refused for what they hold, without a schema. */
const checksBody: ReadonlySet<string | undefined> = new Set(['text', 'multipart']);

function needsCredentials({ access, security }: Route): boolean {
  if (access.kind === 'authenticated' || access.kind === 'roles') return true;
  return security !== null && security.length > 0 && !security.some(isOpen);
}

/** Why a caller that is known, or a site that is not, gets a 403. */
function refusals(route: Route, comparesSites: boolean): readonly string[] {
  const { access, guards } = route;
  const first =
    access.kind === 'roles'
      ? [`The caller has none of the roles that this operation needs: ${joinWords(access.roles, 'or')}`]
      : guards.length > 0 && needsCredentials(route)
        ? ['The credentials do not allow this operation']
        : [];
  return [
    ...first,
    ...(comparesSites ? [`${first.length > 0 ? 'the' : 'The'} request comes from an untrusted site`] : []),
  ];
}
