import type { ArrayExpression, ObjectExpression } from 'oxc-parser';
import { nodesIn, withoutTypes } from '../../src/edit/read-source.js';
import { type NextModule, openList } from '../../src/release/add-changes.js';
import { findConstants, type SchemaConstant } from '../../src/release/find-constants.js';
import { findVersion, findVersions, memberName, moduleOf, type Sources } from '../../src/release/find-layout.js';
import type { SourceModule } from '../../src/edit/read-source.js';

/** A service whose changes are forgotten one by one: where they stand, and how its sources look without one. */
export interface Home {
  readonly name: string;
  /** Its export file. */
  readonly entry: string;
  readonly cwd: string;
  /** Sources that are read as if they were written. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A module in which a change is not listed, and other ones can be. */
export interface Forgotten {
  readonly texts: Readonly<Record<string, string>>;
  readonly module: NextModule;
  /** The constants that the changes of this version name. */
  readonly constants: ReadonlyMap<string, SchemaConstant>;
}

/** The sources of a service without one change of a version, which its list names by a constant. */
export function forget(title: string, version: string, sources: Sources): Forgotten {
  const { module, imported } = findVersion(version, findVersions(sources), sources);
  const list = listOf(module);
  const name = constantOf(title, module);
  const kept = list.elements.filter((one) => module.text.slice(one!.start, one!.end) !== name);
  if (kept.length === list.elements.length) throw new Error(`${module.file} does not list ${title}.`);
  const written = `[${kept.map((one) => module.text.slice(one!.start, one!.end)).join(', ')}]`;
  const text = module.text.slice(0, list.start) + written + module.text.slice(list.end);
  const changed = moduleOf({ file: module.file, text });
  const all = new Map(sources).set(module.file, text);
  return {
    texts: { [module.file]: text },
    module: openList({ module: changed, imported }, listOf(changed), all),
    constants: new Map([...findConstants(sources), ...frozenIn(module.file.replace(/\.ts$/, '.shapes.ts'), sources)]),
  };
}

/** Sources that export each class, as svc change asks for. */
export const exported = (sources: Sources): Sources =>
  new Map([...sources].map(([file, text]) => [file, text.replaceAll(/^class /gm, 'export class ')]));

/** The sources of a service whose older versions are all like one another: their frozen shapes need the change that is forgotten. */
export function startAt(versions: readonly string[], sources: Sources): Readonly<Record<string, string>> {
  if (versions.length < 2) return {};
  const { module, list } = findVersions(sources);
  const [first, last] = [list.elements[1]!, list.elements[versions.length - 1]!];
  const same = versions.slice(1).map((version) => `{ version: '${version}', changes: [] }`);
  return { [module.file]: module.text.slice(0, first.start) + same.join(', ') + module.text.slice(last.end) };
}

/** The list of the entry that a module exports. */
function listOf({ program, file }: SourceModule): ArrayExpression {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of statement.declaration.declarations) {
      const entry = init && withoutTypes(init);
      if (entry?.type !== 'ObjectExpression') continue;
      for (const member of (entry as unknown as ObjectExpression).properties)
        if (member.type === 'Property' && memberName(member) === 'changes' && member.value.type === 'ArrayExpression')
          return member.value;
    }
  }
  throw new Error(`${file} exports no changes.`);
}

function constantOf(title: string, { program, text, file }: SourceModule): string {
  for (const node of nodesIn(program)) {
    if (node.type !== 'VariableDeclarator') continue;
    const { id, start, end } = node as unknown as { id: { name: string }; start: number; end: number };
    if (text.slice(start, end).includes(title)) return id.name;
  }
  throw new Error(`${file} has no change ${title}.`);
}

const frozenIn = (file: string, sources: Sources): readonly (readonly [string, SchemaConstant])[] =>
  [...(sources.get(file) ?? '').matchAll(/^export const (\w+)[^=]*= frozen\(\s*"([^"]+)"/gm)].map(([, name, id]) => [
    id!,
    { file, name: name! },
  ]);
