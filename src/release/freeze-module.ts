import { isBuiltin } from 'node:module';
import { applyEdits } from '../edit/apply-edits.js';
import { type ImportedName, importsOf, nodesIn, type SourceModule } from '../edit/read-source.js';
import { moveImports } from './write-imports.js';

/** What a module of changes imports that may be a schema. */
export const importsToFreeze = (module: SourceModule, shapes: string): readonly ImportedName[] =>
  importsOf(module).filter(
    ({ specifier }) =>
      !['svckit', 'zod', shapes].includes(specifier) && !specifier.startsWith('zod/') && !isBuiltin(specifier),
  );

/** The module of changes with its schemas imported from the module of frozen shapes. */
export function freezeModule(
  module: SourceModule,
  constants: Readonly<Record<string, string>>,
  shapes: string,
): string {
  const moved = importsOf(module).filter(({ local }) => Object.hasOwn(constants, local));
  return applyEdits(
    module.text,
    moveImports(module, new Map(moved.map((name) => [name, constants[name.local]!])), shapes),
  );
}

/** Schemas whose name is also used as a type, which a frozen shape has not. */
export function usedAsTypes(module: SourceModule, constants: Readonly<Record<string, string>>): readonly string[] {
  const used = [...nodesIn(module.program)].flatMap((node) => {
    if (node.type !== 'TSTypeReference') return [];
    const { typeName } = node as unknown as { readonly typeName: { readonly type: string; readonly name?: string } };
    return typeName.type === 'Identifier' ? [typeName.name!] : [];
  });
  return Object.keys(constants).filter((local) => used.includes(local));
}
