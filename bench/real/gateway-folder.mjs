import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../lib/compile.mjs';

/** The arguments of svc that write the shapes of what the change names. */
export function shapesArguments(path, chosen) {
  return ['shapes', path, '--out', 'shapes.ts', ...(chosen ? ['--only', chosen.component] : [])];
}

/** Makes a folder a package that finds the built svckit and zod. */
export function linkPackages(folder, svckit) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(svckit, join(folder, 'node_modules', 'svckit'));
  symlinkSync(pathOf('../node_modules/zod'), join(folder, 'node_modules', 'zod'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
}

/** Writes a gateway of versions 1 and 2, with one change that renames the chosen member. */
export function writeGateway(folder, path, chosen) {
  const change =
    chosen &&
    `const shape = Object.values(shapes).find((each) => each.meta()?.id === ${JSON.stringify(chosen.component)});
const renames = change({ title: 'A member has another name', schemas: [renamed(shape, ${JSON.stringify({ [chosen.member]: chosen.older })})] });`;
  writeFileSync(
    join(folder, 'svc.config.ts'),
    `import { change, defineVersions, renamed } from 'svckit';
import { defineGateway } from 'svckit/around';
${chosen ? `import { shapes } from './shapes.js';` : ''}
${change ?? ''}
export default defineGateway({
  upstream: 'http://127.0.0.1:8080',
  document: new URL(${JSON.stringify(path)}, import.meta.url),
  versions: defineVersions(['1', { version: '2', changes: [${change ? 'renames' : ''}] }]),
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
});
`,
  );
}
