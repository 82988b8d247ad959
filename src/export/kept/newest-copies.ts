import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import type { OpenDocument } from '../../openapi/open-document.js';
import { reachingNodes } from '../../openapi/references/reaching-nodes.js';
import { moveReferences, referenceTo } from './references.js';

/** Keeps the newest shape where no change converts values: an application calls webhooks and callbacks itself. */
export class NewestCopies {
  readonly #document: OpenDocument;
  readonly #reaching: ReadonlySet<JsonObject>;
  readonly #suffix: string;
  readonly #copies = new Map<string, string>();
  /** The copies, by kind and name. */
  readonly components: { readonly kind: string; readonly name: string; readonly value: Json }[] = [];

  /** `roots` are places that keep the newest shape, `changed` the nodes of the source that the version has otherwise. */
  constructor(document: OpenDocument, roots: readonly JsonObject[], changed: ReadonlySet<Json>, newest: string) {
    this.#document = document;
    this.#suffix = `_v${newest}`;
    this.#reaching = reachingNodes(
      document,
      roots.map((node) => ({ node })),
      (node) => changed.has(node),
    );
  }

  /** A value whose references lead to copies where the version has others. */
  keep(value: Json): Json {
    return this.#reaching.size === 0 ? value : moveReferences(value, (reference) => this.#copyOf(reference));
  }

  #copyOf(reference: string): string | undefined {
    const node = this.#document.target({ $ref: reference });
    if (!isObject(node) || !this.#reaching.has(node)) return undefined;
    const known = this.#copies.get(reference);
    if (known !== undefined) return known;
    const tokens = tokensOf(reference);
    const kind = tokens[0] === 'components' && tokens.length === 3 ? tokens[1]! : 'schemas';
    const name = this.#freeName(kind, tokens.at(-1)!);
    const copy = referenceTo(['components', kind, name]);
    this.#copies.set(reference, copy);
    this.components.push({ kind, name, value: this.keep(node) });
    return copy;
  }

  #freeName(kind: string, name: string): string {
    const taken = objectAt(objectAt(this.#document.root['components'])[kind]);
    let free = `${name.replaceAll(/[^\w.-]/g, '_')}${this.#suffix}`;
    while (Object.hasOwn(taken, free) || this.components.some((one) => one.kind === kind && one.name === free))
      free += '_';
    return free;
  }
}
