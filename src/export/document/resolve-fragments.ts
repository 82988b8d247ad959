import type { Mount, OpenApiFragment } from '../../routing/service-options.js';

/** Loads what mounted handlers say of themselves; throws when a fragment describes a path that its mount does not serve. */
export async function resolveFragments(mounts: readonly Mount[] = [], prefix = ''): Promise<OpenApiFragment[]> {
  const fragments: OpenApiFragment[] = [];
  for (const { path, document } of mounts) {
    if (document === undefined) continue;
    const loaded = await (typeof document === 'function' ? document() : document);
    const fragment = ('default' in loaded ? loaded.default : loaded) as OpenApiFragment;
    const root = `${prefix === '' ? '' : `/${prefix}`}${path === '/' ? '' : path.replace(/\/$/, '')}`;
    const strange = Object.keys((fragment.paths ?? {}) as object).find((key) => key !== root && !key.startsWith(`${root}/`));
    if (strange !== undefined) {
      throw new Error(`The document of the mount ${path} describes ${strange}, which is not below ${root}. Write its paths as they are served.`);
    }
    fragments.push(fragment);
  }
  return fragments;
}
