import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { capture } from '../../src/cli/testing/capture-io.js';
import { newFolder, writeFiles } from './consumer-folder.js';

const text = { type: 'string' };
const document = (properties: Readonly<Record<string, object>>) => {
  const schema = { type: 'array', items: { type: 'object', required: Object.keys(properties), properties } };
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } };
  const paths = { '/books': { get: { responses } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths });
};

it('svc changelog --scan lists the lines of a client that the changes touch, as they stand in its code', async () => {
  const folder = newFolder({});
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], { cwd: folder });
  writeFiles(folder, {
    '.gitignore': 'node_modules\n',
    'svc.config.yaml': 'document: books.json\n',
    'books.json': document({ title: text, author: text }),
    'src/list.ts': `import { createClient } from './api/index.js';
const { data = [] } = await createClient({ baseUrl: '' }).GET('/books');
export const lines = data.map(({ title, author }) => \`\${title} by \${author}\`);
`,
  });
  expect(await capture(['client'], { cwd: folder })).toMatchObject({ code: 0 });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'books');
  git('tag', 'v1');
  writeFiles(folder, { 'books.json': document({ title: text, writer: text }) });
  git('commit', '--quiet', '-am', 'feat: writers');
  const changelog = (...words: readonly string[]) =>
    capture(['changelog', '--since', 'v1', '--document', 'books.json', ...words], { cwd: folder });
  const { code, stdout } = await changelog('--scan', 'src');
  expect(code).toBe(0);
  expect(stdout).toContain(
    '### In your code\n\n1 place in `src`:\n\n- `src/list.ts:3`: `` export const lines = data.map(({ title, author }) => `${title} by ${author}`); ``\n  - **breaks**: ',
  );
  const { versions } = JSON.parse((await changelog('--scan', 'src', '--format', 'json')).stdout) as {
    readonly versions: readonly { readonly places: readonly object[] }[];
  };
  expect(versions[0]!.places).toContainEqual(expect.objectContaining({ file: 'src/list.ts', line: 3, level: 'error' }));
  expect((await changelog()).stdout).not.toContain('In your code');
  expect(await changelog('--scan', 'none')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--scan none does not exist.'),
  });
});
