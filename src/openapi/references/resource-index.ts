import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { childOf } from '../../json/pointer.js';
import { isExtension } from '../../jsonschema/walk-keywords.js';
import { contentOf } from '../document-members.js';
import type { SourceFile } from './source-file.js';

/** A file of a bundle. */
export interface BundledFile extends SourceFile {
  readonly location: URL;
  /** Where the bundle keeps it: empty for the document itself. */
  readonly home: readonly string[];
  /** The address that it gives itself (`$self`, `$id`); its location otherwise. */
  readonly address: URL;
  /** Whether `$id` is a keyword: OpenAPI 3.0 does not know it. */
  readonly hasIds: boolean;
}

/** A value of a file, and the base of the references inside it. */
export interface Target {
  readonly file: BundledFile;
  readonly path: Path | null;
  readonly node: Json;
  readonly base: URL;
}

/** The way to a value from the top of its file, the last step first. */
export interface Path {
  readonly key: string;
  readonly above: Path | null;
}

/** The tokens of a way, the first step first. */
export function tokensTo(path: Path | null): readonly string[] {
  const tokens: string[] = [];
  for (let step = path; step; step = step.above) tokens.push(step.key);
  return tokens.toReversed();
}

/** An object of a file. */
export interface ObjectTarget extends Target {
  readonly node: JsonObject;
  /** Set for a reference that stands for words or data: what it leads to holds no parts of the document. */
  readonly isWords?: true;
}

/** Lists the objects of a part of a file, of words and data only the references to them; each once. */
export function* listObjects(start: Target, seen: Set<Json>): Generator<ObjectTarget> {
  const { file } = start;
  const open: (Target & { readonly isNamed: boolean })[] = [{ ...start, isNamed: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path, isNamed } = next;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const isKeyword = isObject(node) && !isNamed;
    const base = isKeyword ? baseOf(node, next.base, file.hasIds) : next.base;
    if (isKeyword || isReference(node)) yield { file, path, node: node as JsonObject, base };
    for (const key in node) {
      const child = (node as JsonObject)[key];
      if (typeof child !== 'object' || child === null || (isKeyword && isExtension(key))) continue;
      const content = isKeyword ? contentOf(key) : 'parts';
      const at = { file, path: { key, above: path }, node: child, base };
      if (content === 'words' || content === 'data') {
        yield* wordReferences(key, at);
        continue;
      }
      open.push({ ...at, isNamed: content === 'named' && isObject(child) });
    }
  }
}

/** Whether a value has a text as its `$ref`, and so is none of the names, texts and lists that it may stand for. */
const isReference = (node: Json): boolean => isObject(node) && typeof node['$ref'] === 'string';

const referableWords = new Set(['title', 'summary', 'description', 'termsOfService', 'contact', 'license', 'enum']);

/** The references that stand for words, for the values of an `enum`, or for one of several examples. */
function* wordReferences(key: string, at: Target): Generator<ObjectTarget> {
  if (!isObject(at.node)) return;
  if (referableWords.has(key) && isReference(at.node)) yield { ...at, node: at.node, isWords: true };
  if (key !== 'examples') return;
  if (isReference(at.node)) yield { ...at, node: at.node, isWords: true };
  for (const [name, node] of Object.entries(at.node))
    if (isObject(node) && isReference(node)) yield { ...at, path: { key: name, above: at.path }, node, isWords: true };
}

/** The base of the references in a value: its own `$id` where it has one. */
export function baseOf(node: Json, base: URL, hasIds: boolean): URL {
  const id = hasIds && isObject(node) ? node['$id'] : undefined;
  return typeof id === 'string' && URL.canParse(id, base.href) ? new URL(id, base) : base;
}

/** The value that tokens lead to from another; null where there is none. */
export function descend({ file, path, node, base }: Target, tokens: readonly string[]): Target | null {
  return tokens.reduce<Target | null>(
    (above, key) => {
      const child = above === null ? undefined : childOf(above.node, key);
      if (above === null || child === undefined) return null;
      return { file, path: { key, above: above.path }, node: child, base: baseOf(child, above.base, file.hasIds) };
    },
    { file, path, node, base },
  );
}
