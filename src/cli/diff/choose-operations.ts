import { type Command, InvalidArgumentError } from 'commander';
import type { Finding } from '../../diff/finding.js';
import { isObject, type JsonObject, objectAt } from '../../json/json.js';
import { openDocument } from '../../openapi/open-document.js';
import { pointerTo } from '../../json/pointer.js';
import { usageError } from '../command-failure.js';
import type { ContractSide } from '../sources/open-side.js';

/** Which operations are compared, and under which paths. */
export interface ChosenOperations {
  readonly matchPath?: RegExp;
  readonly unmatchPath?: RegExp;
  readonly filterExtension?: RegExp;
  readonly prefixBase?: string;
  readonly prefixRevision?: string;
}

/** `--match-path`, `--unmatch-path`, `--filter-extension`, `--prefix-base` and `--prefix-revision`. */
export function declareChosenOperations(command: Command): Command {
  return command
    .option('--match-path <regex>', 'compare only paths that match', readPattern)
    .option('--unmatch-path <regex>', 'leave out paths that match', readPattern)
    .option(
      '--filter-extension <regex>',
      'leave out paths and operations with an extension (x-…) that matches',
      readPattern,
    )
    .option('--prefix-base <path>', 'add this to the beginning of the paths of base', readPrefix)
    .option('--prefix-revision <path>', 'add this to the beginning of the paths of revision', readPrefix);
}

function readPattern(text: string): RegExp {
  try {
    if (text !== '') return new RegExp(text);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
  throw new InvalidArgumentError("Use a regular expression such as '^/api/'.");
}

function readPrefix(text: string): string {
  const prefix = text.replace(/\/+$/, '');
  if (/^\/[^?#\s]+$/.test(prefix)) return prefix;
  throw new InvalidArgumentError('Use a path such as /v1.');
}

/** The two sides with the operations that are compared. Throws where `--match-path` leaves no path on either side. */
export function chooseOperations(
  [base, revision]: readonly [ContractSide, ContractSide],
  { prefixBase, prefixRevision, ...chosen }: ChosenOperations,
): readonly [ContractSide, ContractSide] {
  const sides = [
    choose(withPrefix(base, prefixBase), chosen),
    choose(withPrefix(revision, prefixRevision), chosen),
  ] as const;
  const isEmpty = sides.every(({ locks }) =>
    locks.every(({ document }) => Object.keys(objectAt(document['paths'])).length === 0),
  );
  if (chosen.matchPath && isEmpty)
    throw usageError(
      `--match-path ${chosen.matchPath.source.replaceAll(String.raw`\/`, '/')} leaves no path of ${base.name} and ${revision.name}. Use a regular expression that some path matches.`,
    );
  return sides;
}

const changeDocuments = (side: ContractSide, change: (document: JsonObject) => JsonObject): ContractSide => ({
  ...side,
  locks: side.locks.map((lock) => ({ ...lock, document: change(lock.document) })),
});

function choose(side: ContractSide, chosen: ChosenOperations): ContractSide {
  if (Object.values(chosen).every((value) => value === undefined)) return side;
  return changeDocuments(side, (document) => ({
    ...document,
    paths: Object.fromEntries(
      Object.entries(objectAt(document['paths'])).flatMap(([path, item]) => {
        if (chosen.matchPath?.test(path) === false || chosen.unmatchPath?.test(path)) return [];
        const left = withoutExtension(document, item, chosen.filterExtension);
        return left === null ? [] : [[path, left]];
      }),
    ),
  }));
}

/** A path item without the operations that have an extension; null if it has one itself. */
function withoutExtension(
  document: JsonObject,
  written: JsonObject[string],
  extension: RegExp | undefined,
): JsonObject[string] | null {
  if (!extension || !isObject(written)) return written;
  const { $ref, ...own } = written;
  const item = { ...($ref !== undefined && openDocument(document).resolve({ $ref })), ...own };
  const has = (node: JsonObject) => Object.keys(node).some((key) => key.startsWith('x-') && extension.test(key));
  const without = (node: JsonObject) =>
    Object.fromEntries(Object.entries(node).filter(([, member]) => !isObject(member) || !has(member)));
  if (has(item)) return null;
  const { additionalOperations: more } = item;
  return { ...without(item), ...(isObject(more) && { additionalOperations: without(more) }) };
}

/** A side whose paths begin with more than they do where they are written, which is where findings are placed. */
function withPrefix(side: ContractSide, prefix: string | undefined): ContractSide {
  if (prefix === undefined) return side;
  const { place, locate } = side;
  const [start, written] = [pointerTo(['paths', prefix]), pointerTo(['paths', ''])];
  const asWritten = (finding: Finding): Finding =>
    finding.pointer.startsWith(start)
      ? { ...finding, pointer: `${written}${finding.pointer.slice(start.length)}` }
      : finding;
  return {
    ...changeDocuments(side, (document) => ({
      ...document,
      paths: Object.fromEntries(
        Object.entries(objectAt(document['paths'])).map(([path, item]) => [`${prefix}${path}`, item]),
      ),
    })),
    ...(place && {
      place: (findings) => {
        const placed = place(findings.map(asWritten));
        return findings.map((finding, index) => ({ ...finding, file: placed[index]!.file, line: placed[index]!.line }));
      },
    }),
    ...(locate && {
      locate: (operation) => locate({ ...operation, path: operation.path.replace(prefix, '') }),
    }),
  };
}
