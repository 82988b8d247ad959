import { bringTogether } from '../../report/group-results.js';
import type { MovedOperation } from './list-differences.js';

const gone = '{ parameters: any; requestBody?: any; responses: { 200: { content: { "application/json": any } } } }';

/**
 * Gives the module of the revision the names of the base too: its types, and its operations, of which those that are gone answer anything.
 * The compiler then says what does not fit them, and not what follows from a name that is unknown.
 */
export function keepNames(
  text: string,
  types: ReadonlyMap<string, string>,
  operations: ReadonlyMap<string, MovedOperation>,
): string {
  const old = [...operations.values()].filter(({ base, revision }) => revision?.path !== base.path);
  const paths = bringTogether(old, ({ base }) => base.path).map((same) => {
    const members = same.map(({ base, revision }) => `${base.method.toLowerCase()}: ${revision?.type ?? gone}`);
    return `${JSON.stringify(same[0].base.path)}: { ${members.join('; ')} }`;
  });
  return [
    text.replace('export interface paths {', 'interface svcPaths {'),
    `export type paths = svcPaths & { ${paths.join('; ')} };`,
    ...[...types].map(([from, to]) => `export type ${from} = ${to};`),
    '',
  ].join('\n');
}
