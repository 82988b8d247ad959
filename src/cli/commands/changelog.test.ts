import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const read = (name: string) => readFileSync(fixture(`documents/${name}`), 'utf8');
const files = Object.fromEntries(
  ['svc.config.yaml', 'openapi/v1.yaml', 'openapi/v2.yaml', 'openapi/schemas.yaml'].map((name) => [name, read(name)]),
);

function open(initial: Readonly<Record<string, string>>) {
  const { cwd, git, commit, path, remove } = makeRepository(initial);
  onTestFinished(remove);
  git(['tag', 'v1']);
  const edit = (name: string, from: string, to: string, subject: string, day: string) => {
    const text = readFileSync(path(name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path(name), text.replace(from, to));
    commit(subject, day);
  };
  return { cwd, git, commit, path, edit };
}

const hashes = (text: string) => text.replaceAll(/ \([\da-f]{7,40}\)$/gm, ' (commit)');
const changelog = async (cwd: string, ...args: readonly string[]) => {
  const { code, stdout, stderr } = await capture(['changelog', '--since', 'v1', ...args], { cwd });
  return { code, stdout: hashes(stdout), stderr: stderr.replaceAll(/[\da-f]{7,40}/g, 'commit') };
};

describe('svc changelog of documents', () => {
  it('is the history of the files that --document names, and of those that they refer to', async () => {
    const { cwd, edit, commit, path } = open({ ...files, 'README.md': '' });
    const names = ['--document', 'openapi/v1.yaml', '--document', 'openapi/v2.yaml'];
    edit('openapi/v2.yaml', 'required: [item]', 'required: [item, status]', 'ask for the status', '2026-02-01');
    edit('README.md', '', 'Orders', 'say what it is', '2026-02-02');
    edit('openapi/schemas.yaml', 'type: string', 'type: string, maxLength: 40', 'limit a text', '2026-02-03');
    expect(await changelog(cwd, ...names)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "# Changes since v1

      ## Version 2

      ### 2026-02-01 ask for the status (commit)

      Breaking:
      - \`POST /v2/orders\`: request property "status": became required

      ## Version 1

      ### 2026-02-03 limit a text (commit)

      Breaking:
      - \`schemas.yaml#/NewOrder\`: property "item": maximum length was set to 40, in 4 places of 3 operations
      ",
      }
    `);
    const { stdout } = await changelog(cwd, ...names, '--api-version', '2');
    expect(stdout).not.toContain('## Version 1');
    writeFileSync(path('openapi/v2.yaml'), 'openapi: [\n');
    commit('break the file', '2026-02-04');
    writeFileSync(path('openapi/v2.yaml'), read('openapi/v2.yaml'));
    commit('take it back', '2026-02-05');
    const { stderr, stdout: rest } = await changelog(cwd, ...names);
    expect(stderr).toMatchInlineSnapshot(`
      "Skipped commit: openapi/v2.yaml:2 is not valid YAML: deficient indentation at line 2, column 1
      "
    `);
    expect(rest).toContain('take it back');
    expect(rest).not.toContain('break the file');
  });

  it('is the history of the configured documents, until there are lock files', async () => {
    const { cwd, edit, git, commit } = open(files);
    edit('openapi/v2.yaml', 'required: [item]', 'required: [item, status]', 'ask for the status', '2026-02-01');
    const before = await changelog(cwd);
    expect(before.stdout).toContain('request property "status": became required');
    expect((await capture(['openapi', 'lock'], { cwd })).code).toBe(0);
    commit('lock', '2026-02-02');
    git(['tag', '--force', 'v1']);
    edit('openapi/v1.yaml', 'get:', 'get:\n      summary: Again', 'words', '2026-02-03');
    expect((await changelog(cwd)).stdout).toBe('# Changes since v1\n\nNo contract has changed.\n');
    expect((await capture(['openapi', 'lock'], { cwd })).code).toBe(0);
    commit('lock again', '2026-02-04');
    expect((await changelog(cwd)).stdout).toContain('lock again (commit)\n\nOnly the documentation changed.');
    expect((await changelog(cwd, '--document', 'openapi/v1.yaml')).stdout).toContain('words (commit)');
    expect((await changelog(cwd, '--document', 'openapi/v1.yaml', '--dir', 'contracts')).stdout).toContain(
      'lock again',
    );
  });

  it('folds what needs no change of a client', async () => {
    const { cwd, edit } = open({ ...files });
    const added = "paths:\n  /ping: { get: { responses: { '200': { description: OK } } } }\n";
    edit('openapi/v2.yaml', 'paths:\n', added, 'ping', '2026-02-01');
    const { stdout } = await changelog(cwd, '--document', 'openapi/v2.yaml');
    expect(stdout).toMatch(
      /\n\n<details>\n<summary>No changes needed: 1 difference<\/summary>\n\n\w+:\n- .*\n\n<\/details>\n$/,
    );
  });

  it('is empty where nothing changed', async () => {
    const { cwd } = open(files);
    expect(await changelog(cwd, '--document', 'openapi/v2.yaml')).toEqual({
      code: 0,
      stdout: '# Changes since v1\n\nNo contract has changed.\n',
      stderr: '',
    });
  });

  it('needs files that git has', async () => {
    const { cwd, path } = open({
      'svc.config.yaml': 'document: { command: cat api.yaml }\n',
      'api.yaml': read('openapi/v2.yaml'),
    });
    writeFileSync(path('new.yaml'), read('openapi/v2.yaml'));
    expect(await changelog(cwd, '--document', 'new.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('git has no new.yaml since v1. Commit it first.') as string,
    });
    expect(await changelog(cwd, '--document', 'none.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none.yaml does not exist.') as string,
    });
    expect(await changelog(cwd, '--document', 'api.yaml', '--api-version', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No contract since v1 has a version.') as string,
    });
    expect(await changelog(cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The document is printed by a command, so git has no history of it.') as string,
    });
  });
});

describe('svc changelog --template', () => {
  const template =
    '# {{since}}\n{{#versions}}\n{{#entries}}\n{{subject}} in {{version}}{{#isBreaking}} breaks{{/isBreaking}}\n{{#groups}}\n{{heading}}\n{{#findings}}\n{{{operation}}}: {{message}}\n{{/findings}}\n{{/groups}}\n{{/entries}}\n{{/versions}}\n';
  const bad = {
    'unknown.md': 'a\n{{verions}}\n',
    'inside.md': '{{#versions}}\n\n{{#nope}}{{/nope}}{{/versions}}',
    'open.md': 'a\n\n{{#versions}}\n',
    'unopened.md': '{{/versions}}',
    'unclosed.md': '\n{{since',
    'partial.md': '{{> other}}',
  };

  it('fills in a template, escaped for what its name ends with', async () => {
    const { cwd, edit } = open({
      ...files,
      ...bad,
      'a.md': template,
      'a.html': '<p>{{since}}{{#versions}}{{#entries}}{{subject}}{{/entries}}{{/versions}}</p>',
      'a.txt': '{{#versions}}{{#entries}}{{subject}}{{/entries}}{{/versions}}',
    });
    const filled = (name: string, ...more: readonly string[]) =>
      changelog(cwd, '--document', 'openapi/v2.yaml=2', '--template', name, ...more);
    edit('openapi/v2.yaml', 'required: [item]', 'required: [item, status]', 'ask <for> *it*', '2026-02-01');
    expect(await filled('a.md')).toEqual({
      code: 0,
      stderr: '',
      stdout:
        '# v1\nask \\<for\\> \\*it\\* in 2 breaks\nBreaking\nPOST /v2/orders: request property "status": became required\n',
    });
    expect((await filled('a.html')).stdout).toBe('<p>v1ask &lt;for&gt; *it*</p>');
    expect((await filled('a.txt')).stdout).toBe('ask <for> *it*');
    const refused: readonly (readonly [string, string])[] = [
      ['unknown.md', 'unknown.md:2: Unknown name "verions". Did you mean "versions"?\n'],
      ['inside.md', 'inside.md:3: Unknown name "nope". docs/diff.md lists the names.\n'],
      ['open.md', 'open.md:4: Unclosed section "versions".\n'],
      ['unopened.md', 'unopened.md:1: Unopened section "versions".\n'],
      ['unclosed.md', 'unclosed.md:2: Unclosed tag.\n'],
      ['partial.md', 'partial.md:1: A template has no partials. Write {{> other}} out.\n'],
      ['none.md', '--template none.md does not exist. docs/diff.md has one to start from.\n'],
    ];
    for (const [name, message] of refused) {
      const { code, stdout, stderr } = await filled(name);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
    expect(await filled('a.md', '--format', 'json')).toMatchObject({
      code: 2,
      stderr: '--template writes text. Omit --format json.\n',
    });
  });
});
