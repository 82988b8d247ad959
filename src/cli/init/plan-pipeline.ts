import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { templateFolder } from '../own-package.js';
import { renderPart } from '../new/service-files.js';
import type { RenderedFile } from '../new/write-files.js';
import type { Project } from './survey-project.js';

/** Where a repository runs its checks. */
export const pipelineNames = ['github', 'gitlab', 'none'] as const;
export type PipelineName = (typeof pipelineNames)[number];

/** The file that runs the gate; its path is relative to the root of the repository. */
export interface PlannedPipeline {
  readonly file: RenderedFile;
  /** What somebody has to add by hand; null for nothing. */
  readonly advice: string | null;
}

/** The file of CI of a project; or why there is none, as a sentence. `first` is what has to run before the gate. */
export function planPipeline(
  project: Project,
  name: PipelineName | undefined,
  version: string,
  first: readonly string[],
): PlannedPipeline | string {
  const root = project.repository?.root;
  if (root === undefined) return 'There is no git repository here, so no file for CI.';
  if (name === 'none') return 'No file for CI, as --ci none says.';
  const running = runningGate(root);
  if (running !== null) return `${running} runs the gate already and is left as it is.`;
  const chosen = name ?? pipelineOf(root, project.repository!.remote);
  if (chosen === null)
    return `There is no .github/workflows and no .gitlab-ci.yml. Choose one with --ci github or --ci gitlab, or run ${gateLine(project, version)} in your CI.`;
  const hasOther = chosen === 'gitlab' && existsSync(join(root, gitlabFile));
  const steps = stepsOf(project, version, first);
  const [file] = renderPart(join(templateFolder(), 'init', chosen), { steps: render[chosen](steps) });
  if (!hasOther) return { file: file!, advice: null };
  const path = '.gitlab/contract.yml';
  return { file: { ...file!, path }, advice: `Add to ${gitlabFile}:\n  include:\n    - local: ${path}` };
}

const gitlabFile = '.gitlab-ci.yml';

/** What runs the gate; `npx` fetches svckit where no package.json has it. */
export const gateLine = ({ own }: Project, version: string) =>
  `${own ? `${own.manager.run} svc` : `npx --yes svckit@${version}`} gate`;

/** The file of CI that has a line with the gate; null for none. */
function runningGate(root: string): string | null {
  const workflows = join(root, '.github/workflows');
  const files = [
    ...(existsSync(workflows) ? readdirSync(workflows).map((name) => `.github/workflows/${name}`) : []),
    gitlabFile,
    '.gitlab/contract.yml',
  ];
  const runs = (file: string) =>
    existsSync(join(root, file)) && /\bsvc(?:kit\S*)? gate\b/.test(readFileSync(join(root, file), 'utf8'));
  return files.find(runs) ?? null;
}

function pipelineOf(root: string, remote: string | null): 'github' | 'gitlab' | null {
  if (existsSync(join(root, '.github/workflows'))) return 'github';
  if (existsSync(join(root, gitlabFile))) return 'gitlab';
  if (/\bgithub\b/i.test(remote ?? '') || existsSync(join(root, '.github'))) return 'github';
  return /\bgitlab\b/i.test(remote ?? '') ? 'gitlab' : null;
}

/** A line of CI and the folder that it runs in, relative to the root; '' for the root itself. */
interface Step {
  readonly line: string;
  readonly folder: string;
}

interface Steps {
  readonly before: readonly Step[];
  /** The gate without the base and the format. */
  readonly gate: Step;
}

function stepsOf(project: Project, version: string, first: readonly string[]): Steps {
  const { root } = project.repository!;
  const inRoot = (path: string) => relative(root, path).replaceAll('\\', '/');
  const folder = inRoot(project.folder);
  const { own } = project;
  const install = own ? own.manager.install.map((line) => ({ line, folder: inRoot(own.home) })) : [];
  return {
    before: [...install, ...first.map((line) => ({ line, folder }))],
    gate: { line: gateLine(project, version), folder },
  };
}

const render: Readonly<Record<'github' | 'gitlab', (steps: Steps) => string>> = {
  github: ({ before, gate }) =>
    [...before, { ...gate, line: `${gate.line} --base "origin/$GITHUB_BASE_REF" --format github` }]
      .map(({ line, folder }) =>
        [
          `      - run: ${line}`,
          ...(folder === '' ? [] : [`        working-directory: ${JSON.stringify(folder)}`]),
        ].join('\n'),
      )
      .join('\n'),
  gitlab: ({ before, gate }) =>
    [
      ...before,
      {
        ...gate,
        line: `${gate.line} --base "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME" --format junit > "$CI_PROJECT_DIR/gate.xml"`,
      },
    ]
      .map(({ line, folder }) => `    - ${folder === '' ? line : `(cd "${folder}" && ${line})`}`)
      .join('\n'),
};
