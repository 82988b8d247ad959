import type { Finding } from '../diff/finding.js';
import { checks } from '../diff/checks/checks.js';
import type { Level } from '../report/level.js';
import { tokensOf } from '../json/pointer.js';
import { html, type Html } from '../text/html.js';

const severity: Readonly<Record<Level, string | null>> = { error: 'breaking', warning: 'may break', info: null };
const ranks: readonly Level[] = ['error', 'warning', 'info'];

/** Differences as sentences for the people who call an operation, breaking ones first; the check that found one is a tooltip. */
export function differenceList(findings: readonly Finding[], most = Number.POSITIVE_INFINITY): Html {
  const sorted = findings.toSorted((one, other) => ranks.indexOf(one.level) - ranks.indexOf(other.level));
  return html`<ul class="findings">${sorted
    .slice(0, most)
    .map(
      (finding) =>
        html`<li class="${finding.level}" title="${finding.id}">${sentenceOf(finding)}${severity[finding.level] !== null && html` <small class="severity">${severity[finding.level]}</small>`}</li>`,
    )}</ul>`;
}

/** What a difference says about its part: `is gone`. The page shows the part itself, which `svc diff` names first. */
export function predicateOf({ id, message }: Pick<Finding, 'id' | 'message'>): string {
  const isAnswer = checks[id].direction === 'response';
  const said = message
    .replace(/^(?:[^":]|"(?:[^"\\]|\\.)*")*: /, '')
    .replace(/ \((?:it was|read-only|write-only)[^)]*\)$/, '');
  return said
    .replace(/^is new and (required|optional)$/, (_, word: string) =>
      word === 'required' ? (isAnswer ? 'is new, and always there' : 'is new, and required') : 'is new',
    )
    .replace(/^became (required|optional)$/, (_, word: string) =>
      isAnswer
        ? word === 'required'
          ? 'is always there now'
          : 'may be missing now'
        : word === 'required'
          ? 'must be sent now'
          : 'may be left out now',
    )
    .replace(/^was removed$/, 'is gone')
    .replace(/^type changed from (.+) to (.+)$/, 'is $2 now, and was $1')
    .replace(/^(.+) changed from (.+) to (.+)$/, 'has another $1: $3, and not $2');
}

function sentenceOf(finding: Finding): Html {
  const { message, pointer, renamed } = finding;
  if (renamed) return html`<code>${renamed.from}</code> is called <code>${renamed.to}</code> now`;
  const predicate = predicateOf(finding);
  const place = placeOf(tokensOf(pointer));
  if (!message.includes(': ') || place === null) return html`${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  const { name, within } = place;
  return name === ''
    ? html`${within.charAt(0).toUpperCase()}${within.slice(1)} ${predicate}`
    : html`<code>${name}</code> ${predicate} <span class="quiet">(${within})</span>`;
}

/** The part of an operation that a pointer leads into: `items[].createdAt`, in `the answer`; null for a part without a name. */
function placeOf([root, , , ...inside]: readonly string[]): { readonly name: string; readonly within: string } | null {
  const at = inside.indexOf('schema');
  if (at === -1) return null;
  const [part, key = ''] = inside;
  const isSuccess = key.startsWith('2');
  const header = inside[2] === 'headers' ? inside[3] : undefined;
  const within =
    part === 'requestBody'
      ? root === 'webhooks'
        ? 'the body'
        : 'the request'
      : part === 'responses'
        ? `${header === undefined ? '' : `the header ${header} of `}the answer${isSuccess ? '' : ` ${key}`}`
        : null;
  if (within === null) return null;
  const path = memberPath(inside.slice(at + 1));
  return path === '[]' || path.startsWith('[].')
    ? { name: path.slice(3), within: `each item of ${within}` }
    : { name: path, within };
}

function memberPath(tokens: readonly string[]): string {
  let path = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token === 'items') path += '[]';
    else if (token === 'properties') path += `${path === '' ? '' : '.'}${tokens[++index] ?? ''}`;
    else if (['allOf', 'anyOf', 'oneOf', 'patternProperties', 'prefixItems'].includes(token)) index++;
  }
  return path;
}
