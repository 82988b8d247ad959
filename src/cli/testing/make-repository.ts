import { execaSync } from 'execa';
import { makeProject } from '../../export/testing/temporary-project.js';

/** A git repository in a temporary folder, with these files on main; for tests. */
export function makeRepository(
  files: Readonly<Record<string, string>>,
  { day = '2026-01-01' }: { readonly day?: string } = {},
) {
  const project = makeProject({ '.gitignore': 'node_modules\n', ...files });
  const git = (args: readonly string[], date = day) =>
    execaSync('git', [...args], {
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
  const commit = (subject: string, date = day) => {
    git(['add', '--all']);
    git(['commit', '--quiet', '--allow-empty', '--message', subject], date);
  };
  git(['init', '--quiet', '--initial-branch=main']);
  commit('begin');
  return { ...project, git, commit };
}
