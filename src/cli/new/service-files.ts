import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isoDay } from '../../text/date.js';
import { type ServicePlan, titleOf } from './service-plan.js';
import { versionedRequest } from './versioned-request.js';
import { usageError } from '../command-failure.js';
import { writeFileAtomically } from '../write-file-atomically.js';

export interface RenderedFile {
  /** Relative to the service's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface TemplateFacts {
  /** The folder with the templates. */
  readonly folder: string;
  /** What package.json says of svckit: a range or an address. */
  readonly svckit: string;
  readonly today: Date;
}

/** Every file of a new service, by path. */
export function renderTemplates(plan: ServicePlan, { folder, svckit, today }: TemplateFacts): readonly RenderedFile[] {
  const values: Readonly<Record<string, string>> = {
    name: plan.name,
    title: titleOf(plan.name),
    svckit,
    since: dayAfter(today, 0),
    sunset: dayAfter(today, 1),
    ...versionedRequest(plan.versioning),
  };
  return ['service', ...plan.extras]
    .flatMap((part) => readTemplates(join(folder, part)))
    .map(({ path, text }) => ({ path, text: fill(text, values, path) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** npm leaves dot files out of packages, so a leading underscore stands for a dot; text that is no TypeScript until it is filled in ends in `.template`. */
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
    if (value === undefined) throw new Error(`The template ${path} asks for ${name}, which nothing fills in.`);
    return value;
  });
}

/** The day `years` after `date`, in UTC. */
function dayAfter(date: Date, years: number): string {
  return isoDay(new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate())));
}

/** Writes a service's files, all or, when one of them is there already and `force` is off, none. */
export function writeService(files: readonly RenderedFile[], folder: string, name: string, force: boolean): void {
  refuseToPassFile(folder, name);
  const existing = files
    .filter(({ path }) => lstatSync(join(folder, path), { throwIfNoEntry: false }))
    .map(({ path }) => `  ${join(name, path)}`);
  if (existing.length > 0 && !force) {
    throw usageError(
      `These files are there already, and nothing was written:\n${existing.join('\n')}\nChoose another folder, or overwrite them with --force.`,
    );
  }
  for (const { path, text } of files) writeFileAtomically(join(folder, path), text, join(name, path));
}

function refuseToPassFile(folder: string, name: string): void {
  if (isFile(folder)) throw usageError(`${name} is a file. Name a folder for the new service.`);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (isFile(above)) throw usageError(`${name} leads through a file. Name a folder for the new service.`);
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
