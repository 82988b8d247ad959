import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../../export/testing/temporary-project.js';
import { books, subtitles } from '../release/testing/books.js';
import { capture } from '../testing/capture-io.js';

const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.remove();
});

/** A service whose authors have a year of birth in a preview. */
const previewed = {
  'book.ts': books['book.ts']!.replace('name: z.string() })', 'name: z.string(), born: z.number() })').replace(
    "{ name: '' }",
    "{ name: '', born: 0 }",
  ),
  'books.ts': books['books.ts']!.replace("{ name: 'Jane' }", "{ name: 'Jane', born: 1775 }"),
  'versions.ts': `import { added, defineVersions, preview } from 'svckit';
import { Author } from './book.js';
import { next } from './versions/next.js';

const born = preview('born-2026-11', { expires: '2027-03-01', schemas: [added(Author, { born: 0 })] });
export const versions = defineVersions(['1'], { next, previews: [born] });
`,
};

async function begin(files: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ ...books, ...previewed, ...files });
  opened.push(project);
  const svc = (...argv: string[]) => capture(argv, { cwd: project.cwd });
  await svc('openapi', 'lock');
  for (const name of ['book.ts', 'books.ts', 'versions/next.ts'] as const) {
    const text = readFileSync(project.path(name), 'utf8');
    writeFileSync(
      project.path(name),
      name === 'versions/next.ts'
        ? subtitles[name]
        : text
            .replace('title: z.string(),', 'title: z.string(), subtitle: z.string(),')
            .replace("title: 'Emma',", "title: 'Emma', subtitle: '',"),
    );
  }
  return { svc, read: (name: string) => readFileSync(project.path(name), 'utf8') };
}

describe('svc release of a service with a preview', () => {
  it('freezes the shapes without it', async () => {
    const { svc, read } = await begin();
    const { code, stderr } = await svc('release', '2');
    expect([code, stderr]).toEqual([0, '']);
    expect(read('versions/2.shapes.ts')).toContain('frozen("Author", z.object({ name: z.string() }))');
    expect(read('contracts/v2.json') + read('contracts/v1.json')).not.toMatch(/born/);
    expect((await svc('check', '--as-of', '2026-11-21')).stdout).not.toContain('error');
  });

  it('does not ask what is not released to keep the laws', async () => {
    const lossy = previewed['versions.ts']
      .replace(
        'added(Author, { born: 0 })',
        'reshape(Author, { before: aged, down: ({ born, ...author }) => ({ ...author, age: 0 }), up: ({ age, ...author }) => ({ ...author, born: 0 }) })',
      )
      .replace('{ added,', '{ reshape,')
      .replace(
        'const born',
        "const aged = Author.omit({ born: true }).extend({ age: z.number() }).meta({ id: 'Author' });\nconst born",
      )
      .replace('import', "import { z } from 'zod';\nimport");
    const { svc } = await begin({ 'versions.ts': lossy });
    expect((await svc('laws')).stdout).toContain('error change-loses: "born-2026-11": born of Author');
    expect((await svc('release', '2')).stderr).toBe('');
  });

  it('refuses where the preview has ended', async () => {
    const { svc } = await begin();
    const { code, stderr } = await svc('release', '2', '--as-of', '2027-03-01');
    expect(code).toBe(1);
    expect(stderr).toContain('error preview-expired: The preview born-2026-11 expired on 2027-03-01.');
  });
});
