import fc from 'fast-check';
import { ChangeError } from '../../changes/change-error.js';
import type { Change } from '../../changes/change.js';
import type { Versions } from '../../changes/known-versions.js';
import { EventShapes } from '../../webhooks/declare/event-shapes.js';
import { changesOfPayload, hopsOfPayload } from '../../webhooks/declare/payload-hops.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import { type LawFinding, nameChange } from '../law-finding.js';
import { type DatedTrial, fatalLaws } from '../law.js';
import { copyOf } from '../same-value.js';
import { showValue } from '../show.js';
import { seriesOf } from '../values/series.js';
import { UngeneratableError } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import { wordsIn } from '../way.js';
import { within, worldsOf } from '../world.js';

/**
 * Makes the bodies of generated events for every older version. A webhook is not tested beside a change of its own that breaks a law. `only` holds the
 * changes whose webhooks are tested; null for all.
 */
export function testPayloads(
  webhooks: readonly Webhook[],
  versions: Versions,
  found: readonly LawFinding[],
  only: readonly Change[] | null,
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = new Set(found.filter(({ law }) => fatalLaws.has(law)).map(({ change }) => change?.id));
  const chosen = webhooks.filter((webhook) => {
    const changes = [...changesOfPayload(webhook, versions)];
    const isChosen = only === null || changes.some((change) => only.includes(change));
    return changes.length > 0 && isChosen && !changes.some(({ id }) => broken.has(id));
  });
  return within(worldsOf(trial.asOf).here, () => chosen.flatMap((webhook) => testPayload(webhook, versions, trial)));
}

function testPayload(webhook: Webhook, versions: Versions, trial: DatedTrial): readonly LawFinding[] {
  const shapes = new EventShapes(webhook, versions);
  const reshapes = hopsOfPayload(webhook, versions).flatMap((hop) => hop.reshapes.map(({ reshape }) => reshape));
  const words = [...new Set(reshapes.flatMap(({ up, down }) => [...wordsIn(up), ...wordsIn(down)]))];
  try {
    const values = valuesOfInput(
      { kind: 'schema', schema: webhook.payload },
      {
        words,
        bounds: { today: trial.asOf },
        side: 'output',
      },
    );
    // The newest of the versions that fail says which change is wrong.
    for (const version of versions.names.slice(0, -1).toReversed()) {
      const failed = smallestFailure(shapes, version, seriesOf(values), trial);
      if (failed) return [findingOf(webhook, version, failed)];
    }
    return [];
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    return [
      {
        ...base(webhook, versions.newest),
        law: 'values-not-generated',
        message: `${webhook.name}: the payload cannot be tested: ${error.message}.`,
        fix: 'Give that schema examples: .meta({ examples: [...] }).',
      },
    ];
  }
}

interface Failed {
  readonly value: unknown;
  readonly reason: string;
  readonly change: Change | null;
}

function smallestFailure(
  shapes: EventShapes,
  version: string,
  { leading, start }: ReturnType<typeof seriesOf>,
  { runs, seed }: DatedTrial,
): Failed | null {
  let last: Failed | null = null;
  const property = fc.property(start(), (value) => {
    const failure = judge(shapes, version, value);
    if (failure) last = { value, ...failure };
    return failure === null;
  });
  fc.check(property, { numRuns: Math.max(runs, leading + Math.ceil(runs / 2)), seed });
  return last;
}

/** null where the body fits, and for a value that cannot be published. */
function judge(shapes: EventShapes, version: string, value: unknown): Omit<Failed, 'value'> | null {
  let stored: ReturnType<EventShapes['store']>;
  try {
    stored = shapes.store(copyOf(value) as never);
  } catch {
    return null;
  }
  try {
    shapes.bodyFor(version, stored);
    return null;
  } catch (error) {
    if ((error as Error | null)?.constructor.name === '$ZodAsyncError') return null;
    const [cause, change] = error instanceof ChangeError ? [error.cause, error.change] : [error, null];
    return { reason: cause instanceof Error ? cause.message : String(cause), change };
  }
}

const base = ({ name, source }: Webhook, version: string) => ({
  change: null,
  version,
  subject: name,
  direction: 'down' as const,
  source: source(),
  details: [],
});

function findingOf(webhook: Webhook, version: string, { value, reason, change }: Failed): LawFinding {
  const source = change?.source() ?? webhook.source();
  return Object.freeze({
    ...base(webhook, version),
    law: 'webhook-body-fails',
    change: change && nameChange(change),
    message: `${webhook.name}: an event has no body for endpoints of version ${version}: ${reason.replace(/\.?$/, '.')}`,
    fix: `Convert this value to one that fits version ${version} on the way down.`,
    source,
    details: [['event', showValue(value)]],
  } satisfies LawFinding);
}
