import type { Json } from '../../json/json.js';
import { plainMeaningOf } from '../normalize-keywords.js';
import { every, types, type Formula } from './formula.js';
import { narrowToMember } from './narrow-to-member.js';
import type { Conjunct, FormulaReader } from './reading.js';

/** Some of what a schema says. */
export interface Part {
  readonly keywords: readonly string[];
  /** The name that the keywords are about, of those that speak of several; all where it is absent. */
  readonly member?: string;
  /** The side that alone says it; the other side says nothing of it. */
  readonly saidBy?: 'base' | 'revision';
  /** Looks at these values alone. */
  readonly values?: readonly Json[];
  /** Looks at the values of this alternative alone, which one side has. */
  readonly alternative?: { readonly side: 'base' | 'revision'; readonly node: Json };
  /** Looks at this member alone, of objects that have it. */
  readonly having?: string;
}

/** Reads parts of schemas, each once. */
export interface PartReader {
  /** What a part of a schema says; the whole schema where no part is given. */
  readonly partOf: (reader: FormulaReader, node: Json | undefined, part: Part | undefined) => Formula;
  /** What a schema says of values that are looked at for a part: without the optional members that it is not about. */
  readonly around: (reader: FormulaReader, node: Json | undefined, part: Part | undefined, said: Formula) => Formula;
}

/** Opens schemas for reading in parts. */
export function createPartReader(): PartReader {
  const indexes = new WeakMap<FormulaReader, Map<Json | undefined, ConjunctIndex>>();
  const indexOf = (reader: FormulaReader, node: Json | undefined): ConjunctIndex => {
    const ofReader = indexes.get(reader) ?? new Map<Json | undefined, ConjunctIndex>();
    indexes.set(reader, ofReader);
    const known = ofReader.get(node) ?? new ConjunctIndex(reader, node);
    ofReader.set(node, known);
    return known;
  };
  return {
    partOf: (reader, node, part) => (part ? indexOf(reader, node).formulaOf(part) : reader.link(node)),
    around: (reader, node, part, said) => {
      const name = part?.member ?? part?.having;
      if (name === undefined || !isAbout(said, name)) return reader.link(node);
      return indexOf(reader, node).around(name) ?? reader.link(node);
    },
  };
}

/** Whether a formula asks for a member, or for what it is, and for nothing else. */
function isAbout(formula: Formula, name: string): boolean {
  switch (formula.kind) {
    case 'every':
    case 'some':
      return formula.of.every((part) => isAbout(part, name));
    case 'member':
    case 'required':
      return formula.name === name;
    default:
      return false;
  }
}

/** Keywords that an object passes without its optional members too. */
const sparing: ReadonlySet<string> = new Set([
  'allOf',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'maxProperties',
  'declares',
]);

/** Fewer optional members take no time worth sparing. */
const fewMembers = 16;

/** What the keywords of one schema say, by keyword and name. */
class ConjunctIndex {
  readonly #reader: FormulaReader;
  readonly #all: readonly Conjunct[];
  readonly #byKeyword = new Map<string, Map<string | null, Conjunct[]>>();
  readonly #formulas = new Map<string, Formula>();
  #spared: SparedMembers | null | undefined;

  constructor(reader: FormulaReader, node: Json | undefined) {
    this.#reader = reader;
    this.#all = reader.conjuncts(node);
    for (const one of this.#all) {
      const names = this.#byKeyword.get(one.keyword) ?? new Map<string | null, Conjunct[]>();
      this.#byKeyword.set(one.keyword, names);
      const list = names.get(one.name);
      if (list) list.push(one);
      else names.set(one.name, [one]);
    }
  }

  /** What a part says; where a schema says it in alternatives alone that are no choice, such as one of null, the alternatives. */
  formulaOf(part: Part): Formula {
    const key = JSON.stringify([part.keywords, part.member, part.having]);
    const known = this.#formulas.get(key) ?? this.#read(part);
    this.#formulas.set(key, known);
    return known;
  }

  #read({ keywords, member, having }: Part): Formula {
    const own = this.#find(keywords, member);
    const said = own.length > 0 ? own : this.#choices(keywords, member);
    return every(said.map(({ formula }) => (having === undefined ? formula : narrowToMember(formula, having))));
  }

  #find(keywords: readonly string[], member: string | undefined): readonly Conjunct[] {
    return [...new Set(['false', ...keywords])].flatMap((keyword) => {
      const names = this.#byKeyword.get(keyword);
      if (!names) return [];
      if (member === undefined || keyword === 'false') return [...names.values()].flat();
      return [...(names.get(null) ?? []), ...(names.get(member) ?? [])];
    });
  }

  #choices(keywords: readonly string[], member: string | undefined): readonly Conjunct[] {
    const isPart = ({ keyword, name }: Conjunct) =>
      keyword === 'false' || (keywords.includes(keyword) && (member === undefined || name === null || name === member));
    const choices = ['anyOf', 'oneOf'].flatMap((keyword) => [...(this.#byKeyword.get(keyword)?.values() ?? [])].flat());
    return choices.filter(
      ({ alternatives = [] }) =>
        plainMeaningOf(alternatives) !== null && alternatives.some((one) => this.#reader.conjuncts(one).some(isPart)),
    );
  }

  /** What is said of objects whose optional members are left out, apart from one; null where something asks for them. */
  around(name: string): Formula | null {
    if (this.#spared === undefined) this.#spared = this.#spare();
    const spared = this.#spared;
    if (spared === null || spared.optional < fewMembers) return null;
    const known = spared.known.get(name);
    if (known) return known;
    const own = spared.required.has(name) ? [] : (this.#byKeyword.get('properties')?.get(name) ?? []);
    const formula = every([
      spared.kept,
      ...own.map((one) => one.formula),
      ...(spared.declared.has(name) ? [{ kind: 'declares', names: [name], patterns: [] } as const] : []),
    ]);
    spared.known.set(name, formula);
    return formula;
  }

  #spare(): SparedMembers | null {
    if (this.#all.some(({ keyword }) => !sparing.has(keyword))) return null;
    const required = new Set([...(this.#byKeyword.get('required')?.keys() ?? [])].filter((name) => name !== null));
    const declares = this.#all.flatMap(({ formula }) => (formula.kind === 'declares' ? [formula] : []));
    const declared = new Set(declares.flatMap(({ names }) => names));
    const isKept = ({ keyword, name }: Conjunct) =>
      keyword === 'properties' ? required.has(name!) : keyword !== 'allOf' && keyword !== 'declares';
    const kept = this.#all.filter(isKept).map(({ formula }) => formula);
    const names = [...declared].filter((name) => required.has(name));
    const patterns = declares.flatMap((one) => one.patterns);
    return {
      kept: every([...kept, ...(declares.length > 0 ? [{ kind: 'declares', names, patterns } as const] : [])]),
      required,
      declared,
      optional: (this.#byKeyword.get('properties')?.size ?? 0) - required.size,
      known: new Map(),
    };
  }
}

/** A schema of objects without its optional members. */
interface SparedMembers {
  readonly kept: Formula;
  readonly required: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
  readonly optional: number;
  readonly known: Map<string, Formula>;
}

/** What is looked at when a part is. */
export function scopeOf(part: Part | undefined): readonly Formula[] {
  return [
    ...(part?.values ? [{ kind: 'values', values: part.values, not: false } as const] : []),
    ...(part?.having === undefined
      ? []
      : [types('object'), { kind: 'required', name: part.having, isAsked: true } as const]),
  ];
}
