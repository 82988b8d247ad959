import { relative, resolve } from 'node:path';
import { Option } from 'commander';
import { usageError } from '../command-failure.js';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { unknownName } from '../../text/nearest-name.js';
import { lockStep, installStep, runStep } from '../new/install-packages.js';
import { type GatewayPlan, renderGateway, versionInPaths } from '../new/gateway-files.js';
import { renderTemplates } from '../new/service-files.js';
import { writeService } from '../new/write-files.js';
import { extraNames, packageNameProblem, type ServicePlan, suggestName } from '../new/service-plan.js';
import { recommendedVersioning, versioningTypes } from '../../routing/versioning/versioning.js';
import { ownRange, templateFolder } from '../own-package.js';
import { chooseFrom, collectWords } from '../shared-options.js';

interface NewOptions {
  readonly name?: string;
  readonly versioning?: ServicePlan['versioning'];
  readonly extras?: readonly string[];
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly install: boolean;
  readonly svckit?: string;
  readonly gateway?: string;
  readonly upstream?: string;
}

export const newCommand = defineCommand<NewOptions>({
  declare: (command) => {
    command
      .argument('[directory]', 'folder to write to; created if it is missing')
      .option('--name <name>', 'package name; by default the name of the folder')
      .addOption(
        chooseFrom(
          '--versioning <type>',
          'where a request specifies its version',
          versioningTypes.map(({ name }) => name),
        ),
      )
      .option('--gateway <document>', 'a gateway instead, in front of the service that this OpenAPI document describes')
      .option('--upstream <address>', 'where that service is; by default http://127.0.0.1:8080')
      .option('--extras <list>', `extra files: ${extraNames.join(', ')}`, collectWords)
      .option('-y, --yes', `use the defaults without prompts (versioning: ${recommendedVersioning}, no extras)`)
      .option('--force', 'overwrite existing files')
      .option('--no-install', 'write files without installing packages')
      .addOption(
        new Option(
          '--svckit <range>',
          'the range, file or clone of svckit in package.json; by default the one that runs',
        ),
      );
  },
  examples: [
    { line: 'svc new my-service', meaning: 'prompts for the other choices' },
    { line: 'svc new my-service --versioning uri --yes', meaning: 'without prompts' },
    { line: 'svc new . --yes --no-install', meaning: 'in this folder, without installing packages' },
    { line: 'svc new gateway --gateway openapi.yaml --yes', meaning: 'older versions of a service in any language' },
  ],
  execute: async ({ io, operands: [directory], options }) => {
    const gateway = await readGateway(options, io);
    const known = { ...(gateway && versioningOf(gateway, options)), ...readKnown(directory, options) };
    const plan = options.yes ? takeDefaults(known, io) : await ask(known, io, options.gateway);
    if (!plan) return 1;
    const folder = resolve(io.cwd, plan.directory);
    const svckit = options.svckit ?? ownRange();
    const facts = { folder: templateFolder(), svckit, today: io.now() };
    const files = gateway ? renderGateway(plan, gateway, facts) : renderTemplates(plan, facts);
    writeService(files, folder, plan.directory, options.force ?? false);
    io.stderr.write(`Wrote ${files.length} files to ${plan.directory}.\n`);
    if (options.svckit === undefined && svckit.startsWith('file:')) io.stderr.write(`${notPublished(svckit)}\n`);
    const isReady = options.install ? await install(folder, io) : true;
    const last = gateway ? ['npm run check', 'npm run dev'] : ['npm test', 'npm run dev'];
    io.stdout.write(nextSteps(plan, relative(io.cwd, folder), options.install && isReady, last));
    return isReady ? 0 : 1;
  },
});

/** Why package.json names a file or a clone. */
const notPublished = (svckit: string) =>
  `This svckit is from no registry, so package.json names where it is: ${svckit}\nName a file inside the repository with --svckit file:svckit.tgz where others install it too.`;

function readKnown(directory: string | undefined, { name, versioning, extras }: NewOptions): Partial<ServicePlan> {
  if (directory === '')
    throw usageError('The folder name is empty. Run svc new my-service, or svc new . for this folder.');
  const problem = name === undefined ? null : packageNameProblem(name);
  if (problem) throw usageError(`--name ${JSON.stringify(name)} is not a package name. ${problem}`);
  const unknown = extras?.find((extra) => !(extraNames as readonly string[]).includes(extra));
  if (unknown !== undefined) throw usageError(unknownName('extra', unknown, extraNames));
  return {
    directory,
    name,
    ...(versioning && { versioning }),
    extras: extras as ServicePlan['extras'] | undefined,
  };
}

/** What a gateway stands in front of; null for a service. */
async function readGateway({ gateway, upstream }: NewOptions, io: Io): Promise<GatewayPlan | null> {
  if (gateway === undefined) {
    if (upstream !== undefined) throw usageError('--upstream is for a gateway. Add --gateway openapi.yaml.');
    return null;
  }
  const address = upstream ?? 'http://127.0.0.1:8080';
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    throw usageError(`--upstream ${JSON.stringify(address)} is no address. Write one such as http://127.0.0.1:8080.`);
  const { origin, pathname, search, hash, username } = new URL(address);
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw usageError(`--upstream ${JSON.stringify(address)} has more than a host and a port. Write ${origin}.`);
  const { openNamedDocument } = await import('../sources/open-named-document.js');
  return { document: (await openNamedDocument(gateway, io)).document, upstream: origin };
}

/** Paths that name a version say how requests name one. */
const versioningOf = ({ document }: GatewayPlan, { versioning }: NewOptions): Partial<ServicePlan> =>
  versioning === undefined && versionInPaths(document) !== null ? { versioning: 'uri' } : {};

function takeDefaults(
  { directory, name, versioning = recommendedVersioning, extras = [] }: Partial<ServicePlan>,
  { cwd }: Io,
): ServicePlan {
  if (directory === undefined) throw usageError('Name a folder: svc new my-service --yes');
  return {
    directory,
    name: name ?? suggestName(resolve(cwd, directory).split(/[\\/]/).at(-1) ?? ''),
    versioning,
    extras,
  };
}

async function ask(
  known: Partial<ServicePlan>,
  { terminal, cwd }: Io,
  gateway: string | undefined,
): Promise<ServicePlan | null> {
  const example =
    gateway === undefined ? `my-service --versioning ${recommendedVersioning}` : `my-gateway --gateway ${gateway}`;
  if (!terminal)
    throw usageError(`Prompts need an interactive terminal. Use --yes for the defaults: svc new ${example} --yes`);
  const { askForPlan } = await import('../new/ask-for-plan.js');
  return askForPlan(known, terminal, cwd);
}

async function install(folder: string, io: Io): Promise<boolean> {
  for (const step of [installStep, lockStep]) {
    const failure = await runStep(step, folder, io);
    if (failure === null) continue;
    io.stderr.write(
      `${failure.trim()}\n${step.command.join(' ')} failed in ${folder}. All files are written: fix the cause and run it again.\n`,
    );
    return false;
  }
  return true;
}

function nextSteps({ directory }: ServicePlan, path: string, isReady: boolean, last: readonly string[]): string {
  const steps = [
    ...(path === '' ? [] : [`cd ${/^[\w./~-]+$/.test(directory) ? directory : JSON.stringify(directory)}`]),
    ...(isReady ? [] : ['npm install', 'npm run lock']),
    ...last,
  ];
  return `\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}\n`;
}
