import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../property-runs.js';
import { worlds } from './arbitrary-world.js';
import { describeWorld } from './describe-world.js';
import { isSame, Oracle, type Verdict } from './oracle.js';
import { ServedWorld } from './served-world.js';
import { type Stage, stages } from './stages.js';
import { broken, type Use, valuesOf } from './values.js';
import { isTouchedSince, planOf, type World, wrapsOf } from './world.js';

/** A world, and the seed of the values that go through it. */
const cases = fc
  .record({ world: worlds, seed: fc.nat() })
  .map((one) => ({ ...one, [fc.toStringMethod]: () => `seed ${one.seed}\n${describeWorld(one.world)}\n` }));

/** A version of a world, as svckit serves it and as the oracle knows it. */
interface Meeting {
  readonly served: ServedWorld;
  readonly oracle: Oracle;
  readonly world: World;
  readonly version: number;
  readonly seed: number;
}

/** Checks the oldest version of each world, and two others. */
function everyWorld(stage: Stage, check: (meeting: Meeting) => Promise<void>) {
  const property = fc.asyncProperty(cases, async ({ world, seed }) => {
    await using served = await ServedWorld.serve(world, stage);
    const oracle = new Oracle(world);
    for (const version of new Set([1, 1 + (seed % world.newest), 1 + ((seed >> 8) % world.newest)]))
      await check({ served, oracle, world, version, seed });
  });
  return fc.assert(property, runs(stage === 'native' ? 12 : 6));
}

/** Values of a plan in a version; the same seed gives the same ones. */
const sample = ({ world, seed }: Meeting, plan: World['root'], version: number, use: Use, count: number) =>
  fc.sample(valuesOf(world, plan, version, use), { numRuns: count, seed: seed + version });

const sampleAnswers = (meeting: Meeting, count: number) =>
  meeting.world.answers ? sample(meeting, meeting.world.root, meeting.world.newest, 'answer', count) : [];

/** Bodies that mostly fit a version, one of the newest version, and bodies with a mistake. */
function bodies(meeting: Meeting, count: number): readonly unknown[] {
  const { version, world, seed } = meeting;
  const fitting = sample(meeting, planOf(world, 'send', version), version, 'request', count).map(asJson);
  const newest = sample(meeting, world.root, world.newest, 'request', 1);
  const mistaken = fitting.flatMap((value) => fc.sample(broken(value), { numRuns: 2, seed }));
  return [...fitting, ...[...newest, ...mistaken].filter((value) => value !== undefined).map(asJson)];
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function fail({ version, served }: Meeting, sentence: string, details: object): never {
  throw new Error(`Version ${version}: ${sentence}. ${JSON.stringify({ ...details, log: served.failure }, null, 1)}`);
}

/** A request reaches the handler as the oracle says, or is a 400 that names the members that the oracle names. */
async function expectVerdict(meeting: Meeting, name: 'send' | 'search', json: unknown): Promise<Verdict> {
  const verdict = meeting.oracle.receive(name, json, meeting.version);
  const answer = await meeting.served.send(name, json, meeting.version);
  const details = { name, json, answer, verdict };
  const isAccepted = answer.status < 300 && answer.received.length === 1;
  if ('received' in verdict) {
    if (!isAccepted) fail(meeting, 'A request that fits is refused', details);
    if (!isSame(answer.received[0], verdict.received)) fail(meeting, 'The handler receives something else', details);
    return verdict;
  }
  if (isAccepted) fail(meeting, 'A request that does not fit reaches the handler', details);
  if (answer.status !== 400) fail(meeting, 'A request that does not fit is no 400', details);
  const named = (answer.body as { readonly errors: readonly { readonly path: string }[] }).errors.map(
    ({ path }) => path,
  );
  const expected = verdict.issues.map(({ path }) => path.join('.'));
  if (verdict.in === 'requested' && !isSame(distinct(named), distinct(expected)))
    fail(meeting, 'The refusal names other members', details);
  return verdict;
}

const distinct = (texts: readonly string[]) => [...new Set(texts)].sort();

type Issue = Extract<Verdict, { readonly issues: unknown }>['issues'][number];

/** Whether JSON Schema can say it, too. */
const isAboutShape = (issue: Issue): boolean =>
  issue.code === 'invalid_union' ? issue.errors.every((errors) => errors.some(isAboutShape)) : issue.code !== 'custom';

describe.each(Object.keys(stages) as Stage[])('in random worlds, %s', (stage) => {
  it('a request of each version reaches the handler as the newest schema reads it, or is a 400', () =>
    everyWorld(stage, async (meeting) => {
      const { world, version } = meeting;
      for (const json of sample(meeting, planOf(world, 'send', version), version, 'request', 6).map(asJson))
        await expectVerdict(meeting, 'send', json);
      for (const json of sample(meeting, world.query, version, 'request', 2))
        await expectVerdict(meeting, 'search', json);
    }));

  it('an answer and an error of each version are what its changes make of them, without undeclared members', () =>
    everyWorld(stage, async (meeting) => {
      const { served, oracle, version } = meeting;
      for (const value of sampleAnswers(meeting, 4)) {
        const json = asJson(value);
        const [returned, body] = [await served.read(value, version), oracle.answer(json, version)];
        if (returned.status >= 300 || !isSame(returned.body, body))
          fail(meeting, 'Another answer', { json, returned, body });
        const [thrown, held] = [await served.read(value, version, 'thrown'), oracle.part(json, version)];
        if (thrown.status !== 409 || !isSame((thrown.body as { readonly held: unknown }).held, held))
          fail(meeting, 'Another error', { json, thrown, held });
        const [down, lowered] = [
          served.versions.down(served.root, json, served.nameOf(version)),
          oracle.lower(json, version),
        ];
        if (!isSame(asJson(down), lowered)) fail(meeting, 'Another way down', { json, down, lowered });
      }
    }));

  it('what an older client reads it can send back, and the handler receives what it answered', () =>
    everyWorld(stage, async (meeting) => {
      const { served, oracle, version, world } = meeting;
      const isKept = !isTouchedSince(world, world.root, version, world.newest, ({ keeps }) => !keeps);
      for (const value of sampleAnswers(meeting, 4)) {
        let { body } = await served.read(value, version);
        for (let wraps = wrapsOf(world, 'read', version); wraps > 0; wraps -= 1)
          ({ data: body } = body as { data: unknown });
        for (let wraps = wrapsOf(world, 'send', version); wraps > 0; wraps -= 1) body = { data: body };
        const verdict = await expectVerdict(meeting, 'send', body);
        const answered = oracle.part(asJson(value), world.newest);
        if (isKept && !('received' in verdict && isSame(verdict.received, answered)))
          fail(meeting, 'Something is lost on the way', { body, verdict, answered });
      }
    }));

  it('the document of each version accepts its answers and requests, and refuses what the server refuses by shape', () =>
    everyWorld(stage, async (meeting) => {
      const { served, oracle, version } = meeting;
      for (const value of sampleAnswers(meeting, 3)) {
        const { body } = await served.read(value, version);
        const problem = served.documentProblem('read', version, body);
        if (problem !== null) fail(meeting, 'The document refuses an answer', { body, problem });
      }
      for (const json of bodies(meeting, 3)) {
        const verdict = oracle.receive('send', json, version);
        const problem = served.documentProblem('send', version, json);
        if ('received' in verdict) {
          if (problem !== null) fail(meeting, 'The document refuses a request that fits', { json, problem });
        } else if (problem === null && verdict.in === 'requested' && verdict.issues.some(isAboutShape))
          fail(meeting, 'The document accepts what the server refuses', { json, verdict });
      }
    }));
});
