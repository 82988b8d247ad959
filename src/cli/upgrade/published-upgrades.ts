import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeUpgrades, type UpgradeStep } from '../../contract/upgrades/describe-upgrades.js';
import {
  parseUpgradesFile,
  type PublishedUpgrades,
  upgradesName,
  writeUpgradesFile,
} from '../../contract/upgrades/upgrades-file.js';
import { writeSkill } from '../../contract/upgrades/write-skill.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { changesLockName } from '../../laws/lock/changes-lock.js';
import type { ChangesLock } from '../../laws/lock/changes-lock.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { lockTexts } from '../openapi/lock-texts.js';
import { parseChangesFile } from '../sources/changes-file.js';
import { fetchDocument } from '../sources/fetch-document.js';
import { openLocks, readLocks } from '../sources/lock-files.js';
import { isNoFile } from '../sources/open-named-document.js';
import { readRegularFile } from '../sources/read-regular-file.js';

/** The versions of an API, and what each changed. */
export interface ReadUpgrades {
  readonly locks: readonly ContractLock[];
  readonly steps: readonly UpgradeStep[];
}

/**
 * The files that publish an API's versions for `svc upgrade`, by their names: the contracts, what each version changed, and for each older version a
 * skill that leads to the newest.
 */
export function publishUpgrades(
  title: string,
  locks: readonly ContractLock[],
  changes: ChangesLock,
): ReadonlyMap<string, string> {
  const texts = lockTexts({ locks, next: null, changes: null, shapes: null });
  const steps = describeUpgrades(locks, changes);
  const upgrades = { title, contracts: [...texts.keys()], steps };
  const versions = locks.flatMap(({ version }) => version ?? []);
  const newest = versions.at(-1)!;
  const skills = versions.slice(0, -1).flatMap((version, index) => {
    const facts = {
      title,
      base: version,
      revision: newest,
      steps: steps.filter((step) => versions.indexOf(step.version) > index),
      command: `svc upgrade v${version} v${newest} --from ADDRESS`,
      note: 'ADDRESS is where the folder `upgrade` of this site is, two above this file: a URL, or a folder.',
      folder: 'src',
      stops: null,
    };
    return [...writeSkill(facts)].map(([file, text]) => [`${version}-to-${newest}/${file}`, text] as const);
  });
  return new Map([[upgradesName, writeUpgradesFile(upgrades)], ...texts, ...skills]);
}

/** Reads what `svc docs` published at an address or in a folder, or a folder of lock files. Throws a CommandFailure for anything else. */
export async function readUpgrades(from: string, cwd: string): Promise<ReadUpgrades> {
  if (isNoFile(from)) return readAt(from.replace(/\/+$/, ''));
  if (!statSync(resolve(cwd, from), { throwIfNoEntry: false })?.isDirectory())
    throw usageError(
      `--from ${from} is not a folder. Name a folder of lock files, or the folder upgrade of what svc docs wrote.`,
    );
  const text = readRegularFile(join(from, upgradesName), cwd);
  const locks = readLocks(from, cwd);
  if (text !== null) return { locks, steps: parse(text, join(from, upgradesName)).steps };
  if (locks.length === 0)
    throw usageError(`--from ${from} has no lock files. Write them with svc openapi lock, or name another folder.`);
  const changes = readRegularFile(join(from, changesLockName), cwd);
  return {
    locks,
    steps: describeUpgrades(locks, changes === null ? [] : parseChangesFile(changes, join(from, changesLockName))),
  };
}

async function readAt(address: string): Promise<ReadUpgrades> {
  const url = (name: string) => `${address}/${name}`;
  const { contracts, steps } = parse(await fetchDocument(url(upgradesName)), url(upgradesName));
  const texts = await Promise.all(contracts.map(async (name) => [name, await fetchDocument(url(name))] as const));
  return { locks: openLocks(texts, url), steps };
}

function parse(text: string, source: string): PublishedUpgrades {
  const upgrades = parseUpgradesFile(text);
  if (upgrades) return upgrades;
  throw new CommandFailure(
    `${source} is not what svc docs writes for svc upgrade. Write it again with svc docs, or update svckit.`,
  );
}
