import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyntaxNode } from '../../src/edit/read-source.js';
import { moduleOf } from '../../src/release/find-layout.js';
import { fixture } from '../../src/cli/testing/capture-io.js';

const folder = fixture('real-changes');
const shared = readFileSync(join(folder, 'real-change.ts'), 'utf8').replace(
  /\/\*\* A service with one controller[^]*?\n\}\n/,
  '',
);

/** The files of a service for each module of real changes, by its name: svc change edits one that has several. */
export const realChanges: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  readdirSync(join(folder, 'changes')).flatMap((file) => {
    const text = readFileSync(join(folder, 'changes', file), 'utf8');
    if (!/\bchange\(\{/.test(text)) return [];
    const files = split(join(folder, 'changes', file), text);
    return [[file.replace(/\.ts$/, ''), { ...files, 'real-change.ts': shared }] as const];
  }),
);

function split(file: string, text: string): Readonly<Record<string, string>> {
  const { program } = moduleOf({ file, text });
  const of = ({ start, end }: Pick<SyntaxNode, 'start' | 'end'>) => text.slice(start, end);
  const imports: string[] = [];
  const declared: string[] = [];
  const changes: string[] = [];
  const names: string[] = [];
  const changed: string[] = [];
  let call = { controller: '', options: '' };
  for (const statement of program.body) {
    const written = of(statement);
    if (statement.type === 'ImportDeclaration') imports.push(written);
    else if (statement.type === 'ExportDefaultDeclaration') call = argumentsOf(written);
    else if (statement.type === 'VariableDeclaration') {
      const found = statement.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : ''));
      const isChange = / = (?:change|behaviour)\(/.test(written);
      if (isChange) changed.push(...found);
      else names.push(...found.filter(Boolean));
      (isChange ? changes : declared).push(found.includes('') || isChange ? written : `export ${written}`);
    } else if (statement.type === 'ClassDeclaration' || statement.type === 'FunctionDeclaration') {
      names.push(statement.id!.name);
      // Decorators stand before the class.
      declared.push(
        `${written.slice(0, written.search(/(?:async function|function|class) /))}export ${written.slice(written.search(/(?:async function|function|class) /))}`,
      );
    } else if (statement.type !== 'ExportNamedDeclaration') declared.push(written);
  }
  const head = imports.filter((line) => !line.includes('real-change.js')).join('\n');
  return {
    'declared.ts': [...imports, ...declared]
      .join('\n\n')
      .replace('../real-change.js', './real-change.js')
      .replace(', serviceOf', ''),
    'versions/2.ts': [
      head,
      `import { ${names.join(', ')} } from '../declared.js';`,
      ...changes,
      `export const v2 = { version: '2', changes: [${changed.join(', ')}] };`,
    ].join('\n\n'),
    'versions.ts':
      "import { defineVersions } from 'svckit';\nimport { v2 } from './versions/2.js';\n\nexport const versions = defineVersions(['1', v2]);\n",
    'svc.config.ts': [
      "import { defineService, Module } from 'svckit';",
      "import { keeperOf } from './real-change.js';",
      `import { ${names.join(', ')} } from './declared.js';`,
      "import { versions } from './versions.js';",
      `@Module({ controllers: [${call.controller}] })\nclass AppModule {}`,
      `export default defineService({ root: AppModule, info: { title: 'A real change', version: '2' }, versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions }, documents: {}, ...(${call.options || '{}'}) });`,
    ].join('\n'),
  };
}

/** Of `export default serviceOf(controller, [changes], options)`. */
function argumentsOf(text: string) {
  const [, controller = '', options = ''] = /serviceOf\((.*?), \[[^\]]*\](?:, (\{[^]*\}))?\);?$/.exec(text) ?? [];
  return { controller, options };
}
