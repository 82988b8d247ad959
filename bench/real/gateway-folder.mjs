import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../lib/compile.mjs';

/** Whether this build writes the shapes that a change names, and its gateway asks for no others. */
export const writesOnlyNamed = (script) =>
  execFileSync(process.execPath, [script, 'shapes', '--help']).includes('--only');

/** The arguments of svc that write shapes.ts. */
export function shapesArguments(isSelective, path, chosen) {
  return ['shapes', path, '--out', 'shapes.ts', ...(isSelective && chosen ? ['--only', chosen.component] : [])];
}

/** Makes a folder a package that finds the built svckit and zod. */
export function linkPackages(folder, svckit) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(svckit, join(folder, 'node_modules', 'svckit'));
  symlinkSync(pathOf('../node_modules/zod'), join(folder, 'node_modules', 'zod'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
}

/** Writes a gateway of versions 1 and 2, with one change that renames the chosen member. */
export function writeGateway(isSelective, folder, path, chosen) {
  const isShaped = !isSelective || chosen !== null;
  const imports = isSelective ? 'shapes' : 'operations, shapes';
  const change =
    chosen &&
    `const shape = Object.values(shapes).find((each) => each.meta()?.id === ${JSON.stringify(chosen.component)});
const renames = change({ title: 'A member has another name', schemas: [renamed(shape, ${JSON.stringify({ [chosen.member]: chosen.older })})] });`;
  writeFileSync(
    join(folder, 'svc.config.ts'),
    `import { change, defineVersions, renamed } from 'svckit';
import { defineGateway } from 'svckit/around';
${isShaped ? `import { ${imports} } from './shapes.js';` : ''}
${change ?? ''}
export default defineGateway({
  upstream: 'http://127.0.0.1:8080',
  document: new URL(${JSON.stringify(path)}, import.meta.url),
${isSelective ? '' : '  shapes,\n  operations,\n'}  versions: defineVersions(['1', { version: '2', changes: [${change ? 'renames' : ''}] }]),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
});
`,
  );
}
