import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Confirm } from '../init/ask-for-files.js';
import { type Described, findDescribed } from '../init/find-described.js';
import { nextSteps } from '../init/next-steps.js';
import { renderConfig } from '../init/plan-config.js';
import { gateLine, type PipelineName, pipelineNames, planPipeline } from '../init/plan-pipeline.js';
import { buildSteps, schemaAddress } from '../init/project-facts.js';
import { type Project, surveyProject } from '../init/survey-project.js';
import type { Io } from '../io.js';
import { isTaken, type RenderedFile, writeFiles } from '../new/write-files.js';
import { locksIn } from '../openapi/lock-texts.js';
import { writeLocks } from '../openapi/write-locks.js';
import { ownVersion } from '../own-package.js';
import { defineCommand } from '../program/define-command.js';
import { askService } from '../questions/ask-service.js';
import { chooseFrom, declareDocument } from '../shared-options.js';
import { isNoFile } from '../sources/open-named-document.js';
import { type NamedFile, parseNamedFile } from '../sources/read-documents.js';

interface InitOptions {
  readonly document?: readonly string[];
  readonly ci?: PipelineName;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export const initCommand = defineCommand<InitOptions>({
  declare: (command) => {
    declareDocument(command.argument('[directory]', 'folder of the project; by default this one'))
      .addOption(chooseFrom('--ci <name>', 'where the gate runs; by default what the repository has', pipelineNames))
      .option('-y, --yes', 'write everything without prompts')
      .option('--dry-run', 'write nothing; print what would be written');
  },
  examples: [
    { line: 'svc init', meaning: 'asks before each file that it writes' },
    { line: 'svc init --dry-run', meaning: 'prints the files' },
    { line: 'svc init packages/orders --yes', meaning: 'one package of a monorepo, without prompts' },
    { line: 'svc init --document v1.yaml=1 --document v2.yaml=2', meaning: 'names the document of each version' },
  ],
  execute: async ({ io, operands: [directory], options }) => {
    const { folder, name } = openFolder(directory, io);
    const named = (options.document ?? []).map((text) => readNamedFile(text, folder, io));
    const asking = await askIn(io, options);
    const project = await surveyProject(folder, name);
    const setup = new Setup(project, name, asking.confirm, options.dryRun ?? false, io);
    const config = await existingConfig(folder, name);
    const described = config === null ? await findDescribed(project, named, asking.choose) : null;
    if (config === null && described === null) return setup.cancel();
    await (described ? setup.describe(described) : setup.keep(config!));
    if (await setup.lock()) await setup.runInCi(options.ci, described ? buildSteps(project, described) : []);
    return setup.finish();
  },
});

/** Writes one thing after the other, each after it was agreed to. */
class Setup {
  #written: string[] = [];
  #config: string | null = null;
  #failed = false;
  #stopped = false;
  #build: readonly string[] = [];

  constructor(
    readonly project: Project,
    readonly name: string,
    readonly confirm: Confirm | null,
    readonly dryRun: boolean,
    readonly io: Io,
  ) {}

  keep(config: string): void {
    this.#config = config;
    this.#say(`${join(this.name, config)} exists and is left as it is.`);
  }

  async describe({ from, faults, plan }: Described): Promise<void> {
    const { project } = this;
    for (const fault of faults) this.#say(`Passed over: ${fault}`);
    this.#say(`Found ${project.what === null ? from : `${project.what} and ${from}`}.`);
    this.#build = buildSteps(project, { plan });
    const files =
      'module' in plan
        ? [{ path: 'svc.config.ts', text: `export { default } from './${plan.module.replace(/ts$/, 'js')}';\n` }]
        : [...plan.beside, renderConfig(plan, schemaAddress(project))];
    for (const file of files) if (!(await this.#write(file, project.folder, this.name))) return;
    this.#config = files.at(-1)!.path;
  }

  /** Whether there is something that CI can judge. */
  async lock(): Promise<boolean> {
    if (this.#config === null || this.#stopped) return false;
    const { project, name, io } = this;
    const dir = join(name, 'contracts');
    if (existsSync(join(project.folder, 'contracts')) && locksIn('contracts', project.folder).length > 0) {
      this.#say(`${dir} has lock files, which are left as they are.`);
      return true;
    }
    if (!(await this.#agreed(`the lock files in ${dir}`))) return !this.#stopped;
    if (this.dryRun) io.stdout.write(`Would write the lock files in ${dir}.\n`);
    else await this.#writeLocks(dir);
    return true;
  }

  async runInCi(ci: PipelineName | undefined, first: readonly string[]): Promise<void> {
    const plan = planPipeline(this.project, ci, ownVersion(), first);
    if (typeof plan === 'string') return this.#say(plan);
    const { root } = this.project.repository!;
    const isWritten = await this.#write(plan.file, root, relative(realpathSync(this.io.cwd), root));
    if (isWritten && plan.advice !== null) this.#say(plan.advice);
  }

  finish(): number {
    if (this.#stopped) return this.cancel();
    if (this.dryRun) return 0;
    if (this.#written.length === 0) this.#say('Nothing was written.');
    const { project, name } = this;
    const facts = { folder: name, hasConfig: this.#config !== null, lacksLocks: this.#failed, build: this.#build };
    this.io.stdout.write(nextSteps(project, facts, gateLine(project, ownVersion())));
    return this.#failed ? 1 : 0;
  }

  cancel(): number {
    this.#say(
      this.#written.length > 0 ? `Cancelled. Written: ${this.#written.join(', ')}.` : 'Cancelled. Nothing was written.',
    );
    return 1;
  }

  /** Whether the file is there afterwards. */
  async #write(file: RenderedFile, folder: string, name: string): Promise<boolean> {
    const path = join(name, file.path);
    if (isTaken(folder, file.path)) {
      this.#say(`${path} exists and is left as it is.`);
      return true;
    }
    if (!(await this.#agreed(path))) return false;
    if (this.dryRun) this.io.stdout.write(`Would write ${path}:\n${file.text.replaceAll(/^(?=.)/gm, '  ')}`);
    else {
      writeFiles([file], folder, name);
      this.#written.push(path);
      this.#say(`Wrote ${path}.`);
    }
    return true;
  }

  async #writeLocks(dir: string): Promise<void> {
    try {
      const choice = { entry: join(this.name, this.#config!) };
      writeLocks(await askService('locks', choice, {}, this.io), dir, this.io);
      this.#written.push(dir);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      this.#failed = true;
      this.#say(`${error.message}\nThe lock files in ${dir} could not be written.`);
    }
  }

  async #agreed(what: string): Promise<boolean> {
    if (!this.confirm) return true;
    const answer = await this.confirm(what);
    this.#stopped ||= answer === null;
    return answer ?? false;
  }

  #say(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }
}

function openFolder(directory: string | undefined, { cwd }: Io): { readonly folder: string; readonly name: string } {
  const name = directory ?? '.';
  if (name === '')
    throw usageError('The folder name is empty. Run svc init packages/orders, or svc init for this folder.');
  const path = resolve(cwd, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw usageError(`There is no folder ${name}. Run svc init in your project, or svc new ${name} for a new service.`);
  if (!found.isDirectory())
    throw usageError(
      `${name} is a file. Name the folder of the project${/^(?:openapi|swagger)|\.ya?ml$|\.json$/.test(basename(name)) ? `, and the document with --document ${name}` : ''}.`,
    );
  return { folder: realpathSync(path), name: relative(cwd, path) };
}

function readNamedFile(text: string, folder: string, { cwd }: Io): NamedFile {
  const { file, version } = parseNamedFile(text, cwd);
  if (isNoFile(file))
    throw usageError(
      `--document ${file}: a configuration names files. Save the document, or name a command in svc.config.yaml.`,
    );
  if (!existsSync(resolve(cwd, file))) throw usageError(`File ${file} not found. Name an OpenAPI document.`);
  return { file: relative(folder, realpathSync(resolve(cwd, file))).replaceAll('\\', '/'), version };
}

/** The prompts of a terminal; none with `--yes` and `--dry-run`. */
async function askIn({ terminal }: Io, { yes, dryRun }: InitOptions) {
  if (yes || dryRun) return { confirm: null, choose: null };
  if (!terminal)
    throw usageError(
      'svc init asks before each file, which needs an interactive terminal. Use --yes to write them, or --dry-run to see them.',
    );
  return (await import('../init/ask-for-files.js')).askAt(terminal);
}

/** The name of the svc.config of a folder; null without one. Throws for a file that would be one if it had another ending. */
async function existingConfig(folder: string, name: string): Promise<string | null> {
  const { adviseOnEnding, configIn } = await import('../../export/index.js');
  const found = configIn(folder);
  if (found !== null) return basename(found);
  const advice = adviseOnEnding(folder, name);
  if (advice !== null) throw usageError(advice);
  return null;
}
