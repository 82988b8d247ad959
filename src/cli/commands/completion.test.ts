import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../program/command-table.js';
import { capture } from '../testing/capture-io.js';

const scriptFor = async (shell: string) => {
  const { code, stdout, stderr } = await capture(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** What a script prints. */
function printed(shell: string, args: readonly string[], script: string): string {
  const { status, stdout, stderr } = spawnSync(shell, [...args, '-c', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

const cases: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['svc rou', ['routes']],
  ['svc openapi ', ['export', 'lock']],
  ['svc openapi export --fo', ['--format']],
  ['svc openapi export --format ', ['json', 'yaml', 'asyncapi']],
  ['svc routes --format m', ['markdown']],
  ['svc routes --wi', ['--wide']],
  ['svc change e', ['explain']],
  ['svc change --app', ['--apply']],
  ['svc gate --base main --fail-on w', ['warning']],
];

describe('svc completion', () => {
  it.each(cases)('completes %j in bash', async (line, words) => {
    const typed = line.split(' ');
    const script = `${await scriptFor('bash')}
COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}
_svc
printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(printed('bash', [], script).split('\n')).toEqual(words);
  });

  it('names every command first in bash', async () => {
    const script = `${await scriptFor('bash')}\nCOMP_WORDS=(svc ''); COMP_CWORD=1; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const first = commandTable.map(({ name }) => name.split(' ')[0]);
    expect(printed('bash', [], script).split('\n')).toEqual(expect.arrayContaining(first));
  });

  it.skipIf(!isInstalled('fish')).each(cases)('completes %j in fish', async (line, words) => {
    const script = `${await scriptFor('fish')}\ncomplete -C '${line}'`;
    const found = printed('fish', ['--no-config'], script)
      .split('\n')
      .map((one) => one.split('\t')[0]);
    expect(found).toEqual(expect.arrayContaining([...words]));
  });

  it.skipIf(!isInstalled('zsh'))('is read by zsh', async () => {
    const script = `autoload -Uz compinit && compinit -u -D\n${await scriptFor('zsh')}\nprint $_comps[svc]`;
    expect(printed('zsh', ['-f'], script)).toBe('_svc');
  });

  it.each([
    [['completion', 'bahs'], 'Unknown shell "bahs". Did you mean "bash"? Available: bash, zsh, fish.\n'],
    [['completion'], 'Argument "shell" is missing.\n'],
  ])('%j is bad usage', async (argv, stderr) => {
    expect(await capture(argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});
