import type { Json, JsonObject } from '../json/json.js';
import { printExpression } from '../source/print-expression.js';
import { joinWords } from '../text/join-words.js';
import { type ConstantOf, type Draft, memberSchemas, type OperationDraft } from './draft.js';
import type { AnswerCandidate, OperationCandidate } from './find-operation.js';
import { sameMember } from './members.js';
import { type OperationShape, type PartName, requestParts } from './operation-shape.js';
import { finishChange, inWords, type PrintedChange } from './print-change.js';
import { converter } from './print-arrow.js';
import { printUp } from './print-request.js';
import { downEntries, touchedBy } from './print-reshape.js';
import type { Candidate } from './step.js';
import { asConstant } from './ways.js';
import { indented, keyOf, memberOf, quoted, todo } from './write.js';

/** A change of one operation that takes one way; null where a schema in it has no constant. */
export function printOperation(
  draft: OperationDraft,
  candidate: OperationCandidate,
  constantOf: ConstantOf,
): PrintedChange | null {
  const { newer, older } = draft;
  const before = beforeOf(draft, candidate, constantOf);
  if (before === null) return null;
  const up = candidate.request ? printUp(draft, candidate.request.steps) : null;
  const down = printDown(draft, candidate.answers);
  const lines = [
    `before: { ${before.join(', ')} },`,
    ...(up === null ? [] : [`up: ${up},`]),
    ...(down === null ? [] : [`down: ${down},`]),
  ];
  const body = `operation(() => ${draft.controller}, ${quoted(draft.handler)}, {\n  ${indented(lines.join('\n'))}\n})`;
  const words = wordsOf(newer, older, candidate);
  const title = `${newer.method} ${newer.path}: ${words.length > 0 ? joinWords(words) : 'changed'}`;
  return finishChange(title, 'operations', body);
}

function wordsOf(newer: OperationShape, older: OperationShape, { request, answers }: OperationCandidate) {
  const moved = newer.method !== older.method || newer.path !== older.path;
  const plain = (words: string) => words.replaceAll(/\b(?:params|query|headers|body)\//g, '');
  return [
    ...(moved ? [`moved from ${older.method} ${older.path}`] : []),
    ...(newer.status === older.status ? [] : [`${newer.status} instead of ${older.status}`]),
    ...(request?.steps ?? []).filter((step) => !(moved && isOfPath(step))).map((step) => plain(inWords(step))),
    ...answers
      .filter(({ isEmpty }) => !isEmpty || newer.status === older.status)
      .map(({ newer: status, way }) =>
        way && !way.whole ? joinWords(way.steps.map(inWords)) : `another answer of ${status}`,
      ),
  ];
}

const isOfPath = (step: Candidate['steps'][number]) =>
  (step.kind === 'added' && step.name.startsWith('params/')) ||
  (step.kind === 'removed' && step.name.startsWith('params/'));

/** What the operation was; null where a schema in it has no constant. */
function beforeOf(
  { newer, older, path }: OperationDraft,
  { answers }: OperationCandidate,
  constantOf: ConstantOf,
): readonly string[] | null {
  const isSamePart = (part: PartName) => {
    const [now, was] = [newer.parts[part], older.parts[part]];
    return (
      now.size === was.size && [...was].every(([name, member]) => now.has(name) && sameMember(now.get(name)!, member))
    );
  };
  const parts = requestParts
    .filter((part) => !isSamePart(part))
    .map((part) => {
      const members = memberSchemas([...older.parts[part]], constantOf);
      return members && `${part}: z.object({ ${members.join(', ')} })`.replace('{  }', '{}');
    });
  const written = [
    ...(newer.method === older.method ? [] : [`method: ${quoted(older.method)}`]),
    ...(path === null ? [] : [`path: ${quoted(path)}`]),
    ...(newer.status === older.status ? [] : [`status: ${older.status}`]),
    ...parts,
    ...bodyOf(newer, older, constantOf),
    ...responseOf(older, answers, constantOf),
  ];
  return written.includes(null) ? null : (written as readonly string[]);
}

function bodyOf(newer: OperationShape, older: OperationShape, constantOf: ConstantOf): readonly (string | null)[] {
  if (!older.body || (newer.body && sameMember(newer.body, older.body))) return [];
  const text = printExpression(older.body.schema, constantOf);
  return [text && `body: ${indented(text)}`];
}

function responseOf(
  older: OperationShape,
  answers: readonly AnswerCandidate[],
  constantOf: ConstantOf,
): readonly (string | null)[] {
  if (answers.length === 0) return [];
  const entries = answers.map(({ older: status, isEmpty, lost }) => {
    if (isEmpty) return `${status}: null`;
    const { schema, headers } = older.answers.get(status)!;
    const text = printExpression(schema!, constantOf);
    if (text === null || lost.length === 0) return text && `${status}: ${indented(text)}`;
    const members = memberSchemas(
      lost.map(([name]) => [name, headers.get(name)!]),
      constantOf,
    );
    return members && `${status}: { schema: ${indented(text)}, headers: { ${members.join(', ')} } }`;
  });
  return entries.includes(null) ? [null] : [`response: { ${entries.join(', ')} }`];
}

/** How answers come down; null where they stay as they are. */
function printDown({ version, newer, older }: OperationDraft, answers: readonly AnswerCandidate[]): string | null {
  const branches = answers.map(({ newer: status, older: was, way, isEmpty, lost }) => {
    const question = `What does version ${version} show for ${newer.method} ${newer.path}?`;
    const headers = lost.map(
      ([name, member]) =>
        `${keyOf(name)}: ${member === null ? todo(`Which ${name} does version ${version} answer with?`) : `String(${memberOf('body', member)})`}`,
    );
    const rest = headers.length > 0 ? `, headers: { ${headers.join(', ')} }` : '';
    const single = (body: string) => ({ status, lines: [`return { ${body}${rest} };`] });
    if (isEmpty) return single('body: undefined');
    if (way === null) return single(`body: ${todo(question)}`);
    if (way.whole)
      return single(way.whole.down.isIdentity ? 'body' : `body: ${way.whole.down.write('body', question, asConstant)}`);
    const own = newer.answers.get(status)!.schema;
    const its = older.answers.get(was)!.schema;
    return { status, lines: memberLines(way, draftOf(`${newer.method} ${newer.path}`, own, its, version), rest) };
  });
  if (branches.length === 0) return null;
  const simple = branches.length === 1 && branches[0]!.lines.length === 1;
  if (simple) {
    const [{ status, lines }] = branches as [{ status: string; lines: readonly string[] }];
    return `({ status, body }) => (status === ${status} ? ${lines[0]!.replace(/^return /, '').replace(/;$/, '')} : {})`;
  }
  return [
    '({ status, body }) => {',
    ...branches.flatMap(({ status, lines }) => [
      `  if (status === ${status}) {`,
      ...lines.map((line) => `    ${line}`),
      '  }',
    ]),
    '  return {};',
    '}',
  ].join('\n');
}

const draftOf = (id: string, newer: Json | null, older: Json | null, version: string): Draft => ({
  id,
  constant: '',
  newer: (newer ?? {}) as JsonObject,
  older: (older ?? {}) as JsonObject,
  uses: { requests: false, answers: true },
  version,
});

function memberLines({ steps }: Candidate, draft: Draft, rest: string): readonly string[] {
  const { gone } = touchedBy(steps);
  const { parameter, written } = converter(gone, downEntries(steps, draft, asConstant), 'value');
  const pattern = parameter.slice(1, -1);
  return pattern === 'value'
    ? [`return { body: ${written.replaceAll(/\bvalue\b/g, 'body')}${rest} };`]
    : [`const ${pattern} = body;`, `return { body: ${written}${rest} };`];
}
