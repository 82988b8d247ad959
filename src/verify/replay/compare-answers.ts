import { type Json, objectAt } from '../../json/json.js';
import { tryParse } from '../../json/parse-json.js';
import { coversMediaType } from '../../openapi/operations/media-types.js';
import type { Answer } from '../exchange.js';
import { type PromisedOperation, responseFor } from '../promised-api.js';
import { isJsonLines, isJsonType } from '../write-body.js';
import { compareValues, type Difference } from './compare-values.js';

/** Headers whose values clients act on, whether a version declares them or not. */
const telling: readonly string[] = ['location', 'www-authenticate', 'allow', 'deprecation', 'sunset'];

/** How an answer differs from the one that was given before: in its status, else in its body and the headers that the version declares. */
export function compareAnswers(operation: PromisedOperation, before: Answer, now: Answer): readonly Difference[] {
  if (before.status !== now.status)
    return [{ place: 'status', kind: 'value', before: before.status, now: now.status, isDeclared: true }];
  return [...compareHeaders(operation, before, now), ...compareBodies(operation, before, now)];
}

function compareHeaders(operation: PromisedOperation, before: Answer, now: Answer): readonly Difference[] {
  const declared = objectAt(responseFor(operation, before.status)?.response['headers']);
  const names = new Set([...Object.keys(declared).map((name) => name.toLowerCase()), ...telling]);
  return [
    ...[...names].flatMap((name) => differing(`header ${name}`, headerOf(before, name), headerOf(now, name))),
    // Without a body there is nothing to be of a type.
    ...(before.text === '' || now.text === '' ? [] : differing('header content-type', bare(before), bare(now))),
  ];
}

function differing(place: string, before: string | undefined, now: string | undefined): readonly Difference[] {
  if (before === now) return [];
  const kind = now === undefined ? 'lost' : before === undefined ? 'added' : 'value';
  return [{ place, kind, before, now, isDeclared: true }];
}

/** An address of the service itself is the same wherever the service is. */
const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  name === 'location' ? headers[name]?.replace(/^https?:\/\/(?:localhost|[\d.]+)(?::\d+)?(?=\/)/i, '') : headers[name];

const bare = ({ headers }: Answer) => headers['content-type']?.split(';')[0]!.trim().toLowerCase();

function compareBodies(operation: PromisedOperation, before: Answer, now: Answer): readonly Difference[] {
  if (before.text === now.text) return [];
  const [old, fresh] = [readBody(before), readBody(now)];
  if (old !== undefined && fresh !== undefined)
    return compareValues(operation.of, schemasOf(operation, before), old, fresh);
  const kind = now.text === '' ? 'lost' : before.text === '' ? 'added' : 'value';
  return [{ place: 'body', kind, before: shown(before), now: shown(now), isDeclared: true }];
}

/** The JSON of a body, whose lines are the items of a list; undefined for any other. */
function readBody({ headers, text }: Answer): Json | undefined {
  const mediaType = headers['content-type'] ?? '';
  if (!isJsonLines(mediaType)) return isJsonType(mediaType) ? tryParse(text) : undefined;
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const values = lines.map((line) => tryParse(line));
  return values.includes(undefined) ? undefined : (values as readonly Json[]);
}

function schemasOf(operation: PromisedOperation, { status, headers }: Answer): readonly Json[] {
  const written = headers['content-type'] ?? '';
  const content = objectAt(responseFor(operation, status)?.response['content']);
  const name = Object.keys(content).find((one) => coversMediaType(one, written.split(';')[0]!.trim()));
  const schema = name === undefined ? undefined : operation.document.resolve(content[name])['schema'];
  if (schema === undefined) return [];
  return isJsonLines(written) ? [{ type: 'array', items: schema }] : [schema];
}

const longestShown = 60;
const shown = ({ text = '' }: Answer) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
