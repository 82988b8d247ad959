import { type JsonObject, objectAt, textAt } from '../json/json.js';
import { html, type Html } from '../text/html.js';
import { copyable } from './code.js';
import { renderInlineMarkdown } from './markdown.js';
import type { PageContent } from './page-content.js';
import { joinedSchemes, schemeWords } from './security.js';
import { serversOf } from './servers.js';

/** Where an API is, how to authenticate, and who answers for it. */
export function apiFacts({ reading: { document } }: PageContent): Html | null {
  const info = objectAt(document.root['info']);
  const [license, more] = [objectAt(info['license']), objectAt(document.root['externalDocs'])];
  const servers = serversOf(undefined, document).filter((url) => url !== '');
  const schemes = joinedSchemes(document);
  const facts = [
    servers.length > 0 &&
      fact(
        servers.length === 1 ? 'Base address' : 'Base addresses',
        servers.map((url) => html`<div class="address"><code>${url}</code>${copyable(url, 'Copy the address')}</div>`),
      ),
    schemes.length > 0 &&
      fact(
        'Authentication',
        schemes.map(
          ([names, scheme]) =>
            html`<div>${names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)} <span class="quiet">${schemeWords(scheme)}</span></div>`,
        ),
      ),
    fact('Contact', contactOf(objectAt(info['contact']))),
    fact('Licence', linked(textAt(license['name']), textAt(license['url']))),
    fact('Terms', linked(textAt(info['termsOfService']), textAt(info['termsOfService']))),
    fact('More', linked(textAt(more['description']) ?? textAt(more['url']), textAt(more['url']))),
  ].filter((one) => one !== false && one !== null);
  return facts.length === 0 ? null : html`<dl class="facts">${facts}</dl>`;
}

function fact(name: string, value: Html | readonly Html[] | null): Html | null {
  return value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function linked(text: string | null, url: string | null): Html | null {
  if (text === null) return null;
  return url === null ? html`${text}` : renderInlineMarkdown(`[${text.replaceAll(/[[\]\\]/g, '\\$&')}](<${url}>)`);
}

function contactOf(contact: JsonObject): Html | null {
  const [name, url, email] = [textAt(contact['name']), textAt(contact['url']), textAt(contact['email'])];
  return linked(name ?? url ?? email, url ?? (email === null ? null : `mailto:${email}`));
}
