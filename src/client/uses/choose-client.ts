import { joinWords } from '../../text/join-words.js';
import type { SourceFile } from '../compiler.js';
import { findClients, type FoundClient, ScanError } from '../scan/find-clients.js';

/** The client whose uses are asked for; undefined where any will do. */
export interface WantedClient {
  readonly version?: string | null | undefined;
  /** The title of its API. */
  readonly title?: string | undefined;
}

/** The module of the client among the files of a program. Throws a ScanError where none, or more than one, is meant. */
export function chooseClient(
  files: readonly SourceFile[],
  { version, title }: WantedClient,
  isImported: (file: string) => boolean,
  nameFile: (file: string) => string,
): FoundClient {
  const all = findClients(files);
  const wanted = all.filter(
    (one) => (version === undefined || one.version === version) && (title === undefined || one.title === title),
  );
  const imported = wanted.filter(({ file }) => isImported(file));
  const found = imported.length > 0 ? imported : wanted;
  const [client, ...others] = found;
  const names = (clients: readonly FoundClient[]) =>
    clients.map(
      (one) => `${nameFile(one.file)} (${one.title}${one.version === null ? '' : `, version ${one.version}`})`,
    );
  if (!client)
    throw new ScanError(
      all.length === 0
        ? 'no code uses a client that svc client wrote. Write one with svc client and call the API through it; nothing else is read.'
        : `no code uses such a client. Found: ${joinWords(names(all))}.`,
    );
  if (others.length > 0)
    throw new ScanError(
      `the code has several clients: ${joinWords(names(found))}. Name one with --api-version, or a folder that uses one.`,
    );
  return client;
}
