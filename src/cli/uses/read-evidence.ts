import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PactError, readPact } from '../../contract/consumers/read-pact.js';
import { listRecordedUses } from '../../contract/consumers/recorded-uses.js';
import type { OperationUse, UsesFile } from '../../contract/consumers/uses-file.js';
import { listAt, objectAt, textAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import { kebabCase } from '../../text/kebab-case.js';
import { memberStep } from '../../text/member-path.js';
import { HarError, readHar } from '../../verify/har/read-har.js';
import { CommandFailure } from '../command-failure.js';

/** What one piece of evidence says; what it does not know is null. */
export interface Evidence extends Pick<UsesFile, 'complete' | 'evidence'> {
  readonly consumer: string | null;
  readonly api: string | null;
  readonly version: string | null;
  readonly operations: readonly OperationUse[];
  /** Why it may not be all. */
  readonly gaps: readonly string[];
}

/** The expectations of a Pact file, which its consumer's tests verify. */
export function readPactFile(file: string, cwd: string): Evidence {
  const { consumer, provider, uses } = read(file, cwd, readPact);
  const api = provider === null ? null : kebabCase(provider);
  const operations = listRecordedUses(uses);
  return { evidence: 'pact', complete: true, consumer, api, version: null, operations, gaps: [] };
}

/** Recorded requests: they show what is called and sent, and never what is read of an answer. */
export function readHarFile(file: string, cwd: string): Evidence {
  const uses = read(file, cwd, readHar).map(({ method, target, body, status }) => {
    const { pathname, searchParams } = new URL(target, 'http://host');
    const query = [...searchParams.keys()];
    return { method, path: pathname, query, body: tryParse(body), status, expected: undefined };
  });
  return claimed('har', listRecordedUses(uses));
}

/** What `svc usage --format json` says of one consumer: what it calls, and which deprecated members it sends. */
export function readUsageFile(
  file: string,
  cwd: string,
  consumer: string | undefined,
  version: string | undefined,
): Evidence {
  const counts = read(file, cwd, (text) => {
    const list = objectAt(tryParse(text))['counts'];
    if (!Array.isArray(list))
      throw new CommandFailure(`--usage ${file}: it has no counts. Write it with svc usage --format json.`);
    return listAt(list).map(objectAt);
  });
  const own = counts.filter(
    (one) =>
      (consumer === undefined || one['consumer'] === consumer) && (version === undefined || one['version'] === version),
  );
  const operations = new Map<string, Set<string>>();
  for (const one of own) {
    const name = (textAt(one['operation']) ?? '').split(' +')[0]!;
    const members = operations.get(name) ?? new Set<string>();
    operations.set(name, members);
    for (const member of Object.keys(objectAt(one['members'])))
      members.add(member.split('.').reduce((path, step) => `${path}${path === '' ? '' : '.'}${memberStep(step)}`, ''));
  }
  return claimed(
    'usage',
    [...operations].map(([operation, members]) => ({
      operation,
      reads: {},
      sends: [...members].sort(),
      exhaustive: [],
    })),
  );
}

const claimed = (evidence: 'har' | 'usage', operations: readonly OperationUse[]): Evidence => ({
  evidence,
  complete: false,
  consumer: null,
  api: null,
  version: null,
  operations,
  gaps: [],
});

function read<T>(file: string, cwd: string, parse: (text: string) => T): T {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), 'utf8');
  } catch {
    throw new CommandFailure(`${file} cannot be read.`);
  }
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof PactError || error instanceof HarError) throw new CommandFailure(`${file}: ${error.message}`);
    throw error;
  }
}
