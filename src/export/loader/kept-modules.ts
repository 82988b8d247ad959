/** Texts of source files that are loaded as if they were written, by absolute path. */
export type UnwrittenTexts = ReadonlyMap<string, string>;

const key = Symbol.for('svckit.kept-modules');
const kept = `globalThis[Symbol.for('svckit.kept-modules')]`;

/** Which files each source file imports, by absolute path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** What a load does not evaluate again: for the path of a source file a module that stands for it, or null. */
export type SharedModules = (path: string) => string | null;

/** The modules that a first load evaluated, so that loads with other texts of a few files evaluate only these and what imports them. */
export class KeptModules {
  readonly #texts = new Map<string, string>();
  readonly #modules = new Map<string, Readonly<Record<string, unknown>>>();
  #imports: ImportGraph | null = null;

  /** Every source file of the first load. */
  get files(): Iterable<string> {
    return this.#texts.keys();
  }

  /** Publishes the modules to the code that `record` and `sharedWith` write. */
  offer(): void {
    (globalThis as Record<symbol, unknown>)[key] = this.#modules;
  }

  /** The text of a source file as it is bundled: in the first load an ES module has one more line, which keeps it. */
  record(path: string, text: string): string {
    if (this.#imports) return text;
    this.#texts.set(path, text);
    if (!isModule.test(text) || isCommon.test(text)) return text;
    const name = JSON.stringify(path);
    return `${text}\nimport * as svckit_self from ${name}; ${kept}.set(${name}, svckit_self);`;
  }

  /** Ends the first load. */
  finish(imports: ImportGraph): void {
    this.#imports ??= imports;
  }

  /** The modules that a load with some texts shares with the first one; none where one of them was not kept, so that no module exists twice. */
  sharedWith(texts: UnwrittenTexts): SharedModules {
    const changed = [...texts].filter(([path, text]) => this.#texts.get(path) !== text).map(([path]) => path);
    const reached = this.#importing(changed);
    const same = [...this.#texts.keys()].filter((path) => !reached.has(path));
    const shared = new Set(this.#imports && same.every((path) => this.#modules.has(path)) ? same : []);
    return (path) => (shared.has(path) ? reexport(path, Object.keys(this.#modules.get(path)!)) : null);
  }

  /** Some files, and all that import one of them, directly or not. */
  #importing(files: readonly string[]): ReadonlySet<string> {
    const reached = new Set(files);
    for (const file of reached)
      for (const [importer, imported] of this.#imports ?? []) if (imported.includes(file)) reached.add(importer);
    return reached;
  }
}

const isModule = /^(?:import|export)\b/m;
const isCommon = /\bmodule\.exports\b|\bexports\.|\brequire\s*\(/;

function reexport(path: string, names: readonly string[]): string {
  return [
    `const svckit_kept = ${kept}.get(${JSON.stringify(path)});`,
    ...names.map((name, index) => `const svckit_kept_${index} = svckit_kept[${JSON.stringify(name)}];`),
    `export { ${names.map((name, index) => `svckit_kept_${index} as ${JSON.stringify(name)}`).join(', ')} };`,
  ].join('\n');
}
