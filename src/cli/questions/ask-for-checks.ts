import { checkWholeService } from '../../export/index.js';
import type { KeptCounts } from '../../lens/lock/kept-shapes.js';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import type { BootProblem, Source } from '../../report/boot-problem.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';

interface Checks {
  readonly problems: readonly BootProblem[];
  /** Of the routes that `svc routes` lists. */
  readonly routeCount: number;
  readonly lensCount: number;
  readonly notes: readonly string[];
}

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** The file of the shapes, where there is one. */
  readonly shapes: ShapesLock | null;
  readonly kept: KeptCounts;
  readonly isWhole: boolean;
}

/** What `svc check` finds. */
export async function askForChecks(api: OpenedApi, { asOf, shapes, kept, isWhole }: Details): Promise<Checks> {
  const service = serviceOf(api, { command: 'svc check', instead: 'svc gate judges documents.' });
  return {
    problems: await checkWholeService(service, {
      asOf: new Date(asOf),
      mistakes: isWhole ? 'all' : 'first',
      shapes: shapes && { lock: shapes, kept },
    }),
    routeCount: service.table.routes.filter(({ listed }) => listed).length,
    lensCount: readableLenses(service.definition).length,
    notes: service.assumesVersioning ? [assumption(service.sourceOf())] : [],
  };
}

const assumption = (source: Source | null) =>
  `${source?.file ?? 'The export file'} exports no versioning, so its versions are in the path, as in /v1. Add versioning: { type: 'uri' } to say so, or another type.`;
