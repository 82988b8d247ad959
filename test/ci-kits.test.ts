import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commandTable } from '../src/cli/program/command-table.js';
import { repository } from './read-imports.js';

const read = (name: string) => readFileSync(join(repository, name), 'utf8');
const commands = commandTable.map(({ name }) => name);

/** Programs that write down how they are called; `svc` answers as a closed gate. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-kits-'));
  const program = (name: string, lines: string) => {
    const file = join(folder, 'bin', name);
    writeFileSync(
      file,
      `#!/usr/bin/env bash\nprintf '%s ' "${name}" "$@" | tr '\\n' '|' >>calls\necho >>calls\n${lines}\n`,
    );
    chmodSync(file, 0o755);
  };
  mkdirSync(join(folder, 'bin'));
  program(
    'npx',
    '[[ "$*" == *markdown* ]] && echo "# The gate is closed" || echo "::error::closed"\nexit ${GATE_CODE:-1}',
  );
  program('gh', '[[ "$*" == *--paginate* ]] && cat comments 2>/dev/null\nexit ${GH_CODE:-0}');
});
beforeEach(() => {
  for (const name of ['calls', 'comments', 'summary', 'output']) rmSync(join(folder, name), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function gate(env: Readonly<Record<string, string>>) {
  const { status, stdout } = spawnSync('bash', [join(repository, 'scripts/ci/gate.sh')], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      SVC_BASE: 'origin/main',
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_REPOSITORY: 'acme/books',
      ...env,
    },
  });
  const written = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  return { status, stdout, calls: written('calls'), summary: written('summary'), output: written('output') };
}

describe('the action for GitHub', () => {
  it('runs the gate, and hands on its exit code, annotations, summary and output', () => {
    const { status, stdout, calls, summary, output } = gate({ SVC_ARGUMENTS: '--consumers contracts/*' });
    expect({ status, stdout, output }).toEqual({ status: 1, stdout: '::error::closed\n', output: 'open=false\n' });
    expect(summary).toBe('# The gate is closed\n');
    expect(calls).toContain('gate --base origin/main --consumers contracts/* --format github');
    expect(calls).not.toContain('gh ');
    expect(gate({ GATE_CODE: '0' })).toMatchObject({ status: 0, output: expect.stringContaining('open=true\n') });
  });

  it('writes one comment, and updates it', () => {
    expect(gate({ SVC_COMMENT: '7' }).calls).toMatch(
      /--method POST repos\/acme\/books\/issues\/7\/comments --field body=<!-- svckit gate -->\|# The gate is closed/,
    );
    rmSync(join(folder, 'calls'));
    writeFileSync(join(folder, 'comments'), '4711\n');
    expect(gate({ SVC_COMMENT: '7' }).calls).toContain('--method PATCH repos/acme/books/issues/comments/4711 ');
  });

  it('closes for the gate alone where the comment cannot be written', () => {
    const { status, stdout } = gate({ SVC_COMMENT: '7', GH_CODE: '1', GATE_CODE: '0' });
    expect(status).toBe(0);
    expect(stdout).toContain('::warning::The comment was not written.');
  });

  it('is composite, and gives the script what it reads', () => {
    const { inputs, runs } = parse(read('action.yml')) as {
      inputs: Record<string, unknown>;
      runs: { using: string; steps: { env: Record<string, string>; run: string }[] };
    };
    const [step] = runs.steps;
    expect(runs.using).toBe('composite');
    const script = read('scripts/ci/gate.sh');
    for (const name of Object.keys(step!.env)) if (name !== 'GH_TOKEN') expect(script).toContain(name);
    for (const [, name] of Object.values(step!.env)
      .join(' ')
      .matchAll(/inputs\.([\w-]+)/g))
      expect(inputs).toHaveProperty(name!);
    expect(existsSync(join(repository, step!.run.match(/scripts\/\S+\.sh/)![0]))).toBe(true);
  });
});

describe('the other kits', () => {
  it('call commands that exist', () => {
    const hooks = parse(read('.pre-commit-hooks.yaml')) as { id: string; entry: string; language: string }[];
    expect(hooks.map(({ id }) => id)).toEqual(['svc-lock', 'svc-gate']);
    for (const { entry, language } of hooks) {
      expect(language).toBe('system');
      expect(commands.some((name) => entry.includes(`svc ${name} `))).toBe(true);
    }
    const [inputs, job] = parseAllDocuments(read('templates/ci/gitlab.yml')).map((one) => {
      expect(one.errors).toEqual([]);
      return one.toJS() as Record<string, Record<string, unknown>>;
    });
    expect(Object.keys(inputs!['spec']!['inputs'] as object)).toEqual(['stage', 'image', 'version']);
    const { script, artifacts } = job!['svc-gate'] as { script: string[]; artifacts: { reports: { junit: string } } };
    expect(script.join('\n')).toContain(`--format junit > ${artifacts.reports.junit}`);
  });

  it('run the job of GitLab to the exit code of the gate', () => {
    const job = parseAllDocuments(read('templates/ci/gitlab.yml'))[1]!.toJS() as { 'svc-gate': { script: string[] } };
    const lines = job['svc-gate'].script.join('\n').replaceAll('$[[ inputs.version ]]', '0.2.0');
    const run = (GATE_CODE: string) =>
      spawnSync('bash', ['-e', '-c', lines], {
        cwd: folder,
        env: {
          PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
          CI_MERGE_REQUEST_DIFF_BASE_SHA: 'abc',
          GATE_CODE,
        },
      }).status;
    expect([run('0'), run('1'), run('2')]).toEqual([0, 1, 2]);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toContain(
      'npx --yes svckit@0.2.0 gate --base abc --format junit',
    );
  });
});
