import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isoDay } from '../../text/date.js';
import { type ServicePlan, titleOf } from './service-plan.js';
import { versionedRequest } from './versioned-request.js';
import type { RenderedFile } from './write-files.js';

export interface TemplateFacts {
  /** The folder with the templates. */
  readonly folder: string;
  /** The range or address of svckit in package.json. */
  readonly svckit: string;
  readonly today: Date;
}

/** Every file of a new service, by path; or of a gateway, whose templates have values of their own. */
export function renderTemplates(
  plan: ServicePlan,
  { folder, svckit, today }: TemplateFacts,
  kind: 'service' | 'gateway' = 'service',
  own: Readonly<Record<string, string>> = {},
): readonly RenderedFile[] {
  const values: Readonly<Record<string, string>> = {
    name: plan.name,
    title: titleOf(plan.name),
    svckit,
    since: dayAfter(today, 0),
    sunset: dayAfter(today, 1),
    ...versionedRequest(plan.versioning),
    ...own,
  };
  return [kind, ...plan.extras]
    .flatMap((part) => renderPart(join(folder, part), values))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The files of one folder of templates, with its values filled in. */
export const renderPart = (folder: string, values: Readonly<Record<string, string>>): readonly RenderedFile[] =>
  readTemplates(folder).map(({ path, text }) => ({ path, text: fill(text, values, path) }));

/** npm omits dot files from packages, so a leading underscore stands for a dot; a template that is not valid TypeScript ends in `.template`. */
function readTemplates(folder: string): readonly RenderedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: file
        .slice(folder.length + 1)
        .split(sep)
        .map((segment) => segment.replace(/^_/, '.'))
        .join('/')
        .replace(/\.template$/, ''),
      text: readFileSync(file, 'utf8'),
    }));
}

function fill(text: string, values: Readonly<Record<string, string>>, path: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template ${path} uses the unknown value ${name}.`);
    return value;
  });
}

/** The day `years` after `date`, in UTC. */
function dayAfter(date: Date, years: number): string {
  return isoDay(new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate())));
}
