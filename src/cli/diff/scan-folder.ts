import { statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { importSuffix } from '../../client/toolchain.js';
import { ScanError } from '../../client/scan/find-clients.js';
import { scanCode } from '../../client/scan/scan-code.js';
import { type ScanOutcome, scanReport } from '../../client/scan/scan-report.js';
import type { Finding } from '../../diff/finding.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Report } from '../../report/report.js';
import { openToolchain, readRuntime } from '../client/client-tools.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';

type Asked = Pick<ScanOutcome, 'asOf' | 'failOn' | 'base' | 'revision' | 'folder'> & {
  readonly locks: readonly [base: ContractLock, revision: ContractLock];
  readonly findings: readonly Finding[];
};

/** Scans a folder of a consumer's code for what differences touch, with the consumer's own TypeScript. */
export async function scanFolder(asked: Asked, { cwd }: Pick<Io, 'cwd'>): Promise<Report> {
  const { folder, locks, findings } = asked;
  const path = resolve(cwd, folder);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory())
    throw usageError(
      `--scan ${folder} ${found ? 'is not a folder' : 'does not exist'}. Name the folder of your TypeScript files.`,
    );
  const toolchain = openToolchain(path);
  const nameFile = (file: string) => relative(cwd, file).split(sep).join('/');
  const [base, revision] = locks;
  try {
    const scan = await scanCode(
      {
        folder: path.split(sep).join('/'),
        base,
        revision,
        findings,
        target:
          revision.version === null || revision.version === base.version
            ? asked.revision
            : `version ${revision.version}`,
        nameFile,
        runtime: readRuntime(),
        suffixOf: (file) => importSuffix(dirname(file), toolchain.compiler),
      },
      toolchain,
    );
    return scanReport({ ...asked, scan, apiVersion: base.version, nameFile });
  } catch (error) {
    throw error instanceof ScanError ? new CommandFailure(`--scan ${folder}: ${error.message}`) : error;
  }
}
