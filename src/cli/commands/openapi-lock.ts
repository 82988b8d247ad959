import type { ChangeClass } from '../../diff/classify-change.js';
import { compareContracts, type VersionChange } from '../../contract/compare/compare-contracts.js';
import { placeChanges } from '../../contract/documents/document-places.js';
import { unknownName } from '../../text/nearest-name.js';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import { serialiseLock, withNext } from '../../contract/lock/contract-lock.js';
import { lockReport } from '../../contract/lock-report.js';
import { usageError } from '../command-failure.js';
import { readWritten } from '../sources/changes-file.js';
import { readAllLocks } from '../sources/lock-files.js';
import { declareByTheLetter, declareContracts, type LevelOptions, readLevels } from '../contract-options.js';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { contractsFolder } from '../sources/open-service.js';
import { askService } from '../questions/ask-service.js';
import { writeLocks } from '../openapi/write-locks.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chooseFrom, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { formats, type Format } from '../../report/formats.js';
import { printReport } from '../print-report.js';

interface LockOptions extends ApiOptions, Pick<LevelOptions, 'byTheLetter'> {
  readonly dir?: string;
  readonly check?: boolean;
  readonly print?: string;
  readonly allow?: 'documentation' | 'additive';
  readonly asOf?: string;
  readonly format: Format;
}

const allowed: Readonly<Record<'none' | NonNullable<LockOptions['allow']>, readonly ChangeClass[]>> = {
  none: ['unchanged'],
  documentation: ['unchanged', 'documentation'],
  additive: ['unchanged', 'documentation', 'additive'],
};

export const openapiLockCommand = defineCommand<LockOptions>({
  declare: (command) => {
    declareApi(command);
    declareContracts(command)
      .option('--check', 'write nothing; exit 1 if a version differs from its lock file')
      .option('--print <version>', 'write nothing; print the whole document that the lock files hold of a version')
      .addOption(
        chooseFrom('--allow <change>', 'changes that --check accepts; additive includes documentation', [
          'documentation',
          'additive',
        ]),
      )
      .addOption(chooseFrom('--format <format>', 'output format of --check', Object.keys(formats)).default('pretty'));
    declareByTheLetter(command);
    declareAsOf(command);
  },
  examples: [
    { line: 'svc openapi lock', meaning: 'write contracts/v1.json, contracts/v2.json, …' },
    { line: 'svc openapi lock --check', meaning: 'in CI: check that every lock file is up to date' },
    { line: 'svc openapi lock --print 2', meaning: 'the whole document of version 2, for other tools' },
    { line: 'svc openapi lock --check --allow additive', meaning: 'the same, but accept additions' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    if (options.allow && !options.check)
      throw usageError('--allow needs --check. Use --check --allow additive, or omit --allow.');
    if (options.byTheLetter && !options.check) throw usageError('--by-the-letter needs --check. Add it, or omit it.');
    if (options.print !== undefined && options.check) throw usageError('Use --check or --print, not both.');
    const today = readAsOf(options.asOf, io.now);
    const asOf = isoDay(today);
    const choice = chosenApi(entry, options);
    const dir = await contractsFolder(options.dir, choice, io);
    if (options.print !== undefined) return print(options.print, dir, io);
    if (!options.check) {
      writeLocks(await askService('locks', choice, {}, io), dir, io);
      return 0;
    }
    const files = readAllLocks(dir, io.cwd);
    const now = await askService('locks', choice, { written: readWritten(dir, io.cwd, today) }, io);
    const severity = readLevels(options, io.cwd);
    const changes = placeChanges(
      compareContracts(files, withNext(now.locks, now.next), {
        asOf,
        ...(severity && { severity }),
        locate: operationLocator(now.operations, now.source),
      }),
      now.documents,
      now.source,
    );
    const passes = ({ kind, presence }: Pick<VersionChange, 'kind' | 'presence'>) =>
      allowed[options.allow ?? 'none'].includes(kind) && (presence === 'both' || options.allow !== undefined);
    return printReport(
      lockReport({ described: now.described, asOf, folder: dir, changes, files: now.files, passes }),
      options.format,
      io,
    );
  },
});

function print(version: string, dir: string, { cwd, stdout }: Io): number {
  const locks = readAllLocks(dir, cwd);
  const names = locks.map((lock) => lock.version ?? unversioned);
  const found = locks[names.indexOf(version)];
  if (!found)
    throw usageError(
      `--print: ${unknownName('version', version, names, `${dir} has no lock files. Write them with svc openapi lock.`)}`,
    );
  stdout.write(serialiseLock(found.document));
  return 0;
}

/** What `--print` calls the only contract of an API without versions. */
const unversioned = 'api';
