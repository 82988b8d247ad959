import { versionInWords } from '../text/version-order.js';
import type { Html } from '../text/html.js';
import { goneOperationPage, lookElsewhere, nearestVersions } from './absent-page.js';
import { changesPage } from './changes-page.js';
import type { PageSubject } from './links.js';
import { operationPage } from './operation-page.js';
import { overviewPage } from './overview-page.js';
import type { PageContent } from './page-content.js';
import type { PageDocument } from './read-document.js';
import { schemaPage } from './schema-page.js';
import { type FilePolicy, shell } from './shell.js';
import { contentOf, isDifferent, type SharedFacts, type SiteApi } from './site-content.js';
import { comparisonFolder, fileName, folderOf, pairName, type Side, timelineOf } from './site-links.js';
import { timelinePage } from './timeline-page.js';
import { versionPair } from './version-pair.js';

/** The files of a site, by their paths. */
export type Files = Map<string, string | Buffer>;

/** Adds the pages of a version, and to those of the last one the timeline. */
export async function writeSide(
  api: SiteApi,
  side: Side,
  reading: PageDocument,
  asOf: Date,
  withTimeline: boolean,
  policy: FilePolicy,
  shared: SharedFacts,
  files: Files,
): Promise<void> {
  const { version } = side;
  const contentAt = contentOf(api, side, reading, asOf, shared);
  const folder = folderOf(side);
  const write: WriteFile = (name, subject, heading, body, adapt = (content) => content) => {
    const content = adapt(contentAt(name));
    // As bytes: the pieces of a page need not stay.
    files.set(name, Buffer.from(shell(content, subject, heading, body(content), policy)));
  };
  files.set(`${folder}openapi.json`, `${JSON.stringify(reading.document.root, null, 2)}\n`);
  write(`${folder}index.html`, { kind: 'home' }, api.title, overviewPage);
  for (const [slug, operation] of reading.operations)
    write(`${folder}operations/${slug}.html`, { kind: 'operation', operation }, operation.summary, (content) =>
      operationPage(operation, content),
    );
  if (version !== null && side.preview === null) {
    const pair = await versionPair(contentAt(`${folder}${pairName}`), 'changes.html');
    if (pair) files.set(`${folder}${pairName}`, `${JSON.stringify(pair)}\n`);
    writeComparisons(contentAt, folder, write);
    writeGone(contentAt(`${folder}operations/`), version, folder, shared, write);
  }
  for (const name of reading.schemas)
    write(`${folder}schemas/${fileName(name)}.html`, { kind: 'schema', name }, name, (content) =>
      schemaPage(name, content),
    );
  const changes = await changesPage(contentAt(`${folder}changes.html`));
  write(`${folder}changes.html`, { kind: 'changes' }, 'Changes', () => changes);
  if (withTimeline && side.preview === null)
    write(timelineOf(version), { kind: 'timeline' }, 'Versions over time', (content) =>
      timelinePage(content, {
        routes: api.routes,
        asOf,
        calls: null,
        users: api.users ?? null,
        members: api.members ?? [],
      }),
    );
}

type WriteFile = (
  name: string,
  subject: PageSubject,
  heading: string,
  body: (content: PageContent) => Html,
  adapt?: (content: PageContent) => PageContent,
) => void;

/** A page for each operation that differs from the version before, with both sides of its examples; its form is on the page of the operation. */
function writeComparisons(contentAt: (file: string) => PageContent, folder: string, write: WriteFile): void {
  const { step, reading } = contentAt(folder);
  if (step === null) return;
  const chosen = (content: PageContent) => ({
    ...content,
    hasForm: false,
    step: content.step && { ...content.step, isChosen: true },
  });
  for (const operation of reading.operations.values())
    if (isDifferent(operation, step))
      write(
        `${folder}${comparisonFolder(step.version!)}${operation.slug}.html`,
        { kind: 'operation', operation },
        `${operation.summary}, since ${step.name}`,
        (content) => operationPage(operation, content),
        chosen,
      );
}

/** A page for each operation that other versions have. */
function writeGone(
  content: PageContent,
  version: string,
  folder: string,
  { keys, versions, readings }: SharedFacts,
  write: WriteFile,
): void {
  const names = versions.map((one) => one.version);
  for (const [key, having] of keys) {
    if (having.includes(version)) continue;
    const other = nearestVersions(names, version).find((name) => having.includes(name))!;
    const reading = readings.get(other)!;
    const operation = reading.operations.get(key)!;
    const elsewhere = lookElsewhere(content, { version: other, operation, reading });
    const title = `${operation.method} ${operation.path} is not in ${versionInWords(version)}`;
    write(`${folder}operations/${key}.html`, { kind: 'absent', key }, title, (shown) =>
      goneOperationPage(elsewhere, shown),
    );
  }
}
