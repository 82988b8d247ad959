import type { Edit } from '../../edit/apply-edits.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { UpgradeChange, UpgradeStep } from '../../contract/upgrades/describe-upgrades.js';
import type { Finding } from '../../diff/finding.js';
import { moduleName } from '../module-name.js';
import { type CodeInput, openCode } from '../scan/open-code.js';
import { openProject } from '../scan/open-project.js';
import { replaceClients } from '../scan/replace-clients.js';
import type { Toolchain } from '../toolchain.js';
import type { ScanCompiler } from '../scan/checker.js';
import { readCurrent } from './read-current.js';
import { locateIn } from '../scan/collect-places.js';
import { compileEdited, editedTexts, offsetAfter } from './compile-edited.js';
import { findStops } from './find-stops.js';
import { followUpgrades } from './follow-upgrades.js';
import { planEdits } from './plan-edits.js';
import type { StopPoint } from './stop.js';

export interface UpgradeInput extends CodeInput {
  /** From the base to the revision, oldest first. */
  readonly locks: readonly ContractLock[];
  readonly steps: readonly UpgradeStep[];
  /** The differences from the base to the revision, at every place. */
  readonly findings: readonly Finding[];
  /** What the revision is called in sentences: `version 2`. */
  readonly target: string;
}

/** Code of a consumer, moved from one client to another. */
export interface UpgradedCode {
  readonly files: readonly EditedFile[];
  /** The modules of the revision's client that are missing, by their paths. */
  readonly client: ReadonlyMap<string, string>;
  readonly stops: readonly StopPoint[];
  /** Changes of behaviour that concern no operation in particular. */
  readonly remarks: readonly Pick<UpgradeChange, 'id' | 'title' | 'description'>[];
  /** How many files were read. */
  readonly read: number;
  /** The modules of the base's client that have other types than svc client writes. */
  readonly stale: readonly string[];
}

export interface EditedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly Edit[];
}

/**
 * Moves the code of a folder from the client of the base to that of the revision, in memory. Of code that uses only the latter, the stop points
 * are what does not compile. Throws a ScanError for a folder that uses neither.
 */
export async function upgradeCode(input: UpgradeInput, toolchain: Toolchain): Promise<UpgradedCode> {
  const { locks, steps, findings, target } = input;
  const upgrade = followUpgrades(locks, steps);
  const remarks = steps
    .flatMap(({ changes }) => changes)
    .filter((one) => one.subjects.length + one.operations.length === 0)
    .map(({ id, title, description }) => ({ id, title, description }));
  const project = openProject(input.folder, toolchain.compiler as ScanCompiler);
  const current = readCurrent(input, project, upgrade, toolchain.compiler as ScanCompiler);
  if (current) return { files: [], client: new Map(), stale: [], remarks, ...current };
  const code = await openCode({ ...input, project }, toolchain);
  const plan = planEdits(code, upgrade);
  const client = await missingClient(code, input, toolchain);
  const edited = compileEdited(code, plan.edits, client, upgrade.operations);
  const stops = findStops({ ...edited, code, upgrade, plan, findings, target });
  const texts = editedTexts(code, plan.edits);
  const files = [...texts].map(([file, after]) => {
    const before = code.program.getSourceFile(file)!.text;
    return { file, before, after, edits: plan.edits.get(file)! };
  });
  return {
    files: files.filter(({ before, after }) => before !== after),
    client,
    stops,
    remarks,
    read: code.files.length,
    stale: code.stale,
  };
}

/** The same with its stop points where the edited files have them. */
export function afterEdits(upgraded: UpgradedCode): UpgradedCode {
  const files = new Map(upgraded.files.map((one) => [one.file, one]));
  const stops = upgraded.stops.map((stop) => {
    const file = files.get(stop.file);
    return file ? { ...stop, ...locateIn(file.after, offsetAfter(file.edits, stop.offset)) } : stop;
  });
  return { ...upgraded, stops };
}

/** The modules of the revision's client beside each of the base's, where they are missing. */
async function missingClient(
  { clients, versions, compiler }: Awaited<ReturnType<typeof openCode>>,
  input: UpgradeInput,
  toolchain: Toolchain,
): Promise<ReadonlyMap<string, string>> {
  const { base, revision } = versions;
  const missing = new Map<string, string>();
  if (base.version === revision.version) return missing;
  for (const client of clients) {
    const name = client.file.slice(client.file.lastIndexOf('/') + 1);
    const own =
      client.file.slice(0, -name.length) + name.replace(moduleName(base.version), moduleName(revision.version));
    if (compiler.sys.fileExists(own)) continue;
    const address = baseUrlIn(client.text);
    const baseUrl = address === base.server ? undefined : address;
    const written = await replaceClients([{ ...client, file: own }], revision, { ...input, baseUrl }, toolchain);
    for (const [file, text] of written) if (!compiler.sys.fileExists(file)) missing.set(file, text);
  }
  return missing;
}

/** The address that a client was written with. */
const baseUrlIn = (text: string): string | undefined => {
  const written = /^ baseUrl: (".*"),?$/m.exec(text)?.[1];
  return written === undefined ? undefined : (JSON.parse(written) as string);
};
