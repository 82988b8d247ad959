import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { laws as everyLaw } from '../../laws/law.js';
import { capture, fixture } from '../testing/capture-io.js';

const broken = readdirSync(fixture('laws')).sort();
const laws = (name: string, ...argv: readonly string[]) => capture(['laws', ...argv], { cwd: fixture(name) });

describe('svc laws', () => {
  it.each(broken)('finds what is wrong in laws/%s, with the smallest value', async (name) => {
    const { code, stdout, stderr } = await laws(`laws/${name}`);
    expect({ code, stderr }).toEqual({ code: / error [\w-]+: /.test(stdout) ? 1 : 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot(`${fixture('laws')}/${name}/laws.txt`);
  });

  it('fails for a warning when asked to', async () => {
    expect(await laws('laws/difference-unexplained', '--fail-on', 'warning')).toMatchObject({ code: 1 });
  });

  it('has a broken service for every law', () => {
    const printed = broken.map((name) => readFileSync(`${fixture('laws')}/${name}/laws.txt`, 'utf8'));
    expect(Object.keys(everyLaw).filter((law) => !printed.some((text) => text.includes(` ${law}: `)))).toEqual([]);
  });

  it('describes every law, and shows what is really printed', () => {
    const page = readFileSync(fixture('../docs/versions-as-changes.md'), 'utf8');
    expect(
      Object.keys(everyLaw).filter((law) => law !== 'values-not-generated' && !page.includes(`\`${law}\``)),
    ).toEqual([]);
    const [shown = ''] = /(?<=```text\n\$ npx svc laws\n).*?(?=\n…)/s.exec(page) ?? [];
    expect(readFileSync(`${fixture('laws')}/change-loses/laws.txt`, 'utf8')).toContain(shown);
  });

  it('has nothing against a lawful service, whatever the seed', async () => {
    expect(await laws('changes', '--seed', '42', '--runs', '20')).toEqual({
      code: 0,
      stdout: '2 changes keep every law: 20 values each, seed 42.\n',
      stderr: '',
    });
  });

  it('needs no documents where two handlers never serve one operation', async () => {
    expect(await laws('undescribed-change')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 change keeps every law') as string,
    });
  });

  it('has nothing against older addresses whose bodies are parts of what they answer', async () => {
    expect(await laws('moved')).toMatchObject({ code: 0, stderr: '' });
  });

  it('has nothing against changes of forms, files, text, bytes and streams, and names what it does not read', async () => {
    const { code, stdout } = await laws('body-changes');
    expect(code).toBe(0);
    expect(stdout).toContain('picture of POST /v2/people/picture has contents that only a running server reads');
    expect(stdout).toMatch(/^2 changes keep every law: 100 values each, seed 1\.\n$/m);
  });

  it('names what generated values do not reach, for programs too', async () => {
    const { code, stdout } = await laws('laws/not-covered', '--format', 'json');
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly { readonly uncovered: unknown }[] };
    expect({ code, uncovered: changes.map(({ uncovered }) => uncovered) }).toEqual({
      code: 0,
      uncovered: [
        [
          { place: 'Account', kind: 'custom-check' },
          { place: 'Account.iban', kind: 'custom-type' },
          { place: 'Account.account', kind: 'async-check' },
          { place: 'Account.owner', kind: 'transform' },
        ],
        [],
      ],
    });
  });

  it('tests nothing where there are no changes', async () => {
    expect(await laws('header')).toEqual({ code: 0, stdout: 'The service declares no changes.\n', stderr: '' });
  });

  it('repeats a failure with the command that it prints', async () => {
    const { stdout } = await laws('laws/change-does-nothing');
    const [, line = ''] = /repeat {2}svc (laws --only nothing-yet .*)$/m.exec(stdout) ?? [];
    const repeated = await capture(line.split(' '), { cwd: fixture('laws/change-does-nothing') });
    expect(repeated.code).toBe(1);
    expect(repeated.stdout).toContain('"Nothing yet": it names no schema and no operation.');
    expect(repeated.stdout).toContain('1 error in 1 change: 100 values each, seed 1.');
  });

  it('takes a change by its title, and suggests the nearest for an unknown one', async () => {
    expect(await laws('changes', '--only', 'Lists come in pages')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 change keeps every law'),
    });
    expect(await laws('changes', '--only', 'list-come-in-pages')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--only: Unknown change "list-come-in-pages". Did you mean "lists-come-in-pages"? Available: a-user-has-a-first-and-a-last-name-and-tags, lists-come-in-pages.\n',
    });
  });

  it.each([
    ['--runs', '0', 'Use a whole number from 1 to 9999999'],
    ['--seed', 'x', 'Use a whole number, such as 7.'],
  ])('refuses %s %s', async (option, value, message) => {
    expect(await laws('changes', option, value)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it('reports everything to programs', async () => {
    const { stdout } = await laws('laws/change-throws', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      asOf: '2026-11-21',
      seed: 1,
      runs: 100,
      changes: [{ id: 'a-user-has-a-first-and-a-last-name', version: '2', file: 'svc.config.ts', holds: false }],
      findings: [
        {
          law: 'change-throws',
          level: 'error',
          change: 'a-user-has-a-first-and-a-last-name',
          subject: 'User',
          direction: 'down',
          details: [{ label: 'value', text: '{"id":0,"firstName":"","lastName":null}' }, {}, {}],
          repeat: 'svc laws --only a-user-has-a-first-and-a-last-name --runs 100 --seed 1',
        },
      ],
    });
  });

  it.each(['markdown', 'html', 'github', 'junit', 'sarif'])('shows the value in %s', async (format) => {
    const { stdout } = await laws('laws/change-throws', '--format', format);
    expect(stdout).toContain('lastName');
    if (format === 'sarif') expect(findSarifErrors(stdout)).toEqual([]);
  });

  it('shows how far it is on a terminal, and nothing of it elsewhere', async () => {
    const { stderr } = await capture(['laws', '--runs', '5'], { cwd: fixture('changes'), columns: 60 });
    expect(stderr).toContain('1/2 Lists come in pages');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });
});
