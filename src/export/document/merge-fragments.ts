import { isDeepStrictEqual } from 'node:util';
import type { OpenApiFragment } from '../../routing/table/mount.js';
import type { BuildOptions } from './document-settings.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { completeOperation } from './complete-operation.js';
import { createExamples, type Examples } from './examples.js';
import type { JsonSchema, OpenApiDocument, OpenApiTag, Operation, PathItem } from './open-api.js';
import { humanise } from './humanise.js';

type Keep = NonNullable<BuildOptions['keep']>;
type Sections = Record<string, Record<string, unknown>>;

/** The methods that are operations of a path item. */
export const methods: ReadonlySet<string> = new Set([
  'get',
  'head',
  'post',
  'put',
  'patch',
  'delete',
  'options',
  'trace',
]);

/** Adds the documents of mounts; a component whose name is taken by a different one gets a number. */
export function mergeFragments(
  document: OpenApiDocument,
  fragments: readonly OpenApiFragment[],
  keep: Keep,
): OpenApiDocument {
  if (fragments.length === 0) return document;
  const paths: Record<string, PathItem> = { ...document.paths };
  const components: Sections = structuredClone(document.components ?? {}) as Sections;
  const tags: OpenApiTag[] = [...document.tags];
  for (const fragment of fragments) {
    const renamed = rename(fragment, components);
    let kept = false;
    for (const [path, item] of Object.entries((renamed.paths ?? {}) as Record<string, PathItem>)) {
      const own = keepOperations(path, item, renamed, keep);
      if (Object.keys(own).some((method) => methods.has(method))) {
        paths[path] = { ...own, ...paths[path] };
        kept = true;
      }
    }
    if (!kept) continue;
    tags.push(...((renamed.tags ?? []) as readonly OpenApiTag[]));
    for (const [section, entries] of Object.entries((renamed.components ?? {}) as Sections)) {
      components[section] = { ...components[section], ...entries };
    }
  }
  const sortEntries = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).sort(([a], [b]) => codeUnitOrder(a, b)));
  return {
    ...document,
    tags,
    paths: sortEntries(paths),
    components: Object.fromEntries(
      Object.entries(components).map(([section, entries]) => [section, sortEntries(entries)]),
    ),
  };
}

/** The operations of a path to keep, each with the security requirements at the root of its fragment. */
function keepOperations(path: string, item: PathItem, fragment: OpenApiFragment, keep: Keep): PathItem {
  const { security, tags } = fragment as { readonly security?: unknown; readonly tags?: readonly OpenApiTag[] };
  const tag =
    tags?.[0]?.name ??
    humanise(path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? 'Mounted');
  const examples = examplesOf(fragment);
  return Object.fromEntries(
    Object.entries(item).flatMap(([method, operation]) => {
      if (!methods.has(method)) return [[method, operation]];
      const complete = completeOperation(operation, { method, path, tag }, examples);
      if (!keep({ method: method.toUpperCase(), path, tags: complete.tags })) return [];
      return [
        [method, security === undefined || complete.security ? complete : ({ ...complete, security } as Operation)],
      ];
    }),
  );
}

/** Examples of schemas that refer to the fragment's own components. */
function examplesOf({ components }: OpenApiFragment): Examples {
  return createExamples(
    (components as { readonly schemas?: Readonly<Record<string, JsonSchema>> } | undefined)?.schemas,
  );
}

function rename(fragment: OpenApiFragment, taken: Sections): OpenApiFragment {
  const changes = new Map<string, string>();
  for (const [section, entries] of Object.entries((fragment.components ?? {}) as Sections)) {
    for (const [name, value] of Object.entries(entries)) {
      const other = taken[section]?.[name];
      if (other === undefined || isDeepStrictEqual(other, value)) continue;
      let free = `${name}2`;
      for (let count = 3; taken[section]?.[free] !== undefined || entries[free] !== undefined; count++)
        free = `${name}${count}`;
      changes.set(`#/components/${section}/${name}`, free);
    }
  }
  if (changes.size === 0) return fragment;
  const replaced = replaceNames(fragment, changes) as OpenApiFragment;
  const components = Object.fromEntries(
    Object.entries(replaced.components as Sections).map(([section, entries]) => [
      section,
      Object.fromEntries(
        Object.entries(entries).map(([name, value]) => [changes.get(`#/components/${section}/${name}`) ?? name, value]),
      ),
    ]),
  );
  return { ...replaced, components };
}

/** Renames references, and security requirements, which name their scheme directly. */
function replaceNames(value: unknown, changes: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaceNames(entry, changes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key === '$ref' && typeof child === 'string') {
        const name = changes.get(child);
        return [key, name ? child.replace(/[^/]+$/, name) : child];
      }
      if (key === 'security' && Array.isArray(child)) {
        const nameOf = (scheme: string) => changes.get(`#/components/securitySchemes/${scheme}`) ?? scheme;
        return [
          key,
          child.map((needs: object) =>
            Object.fromEntries(Object.entries(needs).map(([scheme, scopes]) => [nameOf(scheme), scopes])),
          ),
        ];
      }
      return [key, replaceNames(child, changes)];
    }),
  );
}
