import { relative } from 'node:path';
import { ownVersion } from '../own-package.js';
import type { Described } from './find-described.js';
import type { Project } from './survey-project.js';

/** Where the schema of svc.config.yaml is: in the installed package, or at an address where no package is installed. */
export function schemaAddress({ own, folder }: Project): string {
  const file = 'schemas/svc.config.schema.json';
  if (!own) return `https://unpkg.com/svckit@${ownVersion()}/${file}`;
  const home = relative(folder, own.home).replaceAll('\\', '/') || '.';
  return `${home}/node_modules/svckit/${file}`;
}

/** What has to run before a command can print the document. */
export function buildSteps({ own }: Project, { plan }: Pick<Described, 'plan'>): readonly string[] {
  if (own?.scripts['build'] === undefined || 'module' in plan) return [];
  const needsBuild = plan.documents.some(({ command }) => {
    const script = /^npm run -s (.+)$/.exec(command ?? '')?.[1];
    const line = script === undefined ? command : own.scripts[script];
    return (
      line !== undefined &&
      /openapi\.mjs|\b(?:dist|build|lib)\//.test(line) &&
      !/\brun (?:-s )?build\b|\btsoa\b/.test(line)
    );
  });
  return needsBuild ? ['npm run build'] : [];
}
