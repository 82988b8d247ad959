import { checkOptions } from '../routing/table/check-options.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import { routesHaving } from '../routing/table/preview-table.js';
import { BootError } from '../routing/table/boot-error.js';
import { compileService } from './compile-service.js';
import { buildDocument } from './document/build-document.js';
import type { BuildOptions } from './document/document-settings.js';
import type { OpenApiDocument } from './document/open-api.js';
import { type FragmentReading, readFragments } from './document/resolve-fragments.js';
import { documentSettings } from './documented-app.js';
import type { LoadedService } from './loader/load-service.js';

/** A loaded service and everything derived from its definition, each part once. */
export interface DescribedService extends LoadedService {
  readonly table: RouteTable;
  /** The documents of its mounts, loaded on the first call; none if the options are invalid. */
  readonly mounts: () => Promise<FragmentReading>;
  /** A document of the service; rejects with a BootError, an UnknownVersionError or an UndescribableSchemaError. */
  readonly document: (options?: DescribedOptions) => Promise<OpenApiDocument>;
}

/** What a document of a service holds. */
export interface DescribedOptions extends Omit<BuildOptions, 'mounts'> {
  /** The names of the previews that are on; none by default. */
  readonly previews?: readonly string[];
}

/** Describes a service without starting it. */
export function describeService(loaded: LoadedService): DescribedService {
  const { definition } = loaded;
  const table = compileService(definition);
  let reading: Promise<FragmentReading> | undefined;
  const mounts = () => (reading ??= readFragments(isReadable(loaded) ? definition.mount : [], definition.prefix));
  return Object.freeze({
    ...loaded,
    table,
    mounts,
    document: async ({ previews = [], ...options } = {}) => {
      const { fragments, problems } = await mounts();
      if (problems.length > 0) throw new BootError(problems);
      const having = routesHaving(table, previews);
      const settings = { ...documentSettings(definition), mounts: fragments, ...options };
      if (!definition.application) return buildDocument(having, settings);
      const { keptDocument } = await import('./kept/kept-document.js');
      return keptDocument(definition.application.described(), having, { ...settings, previews }) as never;
    },
  } satisfies DescribedService);
}

const isReadable = ({ definition }: LoadedService) => checkOptions(definition).length === 0;
