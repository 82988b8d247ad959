import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { documentProblems } from './documents/document-problems.js';
import { capture, fixture } from '../src/cli/testing/capture-io.js';
import { makeRepository } from '../src/cli/testing/make-repository.js';

const text = readFileSync(fixture('webhooks/svc.config.ts'), 'utf8');
let repository: ReturnType<typeof makeRepository>;
beforeAll(async () => {
  repository = makeRepository({ 'svc.config.ts': text });
  await capture(['openapi', 'lock'], { cwd: repository.cwd });
  repository.commit('lock');
  repository.git(['checkout', '--quiet', '-b', 'work']);
});
afterAll(() => repository.remove());

interface Shown {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: object } } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

async function documentOf(version: string): Promise<Shown> {
  const { stdout } = await capture(['openapi', 'export', '--api-version', version], { cwd: fixture('webhooks') });
  expect(await documentProblems(stdout)).toEqual([]);
  return JSON.parse(stdout) as Shown;
}

async function gateAfter(edit: (source: string) => string) {
  const edited = edit(text);
  expect(edited).not.toBe(text);
  writeFileSync(repository.path('svc.config.ts'), edited);
  return capture(['gate', '--base', 'main', '--as-of', '2026-11-24'], { cwd: repository.cwd });
}

describe('webhooks in contracts', () => {
  it('stand in the document of each version, in its shape', async () => {
    const [one, three] = [await documentOf('1'), await documentOf('3')];
    expect(Object.keys(one.webhooks)).toEqual(['book.added', 'shelf.changed']);
    expect(Object.keys(one.components.schemas.Book!.properties)).toEqual(['id', 'title', 'author']);
    expect(Object.keys(three.components.schemas.Book!.properties)).toEqual(['id', 'title', 'authors']);
    expect(Object.keys(one.components.schemas.Shelf!.properties)).toEqual(['label', 'books']);
    expect(one.webhooks['book.added']!.post.requestBody.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/Book' } },
    });
  });

  it('are promised: the gate reports one that is removed, in every version', async () => {
    const { code, stdout } = await gateAfter((source) =>
      source.replace('webhooks: [bookAdded, shelfChanged]', 'webhooks: [bookAdded]'),
    );
    expect(code).toBe(1);
    expect(stdout).toContain('the webhook "shelf.changed" (POST) was removed');
  });

  it('are promised: a body that loses a member breaks its receivers, one that gains a member does not', async () => {
    const lost = await gateAfter((source) => source.replace('shelf: Shelf, by: z.string()', 'shelf: Shelf'));
    expect(lost).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/incoming request property "by": was removed/) as string,
    });
    const gained = await gateAfter((source) =>
      source.replace('by: z.string() }', 'by: z.string(), at: z.iso.datetime() }'),
    );
    expect(gained.stdout).not.toContain('breaking');
    expect(gained.stdout).toContain('version 1  additive');
  });

  it('change between versions as their changes say, and the guide says what their receivers change', async () => {
    const { stdout } = await capture(['diff', 'v1', 'v2'], { cwd: fixture('webhooks') });
    expect(stdout).toContain('POST book.added     incoming request property "author"');
    const guide = async (from: string, to: string) =>
      (await capture(['diff', from, to, '--format', 'markdown'], { cwd: fixture('webhooks') })).stdout;
    const section = (text: string) => text.slice(text.indexOf('## Webhooks'));
    expect(section(await guide('v2', 'v3'))).toBe(`## Webhooks

An endpoint gets the bodies of its own version until its owner gives it another: change the receiver first.

### \`shelf.changed\`

- **breaks**: incoming request property "shelf.label": was removed (it was required) (\`response-required-property-removed\`)
- note: incoming request property "shelf.name": is new and required (\`response-required-property-added\`)
`);
    expect(await guide('v1', 'v2')).toMatch(
      /## Webhooks[^]+### `book.added`\n\n- \*\*breaks\*\*: incoming request property "author"/,
    );
  });

  it('are in the changelog: a renamed member of a payload, and events that came and went', async () => {
    const own = makeRepository({ 'svc.config.ts': text });
    onTestFinished(() => own.remove());
    const lock = async (source: string, subject: string) => {
      writeFileSync(own.path('svc.config.ts'), source);
      await capture(['openapi', 'lock'], { cwd: own.cwd });
      own.commit(subject);
    };
    await lock(text, 'first');
    own.git(['tag', 'v1']);
    const renamed = text.replace('by: z.string()', 'author: z.string()');
    expect(renamed).not.toBe(text);
    await lock(renamed, 'rename a member');
    await lock(renamed.replace('webhooks: [bookAdded, shelfChanged]', 'webhooks: [shelfChanged]'), 'remove an event');
    const { code, stdout } = await capture(['changelog', '--since', 'v1'], { cwd: own.cwd });
    expect(code).toBe(0);
    const entry = (subject: string) => stdout.split(/^###/m).filter((part) => part.includes(subject));
    expect(entry('rename a member')).toHaveLength(3);
    for (const part of entry('rename a member')) {
      expect(part).toMatch(
        /Breaking:\n- `POST shelf.changed`: incoming request property "by": was removed \(it was required\)/,
      );
      expect(part).toMatch(/Added:\n- `POST shelf.changed`: incoming request property "author": is new and required/);
    }
    expect(entry('remove an event').join()).toContain('the webhook "book.added"');
  });

  it('need a way down: a change of a body without one is reported where it is declared', async () => {
    const own = makeRepository({
      'svc.config.ts': text
        .replace(/\n      down: .*\n/, '\n')
        .replace('response: z.array(Book)', 'response: z.array(z.string())')
        .replace("[{ id: 1, title: 'Emma', authors: ['Jane Austen'] }]", "['Emma']"),
    });
    onTestFinished(() => own.remove());
    const { code, stdout } = await capture(['check'], { cwd: own.cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'change-without-down: The change "A book has several authors" of version 2 has no down for Book, which the webhook book.added sends. Add down: (value) => … to its reshape.',
    );
    expect(stdout).toContain('which the webhook shelf.changed sends');
  });

  it('need versions, which endpoints have', async () => {
    writeFileSync(
      repository.path('svc.config.ts'),
      text.replace("header: 'X-API-Version', versions }", "header: 'X-API-Version' }"),
    );
    const { code, stdout } = await capture(['check'], { cwd: repository.cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(
      "invalid-webhooks: The option webhooks needs versions, which endpoints have. Write versioning: { …, versions: defineVersions(['1']) }.",
    );
  });
});
