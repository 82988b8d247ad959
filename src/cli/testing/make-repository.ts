import { execaSync } from 'execa';
import { makeProject } from '../../export/testing/temporary-project.js';

/** In one shell: each process costs the test runner, which is large, a slow fork. */
const commitAll = 'git add --all && git -c maintenance.auto=false commit --quiet --allow-empty --message "$1"';

/** A git repository in a temporary folder, with these files on main; for tests. */
export function makeRepository(
  files: Readonly<Record<string, string>>,
  { day = '2026-01-01' }: { readonly day?: string } = {},
) {
  const project = makeProject({ '.gitignore': 'node_modules\n', ...files });
  const run = (command: string, args: readonly string[], date: string) =>
    execaSync(command, [...args], {
      cwd: project.cwd,
      env: {
        GIT_AUTHOR_DATE: `${date}T12:00:00Z`,
        GIT_COMMITTER_DATE: `${date}T12:00:00Z`,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.com',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.com',
      },
    }).stdout;
  const git = (args: readonly string[], date = day) => run('git', args, date);
  const commit = (subject: string, date = day, before = '') =>
    void run('sh', ['-c', `${before}${commitAll}`, 'sh', subject], date);
  commit('begin', day, 'git init --quiet --template= --initial-branch=main && ');
  return { ...project, git, commit };
}
