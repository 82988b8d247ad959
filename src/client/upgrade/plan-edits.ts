import { objectAt, isObject, listAt, textAt, type Json } from '../../json/json.js';
import type { Edit } from '../../edit/apply-edits.js';
import { groupBy } from '../../text/group-by.js';
import type { ClientVersion } from '../describe-version.js';
import type { SyntaxNode } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import type { ConsumerCode } from '../scan/open-code.js';
import type { ClientCall } from '../scan/read-calls.js';
import type { Mention } from '../scan/read-code.js';
import { referencePattern } from '../share-types.js';
import { walkCode } from '../scan/walk-code.js';
import { editCall, type EditAt, moveOf } from './edit-calls.js';
import { editImports } from './edit-imports.js';
import { editMember, type NestedProperty } from './edit-member.js';
import type { FollowedUpgrade, KnownMove } from './follow-upgrades.js';
import { joinNested } from './join-nested.js';

/** What is edited, and what a person has to edit in its place. */
export interface EditPlan {
  /** By file; none overlaps another. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** Mentions of moved members that no edit reaches. */
  readonly leftMembers: readonly Mention[];
  readonly leftCalls: readonly ClientCall[];
  readonly leftImports: readonly SyntaxNode[];
}

/** The edits that move code from the client of the base to that of the revision: imports, names of types, members, parameters and addresses of operations. */
export function planEdits(code: ConsumerCode, { moves }: FollowedUpgrade): EditPlan {
  const taken = editCollector();
  const imports = editImports(code);
  imports.edits.forEach((edit) => taken.add([edit]));
  for (const node of namesOfTypes(code)) taken.add([{ ...rangeOf(node), text: code.aliases.get(node.text!)! }]);
  const leftCalls = code.calls.filter((call) => {
    const move = moveOf(call, code.operations);
    const edits = move && editCall(call, move, code);
    return move && (!edits || !taken.add(edits));
  });
  const all = new Map([...moves, ...movedPaths(code)]);
  const nested: NestedProperty[] = [];
  const isCertain = certainty(code.versions.revision);
  const leftMembers = mentionsOf(code).filter((mention) => {
    const [move, isOne] = moveFor(mention, all);
    if (!move) return false;
    const edit = isOne ? editMember(mention, move, { compiler: code.compiler, isCertain }) : null;
    if (!edit) return true;
    if (edit.nested) nested.push(edit.nested);
    const { fileName: file } = fileOf(mention.node);
    return !taken.add(edit.edits.map((one) => ({ ...one, file })));
  });
  renameOwn(code, taken);
  const joining = groupBy(nested, ({ literal }) => fileOf(literal).fileName);
  const edits = new Map([...taken.byFile(), ...[...joining.keys()].map((file) => [file, taken.of(file)] as const)]);
  for (const [file, properties] of joining)
    edits.set(file, joinNested(code.program.getSourceFile(file)!.text, properties, edits.get(file)!));
  return { edits, leftMembers, leftCalls, leftImports: imports.left };
}

/** Names properties of the code's own as their objects do, whose literals are edited: `draft.name` of `const draft = { title } satisfies Draft`. */
function renameOwn({ files, compiler, program }: ConsumerCode, taken: ReturnType<typeof editCollector>): void {
  const checker = program.getTypeChecker();
  for (const file of files)
    walkCode(file, compiler, (node) => {
      const { name } = node;
      if (node.kind !== compiler.SyntaxKind['PropertyAccessExpression'] || !name) return null;
      const declared = checker.getSymbolAtLocation(name)?.valueDeclaration as SyntaxNode | undefined;
      if (!declared?.name || declared.kind !== compiler.SyntaxKind['PropertyAssignment']) return null;
      const at = rangeOf(declared.name);
      const renamed = taken.of(at.file).find(({ start, end }) => start === at.start && end === at.end);
      if (renamed && /^[\w$]+$/.test(renamed.text)) taken.add([{ ...rangeOf(name), text: renamed.text }]);
      return null;
    });
}

/** Everything that names a member of the base's client. */
export const mentionsOf = ({ files, reader }: ConsumerCode): readonly Mention[] =>
  files.flatMap((file) => [...reader.readMentions(file), ...reader.readKeys(file)]);

/** The move of a mention, and whether it is the same for everything that it may be. */
function moveFor({ members }: Mention, moves: ReadonlyMap<string, KnownMove>): readonly [KnownMove | null, boolean] {
  const found = members.map((member) => moves.get(member) ?? null);
  const [first] = found.filter((one) => one !== null);
  const texts = new Set(found.map((one) => one && JSON.stringify(one.newer.slice(one.older.length - 1))));
  return [first ?? null, texts.size === 1];
}

/** Paths and methods in types: `paths['/orders']['get']`. */
function movedPaths({ operations }: ConsumerCode): readonly (readonly [string, KnownMove])[] {
  const byPath = groupBy(operations.values(), ({ base }) => base.path);
  return [...byPath].flatMap(([path, same]) => {
    const [first, ...others] = new Set(same.map(({ revision }) => revision?.path ?? null));
    if (first == null || first === path || others.length > 0) return [];
    const move = { owner: 'paths', newOwner: 'paths', older: [path], newer: [first] } as unknown as KnownMove;
    return [[`paths.${path}`, move] as const];
  });
}

const rangeOf = (node: SyntaxNode) => ({ file: fileOf(node).fileName, start: node.getStart(), end: node.end });

const namesOfTypes = (code: ConsumerCode): readonly SyntaxNode[] => {
  const renamed = new Set(code.aliases.keys());
  return code.files.flatMap((file) => code.reader.readTypeNames(file, renamed));
};

/** Collects edits, all of a place or none, each once. */
function editCollector() {
  const files = new Map<string, Edit[]>();
  const isSame = (one: Edit, other: Edit) =>
    one.start === other.start && one.end === other.end && one.text === other.text;
  const meets = (one: Edit, other: Edit) => one.start < other.end && other.start < one.end;
  const of = (file: string): readonly Edit[] => files.get(file) ?? [];
  return {
    of,
    byFile: (): ReadonlyMap<string, readonly Edit[]> => files,
    /** Whether they were added, or were there already. */
    add: (edits: readonly EditAt[]): boolean => {
      if (edits.some((one) => of(one.file).some((other) => !isSame(one, other) && meets(one, other)))) return false;
      for (const { file, ...edit } of edits)
        if (!of(file).some((other) => isSame(edit, other))) files.set(file, [...of(file), edit]);
      return true;
    },
  };
}

/** Whether the types of a version say that every object on the way to a member is always there. */
function certainty({ types }: ClientVersion): (move: KnownMove) => boolean {
  const follow = (schema: Json | undefined): readonly Json[] => {
    if (!isObject(schema)) return [];
    const name = referencePattern.exec(textAt(schema['$ref']) ?? '')?.[2];
    if (name !== undefined) return follow(types.get(name)?.json);
    return [schema, ...listAt(schema['allOf']).flatMap(follow)];
  };
  return ({ newOwner, newer }) => {
    let at: readonly Json[] = follow(types.get(newOwner)?.json);
    return newer.slice(0, -1).every((name) => {
      const own = at.filter((one) => objectAt(objectAt(one)['properties'])[name] !== undefined);
      const isThere = own.some((one) => listAt(objectAt(one)['required']).includes(name));
      at = own.flatMap((one) => follow(objectAt(objectAt(one)['properties'])[name]));
      return (
        isThere &&
        at.every(
          (one) =>
            objectAt(one)['anyOf'] === undefined &&
            objectAt(one)['nullable'] !== true &&
            !listAt(objectAt(one)['type']).includes('null'),
        )
      );
    });
  };
}
