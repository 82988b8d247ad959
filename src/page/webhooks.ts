import { compareVersionDocuments } from '../contract/compare/compare-versions-of-api.js';
import type { Finding } from '../diff/finding.js';
import { objectAt, textAt } from '../json/json.js';
import { tokensOf } from '../json/pointer.js';
import { listWebhooks } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { html, type Html } from '../text/html.js';
import { countOf } from '../text/join-words.js';
import { differenceList } from './difference-words.js';
import { type PlacedDifferences, placeFindings, type VersionStep } from './differences.js';
import { renderMarkdown } from './markdown.js';
import type { PageContent } from './page-content.js';
import { nameOfSide } from './previews.js';
import type { PageDocument } from './read-document.js';
import { schemaTree, type TreeContext } from './schema-tree.js';

type Differences = PlacedDifferences & { readonly findings: readonly Finding[] };

/** By what `listWebhooks` calls each. */
interface Comparison {
  /** What differs in the webhooks that both versions have. */
  readonly changed: ReadonlyMap<string, Differences>;
  readonly added: ReadonlySet<string>;
  readonly removed: readonly Operation[];
}

const comparisons = new WeakMap<PageDocument, WeakMap<PageDocument, Comparison>>();

/** Compares the webhooks of two versions, once. */
function compare(step: VersionStep): Comparison {
  const { from, to } = step;
  let known = comparisons.get(to);
  if (!known) comparisons.set(to, (known = new WeakMap()));
  let comparison = known.get(from);
  if (!comparison) known.set(from, (comparison = openComparison(step)));
  return comparison;
}

function openComparison({ from, to, asOf }: VersionStep): Comparison {
  const [before, after] = [listWebhooks(from.document), listWebhooks(to.document)];
  const only = ({ document }: PageDocument) => ({ ...document.root, paths: {} });
  const findings = compareVersionDocuments(only(from), only(to), { asOf }).map((finding) => ({
    finding,
    tokens: tokensOf(finding.pointer),
  }));
  const changed = new Map<string, Differences>();
  for (const [key, operation] of after) {
    const base = before.get(key);
    const own = findings.filter(({ tokens }) => operation.tokens.every((token, index) => token === tokens[index]));
    if (!base || own.length === 0) continue;
    const found = own.map(({ finding }) => finding);
    changed.set(key, { findings: found, ...placeFindings(found, base, operation) });
  }
  return {
    changed,
    added: new Set([...after.keys()].filter((key) => !before.has(key))),
    removed: [...before].flatMap(([key, operation]) => (after.has(key) ? [] : [operation])),
  };
}

/** Where the first page of a version lists its webhooks. */
export const webhooksId = 'webhook-events';

/** Whether a version sends something. */
export const hasWebhooks = ({ reading }: PageContent): boolean => listWebhooks(reading.document).size > 0;

/** The webhooks of a version, each with its body and what differs from the version before. */
export function webhookList(content: PageContent): Html | null {
  const { reading, step, version } = content;
  const webhooks = listWebhooks(reading.document);
  if (webhooks.size === 0) return null;
  const comparison = step && compare(step);
  const room = { rows: content.mostRows };
  const endpoints = version === null ? 'Endpoints' : `Endpoints of ${nameOfSide(content)}`;
  return html`
<section class="changes webhooks" id="${webhooksId}"><h2>Webhooks</h2><p class="quiet">${endpoints} are sent these requests.</p>
  ${[...webhooks].map(([key, webhook]) => webhookDetails(webhook, key, comparison, content, room))}
  ${step && comparison!.removed.map(({ path }) => html`<p class="gone"><s><code class="name">${path}</code></s> <span class="mark gone">gone</span> <span class="quiet">${step.name} has it.</span></p>`)}
</section>`;
}

function webhookDetails(
  { path, node, tokens, document }: Operation,
  key: string,
  comparison: Comparison | null,
  { reading, links, step }: PageContent,
  room: TreeContext['room'],
): Html {
  const differences = comparison?.changed.get(key);
  const mark = comparison?.added.has(key) ? 'new' : differences ? 'changed' : null;
  const context: TreeContext = {
    document: reading.document,
    links,
    differences: differences ?? null,
    room,
  };
  const content = objectAt(document.resolve(node['requestBody'])['content']);
  return html`
  <details><summary><code class="name">${path}</code> ${textAt(node['summary'])}${mark && html` <span class="mark ${mark}">${mark}</span>`}</summary>
    ${renderMarkdown(textAt(node['description']))}
    ${differences && html`<section class="difference" aria-label="Differences from ${step!.name}"><h3>${countOf(differences.findings.length, 'difference')} from ${step!.name}</h3>${differenceList(differences.findings)}</section>`}
    ${Object.entries(content).map(([mediaType, media]) =>
      schemaTree(
        document.resolve(media)['schema'],
        [...tokens, 'requestBody', 'content', mediaType, 'schema'],
        context,
        html`<code>${mediaType}</code>`,
      ),
    )}
  </details>`;
}

/** What a receiver of webhooks has to change to get those of the version; null where nothing is different. */
export function webhookGuide({ step, links }: PageContent): Html | null {
  if (step === null) return null;
  const { changed, added, removed } = compare(step);
  if (changed.size + added.size + removed.length === 0) return null;
  const webhooks = listWebhooks(step.to.document);
  const named = (webhook: Operation | undefined) => html`<code>${webhook?.path}</code>`;
  return html`
<section><h2>Webhooks</h2><p class="quiet">An endpoint gets the bodies of its own version until its owner changes that. <a href="${links.home}#${webhooksId}">All webhooks</a></p>
  ${[...changed].map(([key, { findings }]) => html`<section class="change"><h3>${named(webhooks.get(key))}</h3>${differenceList(findings)}</section>`)}
  ${removed.length + added.size > 0 && html`<ul class="users">${removed.map((one) => html`<li>${named(one)} <span class="mark gone">gone</span></li>`)}${[...added].map((key) => html`<li>${named(webhooks.get(key))} <span class="mark new">new</span></li>`)}</ul>`}
</section>`;
}
