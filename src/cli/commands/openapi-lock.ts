import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ChangeClass } from '../../diff/classify-change.js';
import { compareContracts, type VersionChange } from '../../contract/compare/compare-contracts.js';
import { placeChanges } from '../../contract/documents/document-places.js';
import { unknownName } from '../../text/nearest-name.js';
import { describedLack } from '../../report/described.js';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import { serialiseLock, withNext } from '../../contract/lock/contract-lock.js';
import { lockReport } from '../../contract/lock-report.js';
import { usageError } from '../command-failure.js';
import { readWritten } from '../sources/changes-file.js';
import { readAllLocks } from '../sources/lock-files.js';
import { isRegularFile } from '../sources/read-regular-file.js';
import { declareContracts } from '../contract-options.js';
import { defineCommand } from '../program/define-command.js';
import type { Io } from '../io.js';
import { joinWords } from '../../text/join-words.js';
import { contractsFolder } from '../sources/open-service.js';
import { askService } from '../questions/ask-service.js';
import type { AnswerTo } from '../questions/questions.js';
import { locksIn, lockTexts } from '../openapi/lock-texts.js';
import { isoDay } from '../../text/date.js';
import { type ApiOptions, chooseFrom, chosenApi, declareApi, declareAsOf, readAsOf } from '../shared-options.js';
import { formats, type Format } from '../../report/formats.js';
import { printReport } from '../print-report.js';
import { writeFileAtomically } from '../write-file-atomically.js';

interface LockOptions extends ApiOptions {
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
    if (options.print !== undefined && options.check) throw usageError('Use --check or --print, not both.');
    const today = readAsOf(options.asOf, io.now);
    const asOf = isoDay(today);
    const choice = chosenApi(entry, options);
    const dir = await contractsFolder(options.dir, choice, io);
    if (options.print !== undefined) return print(options.print, dir, io);
    if (!options.check) return write(await askService('locks', choice, {}, io), dir, io);
    const files = readAllLocks(dir, io.cwd);
    const now = await askService('locks', choice, { written: readWritten(dir, io.cwd, today) }, io);
    const changes = placeChanges(
      compareContracts(files, withNext(now.locks, now.next), {
        asOf,
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

function write(answer: AnswerTo<'locks'>, dir: string, { cwd, stderr }: Io): number {
  const texts = lockTexts(answer);
  const names = [...texts.keys()];
  for (const name of names) isRegularFile(join(dir, name), cwd);
  for (const [name, text] of texts) writeFileAtomically(resolve(cwd, dir, name), text, join(dir, name));
  const stale = locksIn(dir, cwd).filter((name) => !names.includes(name));
  for (const name of stale) rmSync(resolve(cwd, dir, name));
  const listOf = (list: readonly string[]) => joinWords(list.map((name) => join(dir, name)));
  stderr.write(
    `Wrote ${listOf(names)}.${stale.length > 0 ? ` Removed ${listOf(stale)}, which ${describedLack(answer.described)}.` : ''}\n`,
  );
  return 0;
}
