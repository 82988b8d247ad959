import { type JsonObject, objectAt, textAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { html, type Html } from '../text/html.js';
import { renderMarkdown } from './markdown.js';
import { joinedSchemes, schemeWords } from './security.js';

/** The dialog that takes credentials, a form for each scheme; null where a document has none. */
export function authorizeDialog(document: OpenDocument, returnUrl: string): Html | null {
  const schemes = joinedSchemes(document);
  if (schemes.length === 0) return null;
  return html`
<dialog id="authorize" aria-labelledby="authorize-heading" data-return="${returnUrl}">
  <header><h2 id="authorize-heading">Authorize</h2><button type="button" class="close" aria-label="Close">×</button></header>
  <p class="quiet">What you enter stays in this page and is forgotten when it closes.</p>
  ${schemes.map(([[first, ...alike], scheme]) => schemeForm(first!, alike, scheme))}
</dialog>`;
}

function schemeForm(name: string, alike: readonly string[], scheme: JsonObject): Html {
  const kind = textAt(scheme['type']);
  return html`
  <form class="scheme" data-scheme="${name}"${alike.length > 0 && html` data-alike="${alike.join(' ')}"`} data-definition="${JSON.stringify(scheme)}" novalidate>
    <h3>${[name, ...alike].join(', ')} <small>${schemeWords(scheme)}</small></h3>
    ${renderMarkdown(textAt(scheme['description']))}
    ${kind === 'oauth2' ? flowFields(scheme) : kind === 'openIdConnect' ? [flowChoice(['authorizationCode']), clientFields(['openid'])] : plainFields(scheme)}
    <p class="actions"><button type="submit" class="primary">Authorize</button> <button type="button" class="logout" hidden>Log out</button> <span class="state" role="status"></span></p>
  </form>`;
}

function plainFields(scheme: JsonObject): readonly Html[] {
  if (scheme['type'] === 'mutualTLS') return [html`<p class="quiet">The browser asks for the certificate.</p>`];
  if (scheme['type'] === 'http' && textAt(scheme['scheme'])?.toLowerCase() === 'basic')
    return [field('User name', 'username'), field('Password', 'password', { secret: true })];
  return [field(scheme['type'] === 'apiKey' ? 'Key' : 'Token', 'value', { secret: true })];
}

function field(label: string, name: string, { secret = false, value = '' } = {}): Html {
  return html`<label class="field"><span>${label}</span><input type="${secret ? 'password' : 'text'}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"></label>`;
}

/** One form for all flows of a scheme: the chosen flow decides which fields count. */
function flowFields(scheme: JsonObject): readonly Html[] {
  const flows = objectAt(scheme['flows']);
  const scopes = [...new Set(Object.values(flows).flatMap((flow) => Object.keys(objectAt(objectAt(flow)['scopes']))))];
  const names = Object.keys(flows);
  return [
    flowChoice(names),
    ...(names.includes('password')
      ? [field('User name', 'username'), field('Password', 'password', { secret: true })]
      : []),
    clientFields(scopes),
  ];
}

const flowWords: Readonly<Record<string, string>> = {
  authorizationCode: 'Authorization code (PKCE)',
  implicit: 'Implicit',
  clientCredentials: 'Client credentials',
  password: 'Password',
};

function flowChoice(names: readonly string[]): Html {
  return names.length === 1
    ? html`<input type="hidden" name="flow" value="${names[0]}">`
    : html`<label class="field"><span>Flow</span><select name="flow">${names.map((name) => html`<option value="${name}">${flowWords[name] ?? name}</option>`)}</select></label>`;
}

function clientFields(scopes: readonly string[]): Html {
  return html`${field('Client id', 'client_id')}${field('Client secret, if it has one', 'client_secret', { secret: true })}${
    scopes.length > 0 &&
    html`<fieldset class="scopes"><legend>Scopes</legend>${scopes.map((scope) => html`<label><input type="checkbox" name="scope" value="${scope}"> ${scope}</label>`)}</fieldset>`
  }`;
}
