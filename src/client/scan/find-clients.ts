import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { objectAt, textAt } from '../../json/json.js';
import { joinWords } from '../../text/join-words.js';
import type { SourceFile } from '../compiler.js';
import { fileMark } from '../render-client.js';

/** Says that a folder cannot be scanned, and what to do. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

/** A module of a version that svc client wrote, as a consumer's code imports it. */
export interface FoundClient {
  readonly file: string;
  readonly text: string;
  readonly title: string;
  readonly version: string | null;
}

/** The modules of the base's client among the files of a program: those of the same API, where there are several. Throws a ScanError without one. */
export function chooseClients(
  files: readonly SourceFile[],
  { version, document }: ContractLock,
  nameFile: (file: string) => string,
): readonly FoundClient[] {
  const found = findClients(files);
  const own = found.filter((client) => client.version === version);
  const title = textAt(objectAt(document['info'])['title'])?.replaceAll(/\s+/g, ' ').trim();
  const same = own.filter((client) => client.title === title);
  if (own.length > 0) return same.length > 0 ? same : own;
  const name = version === null ? 'client' : `client of version ${version}`;
  const others = found.map((client) =>
    client.version === null ? nameFile(client.file) : `version ${client.version} (${nameFile(client.file)})`,
  );
  throw new ScanError(
    `no code uses a ${name} that svc client wrote.${others.length > 0 ? ` Found: ${joinWords(others)}.` : ''} Write one with svc client and call the API through it; nothing else is scanned.`,
  );
}

/** Says that no code imports what svc client wrote. */
export function unusedClients(clients: readonly FoundClient[], nameFile: (file: string) => string): ScanError {
  const names = clients.map(({ file }) => nameFile(file));
  return new ScanError(
    `no code imports ${joinWords(names, 'or')}. Name the folder of the code that calls the API through it.`,
  );
}

/** The modules of versions among the files of a program, by the first line of each. */
export function findClients(files: readonly SourceFile[]): readonly FoundClient[] {
  return files.flatMap(({ fileName: file, text }) => {
    if (!text.startsWith(`${fileMark}: `)) return [];
    const subject = /^: (.*)\. Do not edit\.$/.exec(text.slice(fileMark.length, text.indexOf('\n')).trimEnd())?.[1];
    const parts = /^(.*), version ([^,]+)$/.exec(subject ?? '');
    return [{ file, text, title: parts?.[1] ?? subject ?? '', version: parts?.[2] ?? null }];
  });
}

/** Whether svc client wrote a file. */
export const isWritten = ({ text }: Pick<SourceFile, 'text'>): boolean => text.startsWith(fileMark);
