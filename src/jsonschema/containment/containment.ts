import { isObject, listAt, type Json } from '../../json/json.js';
import { anything, every, types, type Formula } from './formula.js';
import { accepts } from './accepts.js';
import {
  createConfirmation,
  isListOfOne,
  isSentByOmission,
  sidesOf,
  type Side,
  type Sides,
} from './confirm-witness.js';
import { limitSearch, usualLimits } from './limited-search.js';
import { representatives, schemaClasses } from './same-schemas.js';
import type { Containment, SchemaNodes, Use, Values } from './compared-schemas.js';
import { namesMember } from './names-member.js';
import { negate } from './negate.js';
import { formulaReader } from './read-formula.js';
import { createPartReader, scopeOf, type Part } from './part-formulas.js';
import { alternativeIn, tagged } from './likely-values.js';
import type { FormulaReader } from './reading.js';

import type { SchemaSource } from './schema-source.js';
import { createValueSearch, type SearchResult } from './value-search.js';

export type { Containment, SchemaNodes, Use, Values, Witness } from './compared-schemas.js';

/** Compares schemas of two documents by the values that they accept. */
export interface ContainmentSearch {
  /** Whether two schemas accept the same values; null where that is undecided. */
  readonly areEqual: (nodes: SchemaNodes, use: Use) => boolean | null;
  /**
   * Looks for a value that may be sent and is refused; by some of what the other side says, where `part` is given. Where that is undecided, those that
   * some alternatives of `nodes` have a part in refusing are tried.
   */
  readonly findRefused: (
    nodes: SchemaNodes,
    use: Use,
    values: Values,
    part?: Part,
    alternatives?: readonly SchemaNodes[],
  ) => Containment;
  /** Looks for a value that `inner`, an alternative of `nodes`, has a part in refusing. */
  readonly findRefusedInside: (
    nodes: SchemaNodes,
    inner: SchemaNodes,
    use: Use,
    values: Values,
    part?: Part,
  ) => Containment;
  /** Whether some of what both schemas say means the same in both. */
  readonly isPartEqual: (nodes: SchemaNodes, use: Use, part: Part) => boolean | null;
  /** Whether both schemas name a member, or neither does. */
  readonly bothName: (nodes: SchemaNodes, member: string) => boolean;
  /** Whether two schemas are written alike, annotations and references aside. */
  readonly areAlike: (nodes: SchemaNodes) => boolean;
}

/** Opens two documents for comparison; what was found out is remembered. */
export function createContainmentSearch(sources: Sides, limits = usualLimits): ContainmentSearch {
  const documents = [sources.base, sources.revision];
  const classes = schemaClasses(documents);
  const { classOf } = classes;
  const { find, bounded, withinOne, isShort } = limitSearch(createValueSearch({ classOf }), limits);
  const mayDiscriminate = documents.some((source) => source.mayDiscriminate !== false);
  const exactClasses = mayDiscriminate ? schemaClasses(documents, 'counts') : classes;
  const standIns = {
    base: representatives(sources.base, exactClasses),
    revision: representatives(sources.revision, exactClasses),
  };
  const readers = new Map<string, FormulaReader>();
  const readerOf = (
    side: Side,
    { direction, textual }: Use,
    role: 'sender' | 'receiver' | 'loose receiver' | null,
  ): FormulaReader => {
    const key = `${side} ${direction} ${textual} ${role}`;
    const known = readers.get(key);
    if (known) return known;
    const reader = formulaReader(
      {
        source: sources[side],
        direction,
        textual,
        sends: role === 'sender',
        discriminates: role === 'receiver' || role === 'loose receiver',
        ...(role === 'loose receiver' && { isLoose: true }),
      },
      standIns[side],
    );
    readers.set(key, reader);
    return reader;
  };
  const readersOf = (use: Use, values: Values) => {
    const [sender, receiver] = sidesOf(use.direction);
    return [
      readerOf(sender, use, values === 'strict' ? null : 'sender'),
      readerOf(receiver, use, values === 'strict' ? null : values === 'loose' ? 'loose receiver' : 'receiver'),
    ] as const;
  };
  const parts = createPartReader();
  const partOf = (side: Side, reader: FormulaReader, node: Json | undefined, part: Part | undefined): Formula =>
    part?.saidBy !== undefined && part.saidBy !== side ? anything : parts.partOf(reader, node, part);
  const confirm = createConfirmation(sources);

  const confirmed = (nodes: SchemaNodes, use: Use, result: SearchResult): Containment => {
    if (result.kind === 'empty') return { kind: 'contained' };
    if (result.kind === 'unknown') return { kind: 'unknown', isOutOfSteps: isShort() };
    const { value } = result;
    const steps = membersIn(sources.base, nodes.base) + membersIn(sources.revision, nodes.revision);
    return (
      bounded(steps + (JSON.stringify(value).length >> 3), () => confirm(nodes, use, value)) ?? {
        kind: 'unknown',
        isOutOfSteps: true,
      }
    );
  };

  const passes = (formulas: () => readonly Formula[], value: Json): boolean =>
    withinOne(() => accepts(every(formulas()), value)) === true;

  const search = (nodes: SchemaNodes, use: Use, formulas: () => readonly Formula[]): Containment => {
    const found = find(formulas);
    const result = confirmed(nodes, use, found);
    if (use.textual !== 'parameter' || found.kind !== 'found') return result;
    const isReadAsItem = result.kind === 'unknown' && isListOfOne(found.value);
    if (!isReadAsItem && !(result.kind === 'witness' && isSentByOmission(result.witness.value))) return result;
    for (const members of [2, 1]) {
      const other = confirmed(
        nodes,
        use,
        find(() => [...formulas(), ...holding(members)]),
      );
      if (other.kind === 'witness') return other;
    }
    return result;
  };

  /** Tries values of a smaller question where the whole one is undecided: those that pass it are witnesses all the same. */
  const searchFrom = (
    nodes: SchemaNodes,
    use: Use,
    formulas: () => readonly Formula[],
    smaller: () => readonly (() => readonly Formula[])[],
  ): Containment => {
    const result = search(nodes, use, formulas);
    if (result.kind !== 'unknown' || isShort()) return result;
    for (const few of smaller()) {
      if (isShort()) break;
      const likely = find(few);
      if (likely.kind !== 'found' || !passes(formulas, likely.value)) continue;
      const found = confirmed(nodes, use, likely);
      if (found.kind === 'witness') return found;
    }
    return result;
  };

  const isWithin = (inner: Side, nodes: SchemaNodes, use: Use, part?: Part): boolean | null => {
    const outer = inner === 'base' ? 'revision' : 'base';
    const { kind } = find(() => {
      const said = partOf(outer, readerOf(outer, use, null), nodes[outer], part);
      return [parts.around(readerOf(inner, use, null), nodes[inner], part, said), negate(said), ...scopeOf(part)];
    });
    return kind === 'unknown' ? null : kind === 'empty';
  };
  const both = (left: boolean | null, right: () => boolean | null): boolean | null => {
    if (left === false) return false;
    const other = right();
    return other === false ? false : left === null || other === null ? null : true;
  };

  return {
    bothName: ({ base, revision }, member) =>
      namesMember(sources.base, base, member) === namesMember(sources.revision, revision, member),
    areAlike: ({ base, revision }) => classOf(sources.base, base) === classOf(sources.revision, revision),
    areEqual: (nodes, use) => both(isWithin('base', nodes, use), () => isWithin('revision', nodes, use)),
    isPartEqual: (nodes, use, part) =>
      both(isWithin('base', nodes, use, part), () => isWithin('revision', nodes, use, part)),
    findRefused: (nodes, use, values, part, alternatives = []) => {
      const [sender, receiver] = sidesOf(use.direction);
      const [from, to] = readersOf(use, values);
      const alternative = alternativeIn(part, sender, from, to);
      const formulas = () => {
        const said = partOf(receiver, to, nodes[receiver], part);
        return [parts.around(from, nodes[sender], part, said), negate(said), ...scopeOf(part), ...alternative];
      };
      return searchFrom(nodes, use, formulas, () => [
        ...(part?.alternative ? [() => tagged(alternative)] : []),
        ...alternatives.flatMap((inner) => {
          const refused = () => [from.link(inner[sender]), negate(to.link(inner[receiver]))];
          return [refused, () => tagged(refused())];
        }),
      ]);
    },
    findRefusedInside: (nodes, inner, use, values, part) => {
      const [sender, receiver] = sidesOf(use.direction);
      const [from, to] = readersOf(use, values);
      const inside = () => [
        from.link(inner[sender]),
        negate(partOf(receiver, to, inner[receiver], part)),
        ...scopeOf(part),
        ...alternativeIn(part, sender, from, to),
      ];
      const formulas = () => [from.link(nodes[sender]), negate(to.link(nodes[receiver])), ...inside()];
      return searchFrom(nodes, use, formulas, () => [inside, () => tagged(inside())]);
    },
  };
}

/** The schemas that a value is tried against at once. */
function membersIn(source: SchemaSource, node: Json | undefined): number {
  if (!isObject(node)) return 0;
  return source.members(node).length + listAt(node['oneOf']).length + listAt(node['anyOf']).length;
}

/** A list or an object of at least so many. */
const holding = (members: number): readonly Formula[] => [
  types('array', 'object'),
  { kind: 'size', on: 'array', min: members, max: Infinity },
  { kind: 'size', on: 'object', min: members, max: Infinity },
];
