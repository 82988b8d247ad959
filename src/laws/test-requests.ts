import fc from 'fast-check';
import type { Change } from '../changes/change.js';
import { statusesIn } from '../routing/changes/refused-statuses.js';
import type { Route } from '../routing/table/route.js';
import { findingOf, type LawFinding } from './law-finding.js';
import type { DatedTrial, LawId } from './law.js';
import { type MadeChange, type OlderRequests, upsOf } from './older-requests.js';
import { showValue } from './show.js';
import { type Series, seriesOf } from './values/series.js';
import { UngeneratableError } from './values/values.js';
import { valuesOfInput } from './values/values-of-input.js';
import { within, worldsOf } from './world.js';

/** What became of the requests of one way. */
interface Trouble {
  readonly law: 'request-fails' | 'requests-refused' | 'refusal-undeclared';
  readonly made: MadeChange;
  readonly why: string;
  /** The smallest that was found. */
  readonly request: string;
  readonly route: Route;
  /** `97 of 100` */
  readonly share: string;
}

/**
 * Sends requests of older versions to the newest. Those of a change that breaks a law of its own way up are left out: they
 * fail for that reason.
 */
export function testRequests(
  all: readonly OlderRequests[],
  found: readonly LawFinding[],
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = new Set(
    found.filter(({ law, direction }) => direction === 'up' && isFatal(law)).map(({ change }) => change?.id),
  );
  const troubles = within(worldsOf(trial.asOf).here, () =>
    all
      .filter(({ changes }) => !changes.some(({ change }) => broken.has(change.id)))
      .flatMap((one) => troubleOf(one, trial)),
  );
  const same = (left: Trouble, right: Trouble) =>
    left.law === right.law && left.made.change === right.made.change && left.why === right.why;
  return troubles
    .filter((one, index) => troubles.findIndex((other) => same(one, other)) === index)
    .map((one) =>
      findingFor(
        one,
        troubles.filter((other) => other !== one && same(one, other)).map(({ route }) => route),
      ),
    );
}

const isFatal = (law: LawId) => law === 'change-throws' || law === 'change-misfit' || law === 'values-not-generated';

function troubleOf(requests: OlderRequests, trial: DatedTrial): readonly Trouble[] {
  const drawing = { words: requests.words, bounds: { today: trial.asOf }, side: 'input' } as const;
  try {
    return sendAll(requests, seriesOf(valuesOfInput(requests.input, drawing)), trial);
  } catch (error) {
    // A change whose own values cannot be generated is reported as such.
    if (error instanceof UngeneratableError) return [];
    throw error;
  }
}

const fewest = 20;
/** A refinement of the newest shape may refuse some requests. */
const most = 0.9;

function sendAll(
  { route, changes, send }: OlderRequests,
  { leading, start }: Series,
  { runs, seed }: DatedTrial,
): readonly Trouble[] {
  let sent = 0;
  const refused: NotSent[] = [];
  const failed: NotSent[] = [];
  const answered = new Map<number, NotSent>();
  const property = fc.property(start(), (request) => {
    const outcome = send(request);
    if (!outcome) return true;
    sent++;
    if (outcome.kind === 'reached') return true;
    if (outcome.kind === 'answered') {
      const { status } = outcome;
      if (!hasStatus(route, status) && !answered.has(status))
        answered.set(status, { why: String(status), change: refusing(changes, status), request: showRequest(request) });
      return true;
    }
    (outcome.kind === 'failed' ? failed : refused).push({ ...outcome, request: showRequest(request) });
    return outcome.kind !== 'failed';
  });
  fc.check(property, { numRuns: Math.max(runs, leading + Math.ceil(runs / 2)), seed });
  const trouble = (law: Trouble['law'], { why, change, request }: NotSent): Trouble => ({
    law,
    made: changes.find((one) => one.change === change) ?? changes[0]!,
    why,
    request,
    route,
    share: `${refused.length} of ${sent}`,
  });
  const undeclared = [...answered.values()].map((one) => trouble('refusal-undeclared', one));
  const smallest = failed.at(-1);
  if (smallest) return [trouble('request-fails', smallest), ...undeclared];
  const shortest = refused.toSorted((left, right) => left.request.length - right.request.length)[0];
  const isRefused = shortest !== undefined && sent >= fewest && refused.length > most * sent;
  return isRefused ? [trouble('requests-refused', shortest), ...undeclared] : undeclared;
}

/** Whether documents have a status: one that the operation declares, or that svckit answers by itself. */
const hasStatus = ({ responses, idempotency }: Route, status: number) =>
  status in responses || status === 400 || status === 404 || (idempotency !== null && [409, 422].includes(status));

const refusing = (changes: readonly MadeChange[], status: number): Change | null =>
  changes.find(({ change }) => upsOf(change).some((up) => statusesIn(up).includes(status)))?.change ?? null;

interface NotSent {
  readonly why: string;
  readonly change: Change | null;
  readonly request: string;
}

/** The parts of a request that it has. */
function showRequest(request: unknown): string {
  const parts = Object.entries(request as Readonly<Record<string, unknown>>);
  return showValue(Object.fromEntries(parts.filter(([, value]) => value !== undefined && showValue(value) !== '{}')));
}

function findingFor({ law, made, why, request, route, share }: Trouble, others: readonly Route[]): LawFinding {
  const { change, version } = made;
  const nameOf = (one: Route) => `${one.method} ${one.path}${one.version === null ? '' : ` of version ${one.version}`}`;
  const { what, fix } = wordsOf(law, why, nameOf(route), share, route);
  return findingOf({ change, version, name: `${route.method} ${route.path}`, source: change.source() }, law, {
    direction: 'up',
    what,
    fix,
    details: [['request', request], ...(others.length === 0 ? [] : [['also', others.map(nameOf).join(', ')] as const])],
  });
}

function wordsOf(law: Trouble['law'], why: string, name: string, share: string, { version }: Route) {
  const sentence = why.replace(/\.?$/, '.');
  switch (law) {
    case 'request-fails':
      return {
        what: `a request for ${name} fails on the way up: ${sentence}`,
        fix: `Handle this request, which ${version === null ? 'the operation accepts' : `fits version ${version}`}.`,
      };
    case 'requests-refused':
      return {
        what: `the newest shape refuses ${share} requests for ${name}: ${sentence}`,
        fix: 'Return what the newest shape accepts, or declare in the older shape what it refuses.',
      };
    case 'refusal-undeclared':
      return {
        what: `refuse answers with ${why}, which ${name} does not declare.`,
        fix: `Declare it in response, such as response: { ${why}: null }, or refuse with 400.`,
      };
  }
}
