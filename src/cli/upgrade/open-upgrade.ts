import { describeUpgrades, type UpgradeStep } from '../../contract/upgrades/describe-upgrades.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Finding } from '../../diff/finding.js';
import { compareVersionsOfApi } from '../../contract/compare/compare-versions-of-api.js';
import { compareVersions } from '../../text/version-order.js';
import { usageError } from '../command-failure.js';
import { compareSides } from '../diff/compare-sides.js';
import type { Io } from '../io.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { contractsFolder, type ServiceChoice } from '../sources/open-service.js';
import { readUpgrades } from './published-upgrades.js';
import { openSide } from '../sources/open-side.js';

/** Two versions of an API, and everything that a consumer needs to know to move from one to the other. */
export interface OpenedUpgrade {
  /** From the base to the revision, oldest first. */
  readonly locks: readonly [ContractLock, ...ContractLock[]];
  readonly steps: readonly UpgradeStep[];
  /** The differences between the two, at every place. */
  readonly findings: readonly Finding[];
  /** `version 2` */
  readonly target: string;
}

interface UpgradeSource {
  readonly choice: ServiceChoice;
  /** An address or a folder of `svc docs`, or a folder of lock files. */
  readonly from: string | undefined;
  readonly asOf: string;
}

/** Opens both sides of an upgrade, and reads what the changes between them do. */
export async function openUpgrade(
  [base, revision]: readonly [string, string],
  { choice, from, asOf }: UpgradeSource,
  io: Io,
): Promise<OpenedUpgrade> {
  const differ = { asOf, minNotice: null, mostPlaces: Infinity } as const;
  if (from !== undefined) {
    const { locks: api, steps } = await readUpgrades(from, io.cwd);
    const [older, newer] = [base, revision].map((name) => sideOf(name, api, from));
    return describe([older!, newer!], api, steps, compareVersionsOfApi(older!, newer!, differ));
  }
  let locked: Promise<AnswerTo<'locks'>> | undefined;
  const sides = {
    dir: await contractsFolder(undefined, choice, io),
    open: () => (locked ??= askService('locks', choice, {}, io)),
  };
  const opened = [await openSide(base, sides, io), await openSide(revision, sides, io)] as const;
  if (choice.entry !== undefined && !locked)
    throw usageError(`${choice.entry} is not used: neither side is a version such as v2. Omit it.`);
  const { locks, listPlaces } = compareSides(...opened, differ);
  if (!locks) throw usageError('svc upgrade needs two documents. Name two versions or files, such as v1 and v2.');
  const { api } = opened[1];
  const steps = describeUpgrades(api, (locked && (await locked).changes) ?? []);
  return describe(locks, api, steps, listPlaces());
}

function sideOf(name: string, api: readonly ContractLock[], from: string): ContractLock {
  const version = /^v?([\w.~-]+)$/.exec(name)?.[1];
  const found = api.find((one) => one.version !== null && (one.version === version || one.version === name));
  if (found) return found;
  const known = api.flatMap((one) => one.version ?? []);
  throw usageError(`${from} has no ${name}. Available: ${known.map((one) => `v${one}`).join(', ') || 'no versions'}.`);
}

function describe(
  [from, to]: readonly [ContractLock, ContractLock],
  api: readonly ContractLock[],
  steps: readonly UpgradeStep[],
  findings: readonly Finding[],
): OpenedUpgrade {
  const [older, newer] = [from.version, to.version];
  if (older !== null && older === newer)
    throw usageError(`Both sides are version ${older}. Name two versions, such as v1 and v2.`);
  if (older !== null && newer !== null && compareVersions(older, newer) > 0)
    throw usageError(`Version ${newer} is older than version ${older}. Run svc upgrade v${newer} v${older}.`);
  const between = api.filter(
    ({ version }) =>
      version !== null &&
      older !== null &&
      newer !== null &&
      compareVersions(version, older) > 0 &&
      compareVersions(version, newer) < 0,
  );
  const locks = [from, ...between.toSorted((a, b) => compareVersions(a.version!, b.version!)), to] as const;
  return {
    locks,
    steps: steps.filter(({ version }) => locks.slice(1).some((lock) => lock.version === version)),
    findings,
    target: newer === null ? 'the new document' : `version ${newer}`,
  };
}
