import { quoteShell } from '../../text/escape.js';
import { ownRange } from '../own-package.js';
import type { Project } from './survey-project.js';

/** What a set-up left to do. */
interface Left {
  /** Relative to the working directory; '' for itself. */
  readonly folder: string;
  readonly hasConfig: boolean;
  readonly lacksLocks: boolean;
  /** What has to run before the document can be printed. */
  readonly build: readonly string[];
}

/** The commands that come next. */
export function nextSteps(project: Project, { folder, hasConfig, lacksLocks, build }: Left, gate: string): string {
  const { own, repository } = project;
  if (!hasConfig) return '';
  const svc = gate.replace(/ gate$/, '');
  const range = ownRange();
  const steps = [
    ...(folder === '' ? [] : [`cd ${quoteShell(folder)}`]),
    ...(own && !own.dependencies.has('svckit')
      ? [`${own.manager.add} ${range.startsWith('file:') ? quoteShell(range.slice('file:'.length)) : 'svckit'}`]
      : []),
    ...(lacksLocks ? [...build, `${svc} openapi lock`] : []),
    ...(repository ? [] : ['git init']),
    'git add . && git commit -m "Promise what the API is"',
    `${gate} --base ${repository?.branch ?? 'main'}`,
  ];
  return `\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}\n`;
}
