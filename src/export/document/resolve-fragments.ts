import { BootError } from '../../routing/table/boot-error.js';
import type { Mount, OpenApiFragment } from '../../routing/table/mount.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { methods } from './merge-fragments.js';
import { isObject } from '../../json/json.js';

export interface FragmentReading {
  readonly fragments: readonly OpenApiFragment[];
  readonly problems: readonly BootProblem[];
}

/** Loads the documents of mounts; rejects with a BootError if one is not a document of its mount. */
export async function resolveFragments(
  mounts?: readonly Mount[],
  prefix?: string,
): Promise<readonly OpenApiFragment[]> {
  const { fragments, problems } = await readFragments(mounts, prefix);
  if (problems.length > 0) throw new BootError(problems);
  return fragments;
}

/** Loads the documents of mounts, with problems as data. */
export async function readFragments(mounts: readonly Mount[] = [], prefix = ''): Promise<FragmentReading> {
  const fragments: OpenApiFragment[] = [];
  const problems: BootProblem[] = [];
  for (const mount of mounts) {
    if (mount.document === undefined) continue;
    const reading = await readFragment(mount, prefix);
    if ('problem' in reading) problems.push(reading.problem);
    else fragments.push(reading.fragment);
  }
  return { fragments, problems };
}

async function readFragment(
  { path, document }: Mount,
  prefix: string,
): Promise<{ readonly fragment: OpenApiFragment } | { readonly problem: BootProblem }> {
  const refuse = (what: string, fix: string) => ({
    problem: problem('invalid-mount-document', `The document of the mount ${path} ${what}.`, fix, { option: 'mount' }),
  });
  let loaded: unknown;
  try {
    loaded = await (typeof document === 'function' ? document() : document);
  } catch (error) {
    return refuse(`does not load: ${firstLine(error)}`, 'Fix the error, or remove the document.');
  }
  const fragment = isObject(loaded) && 'default' in loaded ? loaded.default : loaded;
  if (!isFragment(fragment))
    return refuse(
      'is not an OpenAPI document',
      "Write an object with paths, or a function that returns one: document: () => import('./files-openapi.js').",
    );
  const root = `${prefix === '' ? '' : `/${prefix}`}${path === '/' ? '' : path.replace(/\/$/, '')}`;
  const strange = Object.keys(fragment.paths ?? {}).find((key) => key !== root && !key.startsWith(`${root}/`));
  return strange === undefined
    ? { fragment }
    : refuse(`describes ${strange}, which is not below ${root}`, 'Write its paths as they are served.');
}

/** Checks the parts that are merged (OpenAPI 3.1, section 4.8.1). */
function isFragment(value: unknown): value is OpenApiFragment & { readonly paths?: object } {
  if (!isObject(value) || !['paths', 'components', 'webhooks'].some((part) => isObject(value[part]))) return false;
  const items = Object.values(value.paths ?? {});
  return items.every(
    (item) =>
      isObject(item) && Object.entries(item).every(([name, operation]) => !methods.has(name) || isObject(operation)),
  );
}

const firstLine = (error: unknown) => String(error).split('\n')[0]!.replace(/\.$/, '');
