import { checkWholeService } from '../../export/index.js';
import type { BootProblem, Source } from '../../report/boot-problem.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';

interface Checks {
  readonly problems: readonly BootProblem[];
  /** Of the routes that `svc routes` lists. */
  readonly routeCount: number;
  readonly notes: readonly string[];
}

/** What `svc check` finds as of an instant (ISO 8601). */
export async function askForChecks(api: OpenedApi, { asOf }: { readonly asOf: string }): Promise<Checks> {
  const service = serviceOf(api, { command: 'svc check', instead: 'svc gate judges documents.' });
  return {
    problems: await checkWholeService(service, { asOf: new Date(asOf) }),
    routeCount: service.table.routes.filter(({ listed }) => listed).length,
    notes: service.assumesVersioning ? [assumption(service.sourceOf())] : [],
  };
}

const assumption = (source: Source | null) =>
  `${source?.file ?? 'The export file'} exports no versioning, so its versions are in the path, as in /v1. Add versioning: { type: 'uri' } to say so, or another type.`;
