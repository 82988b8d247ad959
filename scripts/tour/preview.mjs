import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, same } from './client.mjs';
import { startService } from './service.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const title = (text) => process.stdout.write(`\n${text}\n`);
const name = 'tags-2026-11';
const book = '/api/books/1';

/** The life of a preview, from its first request until its name means nothing. */
export async function previewFeature(folder) {
  await symlink(here('../../node_modules'), join(folder, 'node_modules'), 'dir');
  const config = join(folder, 'svc.config.ts');
  const source = await readFile(here('preview.config.ts'), 'utf8');
  await writeFile(config, source);

  /** Serves on a date while `work` runs, and then runs commands, each with the exit code that it has. */
  async function on(date, heading, work, ...commands) {
    title(`${date}: ${heading}`);
    const service = await startService(folder, { NODE_ENV: 'development' }, [], [], ['--as-of', date]);
    const client = createClient(service.url);
    const printed = [];
    try {
      await work(async (preview, options = {}) => {
        const field = preview ? `API-Preview: ${preview}` : 'without the header';
        const note = options.version ? `${field}, version ${options.version}` : field;
        const answer = await client.get(book, { preview, note, ...options });
        process.stdout.write(`        ${answer.body.code ?? JSON.stringify(answer.body)}\n`);
        return answer;
      });
    } catch (error) {
      throw new Error(`${error.message}\n${service.log()}`, { cause: error });
    } finally {
      await service.stop();
    }
    for (const [command, expect = 0] of commands) printed.push(await service.run([...command], expect));
    return printed;
  }

  await on(
    '2026-12-01',
    'a preview, for requests that name it',
    async (read) => {
      const plain = await read();
      same('the book', plain.body, { id: '1', title: 'Emma' });
      same('Vary', plain.headers.get('vary').includes('API-Preview'), true);
      const { body, headers } = await read(name);
      same('the book with tags', body, { id: '1', title: 'Emma', tags: ['novel'] });
      same('what acted', headers.get('api-preview'), name);
      const { body: unknown } = await read('tag-2026-11', { expect: 400 });
      same('the code', [unknown.code, unknown.previews], ['preview-unknown', [name]]);
      const { body: older } = await read(name, { expect: 400, version: '1' });
      same('the code', older.code, 'preview-needs-newest');
    },
    [['explain', 'GET', '/api/books/1', '-H', `API-Preview: ${name}`]],
    [['lifecycle', '--as-of', '2026-12-01', '--format', 'markdown']],
  );

  await on('2027-02-10', 'three weeks before it ends', async (read) => void (await read(name)), [
    ['lifecycle', '--as-of', '2027-02-10', '--within', '30d', '--fail', '--format', 'markdown'],
    1,
  ]);

  await on(
    '2027-03-02',
    'nobody decided, so it is over, and the service starts all the same',
    async (read) => {
      const { body } = await read(name, { expect: 400 });
      same('the code', body.code, 'preview-expired');
      same('the book', (await read()).body, { id: '1', title: 'Emma' });
    },
    [['check', '--as-of', '2027-03-02']],
  );

  title('Promoted: its change moves to version 3');
  const declared = /const tags = [^]*?previews: \[tags\] \}\);/.exec(source)[0];
  const promoted = [
    `const tags = preview('${name}', { promoted: '3', graceUntil: '2027-09-01' });`,
    "const third = change({ title: 'Books have tags', schemas: [tagged] });",
    "const versions = defineVersions(['1', '2', { version: '3', changes: [third] }], { previews: [tags] });",
  ];
  await writeFile(config, source.replace(declared, promoted.join('\n')).replace('added,', 'added, change,'));

  await on(
    '2027-04-01',
    'who asks for version 3 has it, and the old header does no harm',
    async (read) => {
      same('the book', (await read(undefined, { version: '3' })).body.tags, ['novel']);
      same('the book', (await read(name, { version: '3' })).body.tags, ['novel']);
      same('the older book', (await read(name, { version: '1' })).body, { id: '1', title: 'Emma' });
    },
    [['check', '--as-of', '2027-04-01']],
  );

  const [printed] = await on(
    '2027-09-02',
    'the name means nothing any more',
    async (read) => {
      const { body } = await read(name, { expect: 400, version: '3' });
      same('what became of it', [body.code, body.promoted], ['preview-expired', '3']);
    },
    [['check', '--as-of', '2027-09-02']],
  );
  same('what is left to do', printed.includes('Remove its declaration.'), true);
}
