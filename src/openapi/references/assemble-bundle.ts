import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { contentOf } from '../document-members.js';
import { bundledFiles } from './resolve-reference.js';
import { tokensTo, type BundledFile, type Target } from './resource-index.js';

/** The text that each reference has in a bundle. */
export type ReferenceTexts = ReadonlyMap<JsonObject, string>;

/** The references whose targets stand in their place. */
export interface WrittenOut {
  readonly odd: ReadonlySet<JsonObject>;
  readonly targets: ReadonlyMap<JsonObject, Target>;
}

/** Whether a document without other files needs a copy: for a reference by another name, or an `$id`. */
export function isRewritten({ text }: BundledFile, texts: ReferenceTexts): boolean {
  if (text.includes('$id')) return true;
  for (const [node, reference] of texts) if (reference !== node['$ref']) return true;
  return false;
}

/** One document of several files, whose references point into it. */
export function assemble(
  root: BundledFile,
  others: readonly BundledFile[],
  texts: ReferenceTexts,
  writtenOut: WrittenOut = { odd: new Set(), targets: new Map() },
): JsonObject {
  const copy = copier(texts, writtenOut);
  const document = copy(root.value) as JsonObject;
  const included = others
    .toSorted((left, right) => (left.home[1]! < right.home[1]! ? -1 : 1))
    .map(({ home, value }) => [home[1]!, copy(value)] as const);
  return included.length === 0 ? document : { ...document, [bundledFiles]: Object.fromEntries(included) };
}

/** Members that hold values, in which nothing is a reference or an `$id`. */
const values: ReadonlySet<string> = new Set(['example', 'default']);

/** Copies what holds a reference whose text changes or that is written out, or an `$id`, which would move the base of what is inside. */
function copier(texts: ReferenceTexts, { odd, targets }: WrittenOut): (value: Json) => Json {
  const copies = new Map<Json, Json>();
  const open = new Set<Json>();
  const copy = (value: Json, isNamed = false): Json => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const result = isWrittenOut(value) ? writeOut(value) : copyMembers(value, isNamed);
    copies.set(value, result);
    return result;
  };
  /** A circle of references cannot be written out; the one that closes it stays. */
  const isWrittenOut = (value: Json): value is JsonObject =>
    odd.has(value as JsonObject) && !open.has(targets.get(value as JsonObject)!.node);
  const writeOut = (value: JsonObject): Json => {
    const { node } = targets.get(value)!;
    open.add(node);
    const { $ref: _, ...beside } = value;
    const target = copy(node);
    open.delete(node);
    return isObject(target) && Object.keys(beside).length > 0
      ? { ...target, ...(copyMembers(beside) as JsonObject) }
      : target;
  };
  const copyMembers = (value: Exclude<Json, string | number | boolean | null>, isNamed = false): Json => {
    const result = Array.isArray(value)
      ? copyItems(value as readonly Json[])
      : copyObject(value as JsonObject, isNamed);
    const isSame = Object.keys(value).length === Object.keys(result as object).length && !differs(value, result);
    return isSame ? value : result;
  };
  /** The items of a list that stands for one item of another are items of that other list. */
  const copyItems = (items: readonly Json[]): Json =>
    items.flatMap((item) => (odd.has(item as JsonObject) ? copy(item) : [copy(item)]));
  const copyObject = (value: JsonObject, isNamed: boolean): JsonObject => {
    const reference = texts.get(value);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        if (key === '$ref' && reference !== undefined) return [[key, reference]];
        if (member === undefined || (!isNamed && values.has(key))) return [[key, member]];
        if (key === '$id' && typeof member === 'string') return [];
        return [[key, copy(member, !isNamed && contentOf(key) === 'named' && isObject(member))]];
      }),
    );
  };
  return copy;
}

function differs(value: Json, copy: Json): boolean {
  for (const key in value as JsonObject) if ((value as JsonObject)[key] !== (copy as JsonObject)[key]) return true;
  return false;
}

/** A reference that leads to its target already keeps its text. */
export function referenceTo({ file, path }: Target, written: string): string {
  return referenceAt([...file.home, ...tokensTo(path)], written);
}

/** The reference to some tokens of a bundle. */
export function referenceAt(tokens: readonly string[], written: string): string {
  const pointer = pointerTo(tokens);
  if (written.startsWith('#') && pointerTo(tokensOf(written)) === pointer) return written;
  return `#${encodeURI(pointer).replaceAll('#', '%23')}`;
}
