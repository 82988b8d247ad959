import { isError } from './answers.js';
import { componentName, describeType } from './describe-type.js';
import { listAt, objectAt } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { buildRequest, type FilledParameter } from './build-request.js';
import { codeLines, codeText, tabs } from './code.js';
import { beforeAndAfter, diffBlock, successExample } from './comparison.js';
import { differencesOf } from './differences.js';
import { languageOf } from './colour-code.js';
import { html, type Html } from '../text/html.js';
import { type BodyForm, bodyForms, exampleText, fillParameter, mediaExample, sampleOf } from './operation-request.js';
import type { PageContent } from './page-content.js';
import type { ReadOperation } from './read-document.js';
import { formKind, type SampleBody, type SampleRequest } from './sample-request.js';
import { languages, writeSample } from './samples.js';
import { isShared } from './schema-users.js';
import { placeholderFor, requirementsOf } from './security.js';
import { serversOf } from './servers.js';

/** The request of an operation: in code, and as a form that sends it; in a comparison, beside what it was. */
export function tryIt(operation: ReadOperation, content: PageContent): Html {
  const { version, step } = content;
  const request = sampleRequest(operation, version, content.mostLines);
  const base = step?.isChosen ? (differencesOf(operation, step)?.base ?? null) : null;
  const before = base && writeSample('curl', sampleRequest(base, step!.version, content.mostLines));
  const after = writeSample('curl', request);
  return html`
<aside class="request" aria-label="Request">
  <section class="panel">${tabs('language', 'Language of the code sample', [
    ...(before === null || before === after
      ? []
      : [
          {
            label: 'Diff',
            value: 'difference',
            pane: diffBlock(before, after, 'curl, before and after'),
          },
        ]),
    // The page's script adds the other languages, and colours what is not curl.
    ...content.languages.map((language) => ({
      label: languages[language].label,
      value: language,
      attributes: html` data-language="${language}"`,
      pane: codeLines(
        writeSample(language, request),
        language === 'curl' ? languages.curl.colours : null,
        languages[language].label,
      ),
    })),
  ])}</section>
  ${content.hasForm ? tryForm(operation, content) : html`<p class="actions"><a class="secondary" href="${content.links.operation(operation.slug)}#try">Try it</a></p>`}
  ${responseExamples(operation, base, content)}
</aside>
${content.hasForm && html`<a class="try-jump" href="#try">Try it</a>`}`;
}

/** The form that sends a request. */
function tryForm(operation: ReadOperation, content: PageContent): Html {
  const { reading, version } = content;
  const { document } = reading;
  const { method, path } = operation;
  const parameters = operation.parameters.map((parameter) => fillParameter(parameter, document));
  const bodies = bodyForms(operation);
  const servers = serversOf(operation.servers, document);
  const security = JSON.stringify(requirementsOf(operation, document));
  return html`<form class="try panel" id="try" novalidate data-method="${method}" data-path="${path}" data-version="${version}" data-previews="${operation.previews.join(' ')}" data-security="${security}" data-placeholder="${JSON.stringify(placeholderFor(operation, document))}">
    <h2>Try it</h2>
    <div class="fields">
    ${servers.length > 1 ? html`<label class="field"><span>Server</span><select name="server">${servers.map((url) => html`<option>${url}</option>`)}</select></label>` : html`<input type="hidden" name="server" value="${servers[0]}">`}
    ${parameters.map((parameter, index) => parameterField(parameter, operation, index, document))}
    ${bodies.length > 1 && html`<label class="field"><span>Media type</span><select name="media">${bodies.map(({ mediaType }) => html`<option>${mediaType}</option>`)}</select></label>`}
    ${bodies.map((body, index) => bodyField(body, index, content))}
    </div>
    <p class="actions"><button type="submit" class="primary">Send</button> <button type="button" class="stop" hidden>Stop</button> <span class="credentials quiet"></span></p>
    <div class="result" role="status" aria-live="polite"></div>
  </form>`;
}

/** The request as the form starts with it; a longer body is in the form only, from where the page's script copies it. */
function sampleRequest(operation: ReadOperation, version: string | null, mostLines: number): SampleRequest {
  const { method, path, document, previews } = operation;
  const [body] = bodyForms(operation);
  return buildRequest({
    method,
    path,
    version,
    previews,
    server: serversOf(operation.servers, document)[0]!,
    parameters: operation.parameters.map((parameter) => fillParameter(parameter, document)),
    credentials: placeholderFor(operation, document),
    mediaType: body?.mediaType ?? null,
    body:
      body === undefined
        ? null
        : isLonger(body.text, mostLines)
          ? { kind: 'file', file: 'body.json' }
          : sampleBody(body),
  });
}

const isLonger = (text: string, mostLines: number) => text.split('\n', mostLines + 1).length > mostLines;

/** The body as the form starts with it. */
function sampleBody({ mediaType, text, fields }: BodyForm): SampleBody | null {
  if (fields) return { kind: formKind(mediaType), parts: fields.filter(({ value }) => value !== '') };
  if (isBinary(mediaType)) return { kind: 'file', file: 'body' };
  return text === '' ? null : { kind: 'text', text };
}

const isBinary = (mediaType: string) => !/json|text|xml|yaml|javascript/i.test(mediaType);

function parameterField(
  filled: FilledParameter,
  { parameters }: ReadOperation,
  index: number,
  document: OpenDocument,
): Html {
  const { schema } = parameters[index]!;
  const { in: place, name, value, required, style, explode, kind, constant } = filled;
  const resolved = document.resolve(schema);
  const values = [resolved['const'] === undefined ? listAt(resolved['enum']) : [resolved['const']]].flat().map(String);
  const data = html` data-in="${place}" data-style="${style}"${explode && html` data-explode="1"`} data-kind="${kind}"${required && html` required`}`;
  if (constant) return html`<input type="hidden" name="${name}" value="${value}"${data} data-constant>`;
  const control =
    values.length > 0 && kind === 'text'
      ? html`<select name="${name}"${data}>${!required && html`<option value=""></option>`}${values.map((one) => html`<option${one === value && html` selected`}>${one}</option>`)}</select>`
      : html`<input type="text" name="${name}" value="${value}" placeholder="${describeType(schema, document)}" autocomplete="off" spellcheck="false"${data}>`;
  return html`<label class="field"><span><code>${name}</code> <small>${place}${required && ', required'}</small></span>${control}</label>`;
}

/** The page of a schema whose example is that of a long body; null for a body that the page writes itself. */
function exampleElsewhere({ schema, text }: BodyForm, { reading, links, mostLines }: PageContent): string | null {
  const name = componentName(schema);
  if (name === null || !isLonger(text, mostLines)) return null;
  return exampleText(sampleOf(schema, reading.document), 'application/json') === text ? links.schema(name) : null;
}

function bodyField(body: BodyForm, index: number, content: PageContent): Html {
  const { mediaType, text, fields } = body;
  const hidden = index > 0 && html` hidden`;
  if (fields)
    return html`<fieldset class="body" data-media="${mediaType}"${hidden}><legend>Body <small>${mediaType}</small></legend>${fields.map(
      ({ name, value, isFile, required, several, accept }) =>
        html`<label class="field"><span><code>${name}</code> <small>${isFile ? 'file' : 'text'}${required && ', required'}</small></span>${isFile ? html`<input type="file" name="${name}"${required && html` data-required`}${several && html` multiple`}${accept && html` accept="${accept}"`}>` : html`<input type="text" name="${name}" value="${value}" autocomplete="off">`}</label>`,
    )}</fieldset>`;
  return html`<fieldset class="body" data-media="${mediaType}"${hidden}><legend>Body <small>${mediaType}</small></legend>${
    isBinary(mediaType)
      ? html`<input type="file" name="body" aria-label="Body"${/^(?:\*|application\/octet-stream)/.test(mediaType) ? '' : html` accept="${mediaType}"`}>`
      : textField(text, exampleElsewhere(body, content))
  }</fieldset>`;
}

/** The page's script copies an example that is `elsewhere`. */
const textField = (text: string, elsewhere: string | null) =>
  html`<textarea name="body" aria-label="Body" rows="${Math.min(Math.max(text.split('\n').length, 3), 18)}" spellcheck="false"${elsewhere !== null && html` data-example="${elsewhere}"`}>${elsewhere === null && codeText(text)}</textarea>`;

/** Examples of an operation's responses, a tab for each status; null where none has one. That of a shared error is on its schema's page. */
function responseExamples(operation: ReadOperation, base: ReadOperation | null, content: PageContent): Html | null {
  const { reading } = content;
  const { document } = reading;
  // One example through the changes says more than two of the documents.
  const converted = base && beforeAndAfter(operation, base, content).find(({ what }) => what === 'Answer');
  const examples = Object.entries(objectAt(operation.node['responses'])).flatMap(([status, written]) => {
    for (const [mediaType, media] of Object.entries(objectAt(document.resolve(written)['content']))) {
      const name = componentName(objectAt(media)['schema']);
      if (isError(status) && name !== null && isShared(name, reading)) continue;
      const text = mediaExample(media, mediaType, document);
      if (converted && text === successExample(operation) && status.startsWith('2'))
        return [{ status, mediaType, text: converted.after, before: converted.before }];
      if (text !== '') return [{ status, mediaType, text, before: base && exampleIn(base, status, mediaType) }];
    }
    return [];
  });
  if (examples.length === 0) return null;
  return html`<section class="panel examples"><h2>Example response</h2>${tabs(
    'example',
    'Status of the example',
    examples.toSorted(successFirst).map(({ status, mediaType, text, before }) => ({
      label: html`<span class="status s${status[0]}">${status}</span>`,
      value: status,
      pane:
        before === null || before === text
          ? codeLines(beginning(text, content.mostLines), null, `Example of ${status}`, languageOf(mediaType))
          : diffBlock(before, text, `Example of ${status}, before and after`),
    })),
  )}</section>`;
}

/** The first lines of an example. */
function beginning(text: string, mostLines: number): string {
  const lines = text.split('\n');
  const left = lines.length - mostLines;
  return left <= 1 ? text : [...lines.slice(0, mostLines), `… ${left} more lines`].join('\n');
}

/** The example of a status and a media type; empty for none. */
function exampleIn({ node, document }: ReadOperation, status: string, mediaType: string): string {
  const content = objectAt(document.resolve(objectAt(node['responses'])[status])['content']);
  return content[mediaType] === undefined ? '' : mediaExample(content[mediaType], mediaType, document);
}

const successFirst = (one: { readonly status: string }, other: { readonly status: string }) =>
  Number(other.status.startsWith('2')) - Number(one.status.startsWith('2'));
