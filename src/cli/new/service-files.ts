import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isoDay } from '../../text/date.js';
import { type ServicePlan, titleOf } from './service-plan.js';
import { versionedRequest } from './versioned-request.js';
import { usageError } from '../command-failure.js';
import { writeFileAtomically } from '../write-file-atomically.js';

export interface RenderedFile {
  /** Relative to the folder of the service, with slashes. */
  readonly path: string;
  readonly text: string;
}

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
    .flatMap((part) => readTemplates(join(folder, part)))
    .map(({ path, text }) => ({ path, text: fill(text, values, path) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

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

/** Writes all files of a service, or none if one exists and `force` is off. */
export function writeService(files: readonly RenderedFile[], folder: string, name: string, force: boolean): void {
  refuseToPassFile(folder, name);
  const existing = files
    .filter(({ path }) => lstatSync(join(folder, path), { throwIfNoEntry: false }))
    .map(({ path }) => `  ${join(name, path)}`);
  if (existing.length > 0 && !force) {
    throw usageError(
      `Nothing was written, because these files exist:\n${existing.join('\n')}\nChoose another folder, or overwrite them with --force.`,
    );
  }
  for (const { path, text } of files) writeFileAtomically(join(folder, path), text, join(name, path));
}

function refuseToPassFile(folder: string, name: string): void {
  if (isFile(folder)) throw usageError(`${name} is a file. Name a folder for the service.`);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (isFile(above)) throw usageError(`${name} is below a file. Name a folder for the service.`);
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
