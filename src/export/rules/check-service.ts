import { createRequire } from 'node:module';
import { locateProblem, type BootProblem } from '../../report/boot-problem.js';
import { fails } from '../../report/level.js';
import { problemLine } from '../../report/result.js';
import { APP_LOGGER, APP_STATE, METRICS, NEXT_ROUTES, ROUTES, USAGE } from '../../routing/table/app-tokens.js';
import { checkOptions } from '../../routing/table/check-options.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import { missingPackage, neededPackages } from '../../routing/table/optional-packages.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { WEBHOOK_HOST } from '../../webhooks/declare/webhook-host.js';
import { checkWiring } from '../../wiring/check-wiring.js';
import { Module } from '../../wiring/module.js';
import { compileService } from '../compile-service.js';
import type { DescribedService } from '../describe-service.js';
import type { LoadedService } from '../loader/load-service.js';
import type { LockedShapes } from './rule.js';
import { optionsProviderOffline } from './options-provider-offline.js';
import { rules } from './rules.js';
import { readSeverities } from './severities.js';

/** What a check depends on beside the service. */
interface CheckOptions {
  readonly asOf: Date;
  /** What is locked of the shapes of lenses, beside the contracts. */
  readonly shapes?: LockedShapes | null;
}

/** Every problem of a service as of a day, sorted by file, line and rule. Pure: constructs nothing and reads no clock. */
export function checkService(
  service: Pick<LoadedService, 'definition' | 'problems' | 'sourceOf'> & { readonly table?: RouteTable },
  { asOf, shapes = null }: CheckOptions,
): readonly BootProblem[] {
  const { definition, problems, sourceOf, table = compileService(definition) } = service;
  const severities = readSeverities(definition);
  const isReadable = checkOptions(definition).length === 0;
  const context = {
    routes: [...table.routes, ...table.next],
    bindings: table.bindings,
    previews: table.previews,
    definition,
    asOf,
    shapes,
    versioning: isReadable ? definition.versioning || undefined : undefined,
  };
  const found = rules.filter(({ id }) => severities.of(id) !== 'off').flatMap((rule) => rule.find(context));
  const boot = [...withoutEchoes(table.problems, found), ...findUnmetWiring(definition, table.bindings)];
  const graded = [...problems, ...severities.problems, ...found].map((one) => {
    const severity = severities.of(one.id);
    return severity === 'off' || !fails(one.severity, severity) ? one : { ...one, severity };
  });
  return sortProblems([...boot, ...graded].map((one) => locateProblem(one, sourceOf)));
}

/** What is undeclared only because an HttpOptionsProvider declares it: every version, every security scheme. */
const echoes = new Set(['versioning-off', 'unknown-security-scheme']);

function withoutEchoes(boot: readonly BootProblem[], found: readonly BootProblem[]): readonly BootProblem[] {
  return found.some(({ id }) => id === 'options-provider-offline') ? boot.filter(({ id }) => !echoes.has(id)) : boot;
}

/** The problems that keep a service from being described: those of its table, and options that only a running app has. */
export function offlineProblems({
  definition,
  table,
}: Pick<DescribedService, 'definition' | 'table'>): readonly BootProblem[] {
  const found = optionsProviderOffline.find({ definition });
  return [...found, ...withoutEchoes(table.problems, found)];
}

/** Each problem once: a handler in several versions repeats it in each. */
function sortProblems(problems: readonly BootProblem[]): readonly BootProblem[] {
  const unique = [...new Map(problems.map((one) => [problemLine(one), one])).values()];
  return Object.freeze(
    unique.toSorted(
      (a, b) =>
        codeUnitOrder(a.source?.file ?? '', b.source?.file ?? '') ||
        (a.source?.line ?? 0) - (b.source?.line ?? 0) ||
        codeUnitOrder(a.id, b.id) ||
        codeUnitOrder(a.message, b.message),
    ),
  );
}

/**
 * Every problem of a service as of a day: those of `checkService`, those of the documents of mounts, missing packages, and, where asked for, the
 * mistakes of an application's document.
 */
export async function checkWholeService(
  service: Pick<DescribedService, 'definition' | 'problems' | 'sourceOf' | 'table' | 'mounts'>,
  options: CheckOptions & {
    readonly isInstalled?: (name: string) => boolean;
    /** The mistakes of an application's document, which keep nothing from working: the first of each kind, or all. None by default. */
    readonly mistakes?: 'first' | 'all';
  },
): Promise<readonly BootProblem[]> {
  const { problems } = await service.mounts();
  const { application } = service.definition;
  const notes =
    application && options.mistakes
      ? (await import('../kept/document-notes.js')).documentNotes(application.described(), {
          isWhole: options.mistakes === 'all',
        })
      : [];
  const missing = missingPackages(service.definition, options.isInstalled ?? isInstalled);
  return checkService({ ...service, problems: [...service.problems, ...problems, ...missing, ...notes] }, options);
}

/** The packages that valid options need and that are not installed. */
function missingPackages(
  definition: ServiceDefinition,
  isInstalled: (name: string) => boolean,
): readonly BootProblem[] {
  if (checkOptions(definition).length > 0) return [];
  return neededPackages(definition)
    .filter((need) => !isInstalled(need.package))
    .map(missingPackage);
}

const { resolve } = createRequire(import.meta.url);

/** Whether svckit finds a package. */
function isInstalled(name: string): boolean {
  try {
    return resolve(name) !== '';
  } catch {
    return false;
  }
}

/** Missing providers and cycles among everything that the app constructs: the classes of its modules, and the controllers and guards of its routes. */
function findUnmetWiring(definition: ServiceDefinition, bindings: RouteTable['bindings']): readonly BootProblem[] {
  @Module({ imports: [definition.root], providers: Array.isArray(definition.providers) ? definition.providers : [] })
  class Whole {}
  const served = [...bindings.values()].flatMap(({ target, guards }) => [target, ...guards]);
  return checkWiring(
    Whole,
    [ROUTES, NEXT_ROUTES, APP_LOGGER, APP_STATE, METRICS, USAGE, WEBHOOK_HOST, ...(definition.provided ?? [])],
    [...new Set(served)],
  );
}
