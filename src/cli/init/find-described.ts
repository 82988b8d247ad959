import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../command-failure.js';
import { joinWords } from '../../text/join-words.js';
import type { NamedFile } from '../sources/read-documents.js';
import { bundleFile } from '../sources/bundle-files.js';
import { findDocuments, type FoundDocument, type FoundDocuments } from './find-documents.js';
import { planNestDocument } from './nest-document.js';
import { type ConfiguredDocument, type PlannedConfig, planFiles } from './plan-config.js';
import { dependenciesOf, frameworkOf, type Project } from './survey-project.js';

/** Where the description of an API is, and how to say it. */
export interface Described {
  readonly from: string;
  /** What was found and cannot be used; sentences. */
  readonly faults: readonly string[];
  /** Documents, or the module that describes the API with svckit itself, relative to the folder. */
  readonly plan: PlannedConfig | { readonly module: string };
}

/** Chooses among several documents; null if cancelled. */
export type Choose = (found: readonly FoundDocument[]) => Promise<readonly FoundDocument[] | null>;

/** Finds what describes the API of a project: documents that are named, a module of svckit, documents in files, or the usual way to print one. */
export async function findDescribed(
  project: Project,
  named: readonly NamedFile[],
  choose: Choose | null,
): Promise<Described | null> {
  if (named.length > 0) return describeNamed(project, named);
  const module = moduleOf(project);
  if (module !== null) return { from: module, faults: [], plan: { module } };
  const found = await findDocuments(project.folder, project.files);
  if (found.documents.length > 0) return describeFiles(found, choose);
  const printed = planPrinted(project);
  if (printed && found.faults.length === 0) return { from: printed.documents[0]!.command!, faults: [], plan: printed };
  throw usageError(await explainMissing(project, found));
}

async function describeNamed({ folder }: Project, named: readonly NamedFile[]): Promise<Described> {
  const documents = await Promise.all(
    named.map(async ({ file }) => ({ file, bundle: await bundleFile(file, { cwd: folder }) })),
  );
  return { from: joinWords(documents.map(summaryOf)), faults: [], plan: planFiles(documents, named) };
}

async function describeFiles({ documents, faults }: FoundDocuments, choose: Choose | null): Promise<Described | null> {
  const chosen = documents.length === 1 || !choose ? documents : await choose(documents);
  if (chosen === null) return null;
  const unnamed = chosen.map(({ file }) => ({ file, version: null }));
  const titles = new Set(chosen.map(({ bundle }) => titleOf(bundle.document)));
  if (titles.size > 1) throw severalApis(chosen);
  return { from: joinWords(chosen.map(summaryOf)), faults, plan: planFiles(chosen, unnamed) };
}

const titleOf = (document: Readonly<Record<string, unknown>>) =>
  (document['info'] as { readonly title?: unknown } | undefined)?.title ?? '';

/** `openapi.yaml (OpenAPI 3.1.0)` */
export const summaryOf = ({ file, bundle }: FoundDocument) => `${file} (OpenAPI ${String(bundle.document['openapi'])})`;

function severalApis(found: readonly FoundDocument[]): Error {
  const lines = found.map((one) => `  ${summaryOf(one)}: ${String(titleOf(one.bundle.document))}`);
  return usageError(
    `The documents here have different titles, so they may be several APIs:\n${lines.join('\n')}\n` +
      `Name the document of each version: svc init --document ${found[0]!.file}=1 --document ${found[1]!.file}=2. ` +
      'Several APIs have a folder each, with an svc.config.yaml of its own.',
  );
}

/** A module whose default export is an API of svckit. */
function moduleOf({ folder, files, own }: Project): string | null {
  if (!own?.dependencies.has('svckit')) return null;
  return (
    files.find((file) => {
      if (!/\.m?[jt]s$/.test(file) || /\.(?:spec|test|d)\.m?[jt]s$/.test(file)) return false;
      const text = readFileSync(join(folder, file), 'utf8');
      return (
        /^export default (?:around|defineService|defineGateway|defineDocuments)\(/m.test(text) &&
        /from ['"]svckit(?:\/around)?['"]/.test(text)
      );
    }) ?? null
  );
}

/** Scripts `openapi`, or `openapi:v1` and `openapi:v2`, which print documents; else what is usual for the framework. */
function planPrinted({ folder, files, framework, own }: Project): PlannedConfig | null {
  if (own === null) return null;
  const documents = Object.keys(own.scripts).flatMap((script): readonly ConfiguredDocument[] => {
    const [, version] = /^openapi:v(\d[\w.]*)$/.exec(script) ?? [];
    return version === undefined ? [] : [{ version, command: `npm run -s ${script}` }];
  });
  if (documents.length > 0) return { documents, versioning: null, beside: [] };
  if (own.scripts['openapi'] !== undefined)
    return { documents: [{ version: null, command: 'npm run -s openapi' }], versioning: null, beside: [] };
  return framework?.name === 'Nest' && own.dependencies.has(framework.maker) ? planNestDocument(folder, files) : null;
}

async function explainMissing(project: Project, { faults }: FoundDocuments): Promise<string> {
  if (faults.length > 0)
    return `${faults.join('\n')}\nThen run svc init again, or name another document: --document openapi.yaml`;
  const homes = await packagesWithApi(project);
  if (homes.length > 0)
    return `This folder has packages with an API, and none of its own. Name one:\n${homes.map((home) => `  svc init ${home}`).join('\n')}`;
  const { framework, own } = project;
  if (!framework) return 'There is no OpenAPI document here. Name one: svc init --document openapi.yaml';
  const lacks = own!.dependencies.has(framework.maker) ? '' : `install ${framework.maker}, `;
  return `There is no OpenAPI document here, and no script that prints one. For ${framework.name}, ${lacks}add a script "openapi" that prints the document, and run svc init again: docs/adopt/${framework.page}.md of svckit shows how.`;
}

/** The packages below a folder that have a document or a framework. */
async function packagesWithApi({ folder, packages }: Project): Promise<readonly string[]> {
  const found = await Promise.all(
    [...packages].map(async ([home, files]) => {
      const { documents, faults } = await findDocuments(folder, files);
      return documents.length + faults.length > 0 || hasFramework(join(folder, home)) ? [home] : [];
    }),
  );
  return found.flat();
}

function hasFramework(home: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>;
    return frameworkOf(dependenciesOf(manifest)) !== null;
  } catch {
    return false;
  }
}
