import { dirname, join } from 'node:path';
import { compileService } from '../../export/compile-service.js';
import { loadExports } from '../../export/loader/load-service.js';
import { readDefinition } from '../../export/loader/read-definition.js';
import type { Binding, FrozenShapes } from '../../release/print-frozen.js';
import { isFrozen } from '../../changes/frozen.js';
import { liveSchemaOf } from '../../changes/schema-name.js';
import { NEXT } from '../../text/version-order.js';
import { releaseUse } from './ask-for-release.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';

interface Details {
  /** The module of changes whose imports are to be frozen, as an absolute path. */
  readonly module: string;
  readonly imports: readonly { readonly imported: string | null; readonly local: string; readonly specifier: string }[];
  /** The version that these changes made. */
  readonly version: string;
  readonly cwd: string;
}

/** What `svc release` writes into the module of frozen shapes. */
export async function askForFrozen(api: OpenedApi, { module, imports, version, cwd }: Details): Promise<FrozenShapes> {
  const { file } = serviceOf(api, releaseUse);
  const specifiers = [...new Set(imports.map(({ specifier }) => specifier))];
  const entry = join(dirname(module), '.svc-release.ts');
  const lines = [
    `export * as service from ${JSON.stringify(file)};`,
    ...specifiers.map((specifier, index) => `export * as imports${index} from ${JSON.stringify(specifier)};`),
  ];
  const exported = await loadExports(entry, { cwd, texts: new Map([[entry, lines.join('\n')]]) });
  const { definition } = await readDefinition(exported['service'] as Readonly<Record<string, unknown>>, file);
  const versions = definition.versioning ? definition.versioning.versions : undefined;
  const modules = specifiers.map((_, index) => exported[`imports${index}`] as Readonly<Record<string, unknown>>);
  const bindings = imports.flatMap(({ imported, local, specifier }): readonly Binding[] => {
    const values = modules[specifiers.indexOf(specifier)]!;
    const value = imported === null ? values : values[imported];
    return [{ local, specifier, value, isFrozen: isFrozen(value) }];
  });
  const { printFrozen } = await import('../../release/print-frozen.js');
  if (!versions || version === NEXT || version === versions.live) {
    const above = versions?.above ?? [];
    return printFrozen(bindings, (schema) =>
      above.reduce<typeof schema>((current, hop) => hop.older(current) as typeof schema, schema),
    );
  }
  // Frozen constants of newer versions stand for the schemas that the routes meet.
  compileService(definition);
  const pairs = versions
    .hopsBetween(versions.live, version)
    .flatMap(({ reshapes }) => reshapes)
    .flatMap(({ reshape: { trees }, declared }) => [trees, { after: trees.after, before: declared.trees.before }]);
  return printFrozen(
    bindings,
    (schema) => versions.schemaOf(liveSchemaOf(schema, pairs) as never, version) as typeof schema,
  );
}
