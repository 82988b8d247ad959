import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the packages of a project are installed, and a command of theirs run. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** What CI runs, in order. */
  readonly install: readonly string[];
  /** What stands before `svc`. */
  readonly run: string;
  /** What stands before the package that is added. */
  readonly add: string;
}

const corepack = 'corepack enable';

const managers: readonly (PackageManager & { readonly lockFiles: readonly string[] })[] = [
  {
    name: 'pnpm',
    lockFiles: ['pnpm-lock.yaml'],
    install: [corepack, 'pnpm install --frozen-lockfile'],
    run: 'pnpm exec',
    add: 'pnpm add --save-dev',
  },
  {
    name: 'yarn',
    lockFiles: ['yarn.lock'],
    install: [corepack, 'yarn install --immutable'],
    run: 'yarn',
    add: 'yarn add --dev',
  },
  {
    name: 'bun',
    lockFiles: ['bun.lock', 'bun.lockb'],
    install: ['npm install --global bun', 'bun install --frozen-lockfile'],
    run: 'bunx',
    add: 'bun add --dev',
  },
  {
    name: 'npm',
    lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
    install: ['npm ci'],
    run: 'npx',
    add: 'npm install --save-dev',
  },
];

/** The package manager of the nearest of some folders that has a lockfile, and that folder; npm in the first one where none has. */
export function findPackageManager(folders: readonly string[]): {
  readonly manager: PackageManager;
  readonly folder: string;
} {
  for (const folder of folders) {
    const manager = managers.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(folder, file))));
    if (manager) return { manager: forVersion(manager, folder), folder };
  }
  return { manager: { ...managers.at(-1)!, install: ['npm install'] }, folder: folders[0]! };
}

/** Yarn 1 calls an option otherwise. */
function forVersion(manager: PackageManager, folder: string): PackageManager {
  if (manager.name !== 'yarn' || !/^# yarn lockfile v1$/m.test(readFileSync(join(folder, 'yarn.lock'), 'utf8')))
    return manager;
  return { ...manager, install: [corepack, 'yarn install --frozen-lockfile'] };
}
