import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Registry } from '../../contract/consumers/registry.js';
import { usersOf } from '../../contract/consumers/users-of.js';
import { withUsers } from '../../contract/lifecycle/with-users.js';
import type { UsersOfRow } from '../../export/timeline/lifecycle-rows.js';
import { isoDay } from '../../text/date.js';
import { countOf } from '../../text/join-words.js';
import { usageError } from '../command-failure.js';
import { askForLocks } from '../questions/ask-for-locks.js';
import { type OpenedApi, openApi } from '../sources/open-api.js';
import { refuseProblems } from '../sources/open-service.js';
import { defineCommand } from '../program/define-command.js';
import { type ApiOptions, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { readConsumers } from '../uses/consumers-option.js';
import { writeFileAtomically } from '../write-file-atomically.js';

interface DocsOptions extends ApiOptions {
  readonly outDir: string;
  readonly asOf?: string;
  readonly consumers?: string;
}

/** Lists the files that the command wrote, so that it replaces no others. */
const listName = '.svc-docs';

export const docsCommand = defineCommand<DocsOptions>({
  declare: (command) => {
    declareApi(command).requiredOption('--out-dir <folder>', 'folder to write, such as site');
    command.option(
      '--consumers <folder>',
      'folder of the files that svc uses wrote; the timeline names who still uses what is deprecated',
    );
    declareAsOf(command);
  },
  examples: [
    { line: 'svc docs --out-dir site', meaning: 'site/index.html, site/1/index.html, … for any web server' },
    {
      line: 'svc docs --out-dir site --consumers contracts/consumers',
      meaning: 'for a site of your own teams: the timeline says who must move',
    },
    { line: 'svc docs --document openapi.yaml --out-dir site', meaning: 'the page of a document' },
  ],
  execute: async ({ io, operands: [entry], options: { outDir, asOf, consumers, ...api } }) => {
    const today = readAsOf(asOf, io.now);
    const before = readList(resolve(io.cwd, outDir), outDir);
    const read = readConsumers({ ...(consumers !== undefined && { consumers }) }, io.cwd);
    const described = await openApi(chosenApi(entry, api), io);
    if (described.service) await refuseProblems(described.service);
    const { renderSite } = await import('../../page/render-site.js');
    const registry = read?.(described.consumers ?? {}, described.title).registry;
    const users: UsersOfRow | undefined =
      registry &&
      (({ version, level, names }) => usersOf(registry, { version, ...(level === 1 && { operations: names }) }));
    const members = await membersOf(described, isoDay(today), registry);
    const pages = await renderSite({ ...described, members, ...(users && { users }) }, new Date(isoDay(today)));
    const files = new Map([...pages, ...(await upgradesOf(described))]);
    const names = [...files.keys()];
    const list = `${names.join('\n')}\n`;
    writeFileAtomically(resolve(io.cwd, outDir, listName), list, join(outDir, listName));
    for (const [name, content] of files)
      writeFileAtomically(resolve(io.cwd, outDir, name), content, join(outDir, name));
    for (const name of before.filter((one) => !files.has(one))) rmSync(resolve(io.cwd, outDir, name), { force: true });
    io.stderr.write(`Wrote ${countOf(names.length, 'file')} to ${outDir}. Serve the folder with any web server.\n`);
    return 0;
  },
});

/** The deprecated parameters and properties, with who still uses each where consumers are known. */
async function membersOf(described: OpenedApi, asOf: string, registry: Registry | undefined) {
  const locks = await described.locks();
  const { deprecatedMembers } = await import('../../page/timeline-page.js');
  const entries = deprecatedMembers(locks, asOf);
  return registry ? withUsers(entries, registry, locks) : entries;
}

/** What `svc upgrade` and coding agents read, where there are several versions; by path. */
async function upgradesOf(described: OpenedApi): Promise<readonly (readonly [string, string])[]> {
  const { locks, changes } = await askForLocks(described, {});
  if (locks.filter(({ version }) => version !== null).length < 2) return [];
  const { publishUpgrades } = await import('../upgrade/published-upgrades.js');
  return [...publishUpgrades(described.title, locks, changes ?? [])].map(([name, text]) => [`upgrade/${name}`, text]);
}

/** The files that the command wrote to a folder before; none for an empty or a missing one. Throws for a folder of somebody else. */
function readList(folder: string, name: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) throw usageError(`--out-dir ${name} is not a folder. Name another one.`);
  const list = join(folder, listName);
  if (existsSync(list)) {
    const names = readFileSync(list, 'utf8').split('\n');
    return names.filter((one) => one !== '' && !one.split('/').includes('..') && !one.startsWith('/'));
  }
  if (readdirSync(folder).length === 0) return [];
  throw usageError(`--out-dir ${name} has files that svc docs did not write. Name an empty or a new folder.`);
}
