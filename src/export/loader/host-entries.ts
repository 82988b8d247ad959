import type { Plugin } from 'esbuild';

/** The toolkit's public entries in the running process; a service's imports resolve to them. */
export type HostEntries = Record<string, Readonly<Record<string, unknown>>>;

/** Entries that are loaded for a service which imports them, by name. */
export type LateEntries = Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>;

const key = Symbol.for('svckit.host-entries');
/** The prefix of an entry's name in esbuild's lists of files. */
export const hostNamespace = 'svckit-host';

/** The name of `inject` in a bundle, whatever its importer calls it. */
export const injectName = 'svckit_inject';
/** Where a bundle declares it, whether or not it is used. */
export const injectDeclaration = new RegExp(`\\b${injectName}\\d* = entry\\d*\\["inject"\\];`, 'g');
/** The prefix of the name that esbuild gives to a `require()` of an entry. */
export const requireName = 'require_svckit_host';

/** Publishes the entries to the modules that `hostEntriesPlugin` makes. */
export function offerHostEntries(entries: HostEntries): void {
  (globalThis as { [key]?: HostEntries })[key] = entries;
}

/** Maps the entries' names to modules that re-export the running copy; adds those of `late` that a service imports. */
export function hostEntriesPlugin(entries: HostEntries, late: LateEntries): Plugin {
  return {
    name: 'svckit-host-entries',
    setup(build) {
      build.onResolve({ filter: /^svckit(\/(?:export|lens|around|webhooks))?$/ }, ({ path, kind }) =>
        kind === 'require-call'
          ? {
              path: path.replace('svckit', 'svckit_host').replace('/', '_'),
              namespace: hostNamespace,
              pluginData: path,
            }
          : { path, namespace: hostNamespace, pluginData: path },
      );
      build.onLoad({ filter: /.*/, namespace: hostNamespace }, async ({ path, pluginData }) => {
        const load = late[pluginData as string];
        if (load) entries[pluginData as string] = await load();
        const entry = `globalThis[Symbol.for('svckit.host-entries')][${JSON.stringify(pluginData)}]`;
        if (path !== pluginData) return { contents: `module.exports = ${entry};`, loader: 'js' };
        return { contents: reexport(entry, Object.keys(entries[path] ?? {})), loader: 'ts' };
      });
    },
  };
}

function reexport(entry: string, names: readonly string[]): string {
  const bindings = names.map((name) => ({ name, local: name === 'inject' ? injectName : `svckit_${name}` }));
  return [
    `const entry = ${entry};`,
    ...bindings.map(({ name, local }) => `const ${local} = entry[${JSON.stringify(name)}];`),
    `export { ${bindings.map(({ name, local }) => `${local} as ${name}`).join(', ')} };`,
  ].join('\n');
}
