import { isObject, textAt, type Json } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { isOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { isSwagger } from '../load-document-text.js';
import { baseOf, descend, listObjects, tokensTo, type BundledFile, type Target } from './resource-index.js';
import { type Reading, type SourceFile, UnreadableFile } from './source-file.js';

/** Where a bundle keeps the files that its document refers to, by their names. */
export const bundledFiles = 'x-svc-files';

/** Why a reference has no target. */
export interface NoTarget {
  /** Ends the sentence "… cannot be resolved:". */
  readonly reason: string;
  /** Where the bundle would have it, when the file that should hold it was read; otherwise null. */
  readonly wanted: readonly string[] | null;
}

/** Finds the targets of references, and reads the files that hold them. */
export interface Resolver {
  readonly root: Target;
  /** The target of a reference that stands in a value, or the reason why it has none. */
  readonly find: (reference: string, written: Target) => Reading<Target | NoTarget>;
  /** The files that were read beside the document. */
  readonly files: () => readonly BundledFile[];
}

/** Opens the references of a document; each file is read once, when a reference first needs it. */
export function openReferences(source: SourceFile, location: URL): Resolver {
  const hasIds = !isObject(source.value) || !(isOpenApi30(source.value) || isSwagger(source.value));
  const files = new Map<string, Target | string>();
  const resources = new Map<string, Target>();
  const anchors = new Map<string, Target>();
  const add = (file: BundledFile): Target => {
    const top = { file, path: null, node: file.value, base: file.address };
    for (const { href } of [file.location, file.address]) resources.set(withoutFragment(href), top);
    indexIdentities(top, resources, anchors);
    return top;
  };
  function* load(at: URL): Reading<Target | string> {
    try {
      const found = yield at;
      const home = [bundledFiles, nameFrom(location, at)];
      return add({ ...found, location: at, home, address: addressOf(found.value, at, hasIds), hasIds });
    } catch (error) {
      if (error instanceof UnreadableFile) return error.message;
      throw error;
    }
  }
  function* findResource(uri: URL, file: BundledFile): Reading<Target | string> {
    const address = withoutFragment(uri.href);
    const known = resources.get(address);
    if (known) return known;
    const at = fileAt(uri, file);
    if (at === null)
      return `svc does not fetch the URL of a reference. Save ${address} in the repository, and refer to that file`;
    const loaded = files.get(at.href) ?? (yield* load(at));
    files.set(at.href, loaded);
    return loaded;
  }
  function* find(reference: string, base: URL, file: BundledFile): Reading<Target | NoTarget> {
    if (!URL.canParse(reference, base.href)) return { reason: 'it is not a URI reference', wanted: null };
    const uri = new URL(reference, base);
    const resource = yield* findResource(uri, file);
    if (typeof resource === 'string') return { reason: resource, wanted: null };
    const { name, home } = resource.file;
    const fragment = decode(uri.hash.slice(1));
    const here = [...home, ...tokensTo(resource.path)];
    if (fragment !== '' && !fragment.startsWith('/'))
      return (
        anchors.get(`${withoutFragment(resource.base.href)}#${fragment}`) ?? {
          reason: `${name} has no $anchor "${fragment}"`,
          wanted: [...here, `#${fragment}`],
        }
      );
    const tokens = tokensOf(fragment);
    return descend(resource, tokens) ?? { reason: `${name} has nothing at ${fragment}`, wanted: [...here, ...tokens] };
  }
  const found = new Map<URL, Map<string, Target | NoTarget>>();
  return {
    root: add({ ...source, location, home: [], address: addressOf(source.value, location, hasIds), hasIds }),
    files: () => [...files.values()].flatMap((loaded) => (typeof loaded === 'string' ? [] : [loaded.file])),
    *find(reference, { base, file }) {
      const known = found.get(base) ?? new Map<string, Target | NoTarget>();
      found.set(base, known);
      const target = known.get(reference) ?? (yield* find(reference, base, file));
      known.set(reference, target);
      return target;
    },
  };
}

/** Registers what a file names by `$id` and `$anchor`. */
function indexIdentities(top: Target, resources: Map<string, Target>, anchors: Map<string, Target>): void {
  if (!/\$(?:id|anchor|dynamicAnchor)\b/.test(top.file.text)) return;
  for (const object of listObjects(top, new Set())) {
    if (object.base !== top.base && textAt(object.node['$id']) !== null)
      resources.set(withoutFragment(object.base.href), object);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = textAt(object.node[keyword]);
      if (name === null) continue;
      anchors.set(`${withoutFragment(object.base.href)}#${name}`, object);
    }
  }
}

/** The file that an address stands for: itself, or one beside a file that gives itself an address. */
function fileAt(uri: URL, { address, location }: BundledFile): URL | null {
  if (uri.protocol === 'file:') return new URL(withoutFragment(uri.href));
  const folder = new URL('.', address).href;
  return address !== location && uri.href.startsWith(folder)
    ? new URL(withoutFragment(uri.href).slice(folder.length), location)
    : null;
}

function addressOf(value: Json, location: URL, hasIds: boolean): URL {
  const self = isObject(value) ? textAt(value['$self']) : null;
  return self !== null && URL.canParse(self, location.href) ? new URL(self, location) : baseOf(value, location, hasIds);
}

function withoutFragment(href: string): string {
  return href.replace(/#.*$/s, '');
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** `../shared/pet.yaml`, as seen from the document. */
function nameFrom(document: URL, file: URL): string {
  const [from, to] = [document.pathname.split('/').slice(0, -1), file.pathname.split('/')];
  const common = from.findIndex((part, index) => part !== to[index]);
  const shared = common < 0 ? from.length : common;
  return decode([...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/'));
}
