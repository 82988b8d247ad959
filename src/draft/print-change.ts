import { isObject, type Json } from '../json/json.js';
import { writeExpression } from '../source/layout/write-source.js';
import { printExpression } from '../source/print-expression.js';
import { readExpression } from '../source/read-expression.js';
import { joinWords } from '../text/join-words.js';
import { withArticle } from '../text/with-article.js';
import { type ConstantOf, type Draft, impliedValue, memberSchemas, type Part, shownValue } from './draft.js';
import { membersOf } from './members.js';
import { printReshape } from './print-reshape.js';
import type { Candidate, Conversion, Step } from './step.js';
import { inArrow, unknown } from './ways.js';
import { indented, keyOf, quoted } from './write.js';

/** A change as TypeScript. */
export interface PrintedChange {
  readonly title: string;
  /** The call of `change`, as Prettier would break it where it is an item of a list. */
  readonly code: string;
  /** What it changes, and that as code. */
  readonly kind: 'schemas' | 'operations';
  readonly difference: string;
  /** What it imports from svckit. */
  readonly names: readonly string[];
  /** Whether it names `z`. */
  readonly usesZod: boolean;
}

/** An item of a list stands two columns further in. */
const width = 78;

/** A change that takes one way, or for null, where there is none, its skeleton; null where a schema in it has no constant. */
export function printChange(draft: Draft, candidate: Candidate | null, constantOf: ConstantOf): PrintedChange | null {
  const title =
    candidate && !candidate.whole ? `${draft.id}: ${joinWords(candidate.steps.map(inWords))}` : `${draft.id} changed`;
  const parts =
    candidate && !candidate.whole
      ? partsOf(candidate.steps, draft, constantOf)
      : [printWhole(candidate?.whole ?? null, draft, constantOf)];
  if (parts.includes(null)) return null;
  const written = parts as readonly Part[];
  const [only] = written;
  const difference =
    written.length === 1
      ? only!(draft.constant)
      : `reshapes(\n  ${draft.constant},\n${written.map((part) => `  (schema) => ${indented(part('schema'))},\n`).join('')})`;
  return finishChange(title, 'schemas', difference);
}

/** The call of `change` with one difference. */
export function finishChange(title: string, kind: PrintedChange['kind'], difference: string): PrintedChange {
  const code = writeExpression(readExpression(`change({\ntitle: ${quoted(title)}, ${kind}: [${difference}] })`), width);
  const names = [
    'added',
    'change',
    'moved',
    'operation',
    'refuse',
    'removed',
    'renamed',
    'reshape',
    'reshapes',
    'todo',
  ];
  return {
    title,
    code,
    kind,
    difference,
    names: names.filter((name) => name === 'change' || new RegExp(String.raw`(?<![\w.])${name}\(`).test(difference)),
    usesZod: /(?<![\w.])z\./.test(difference),
  };
}

/** The same change under another title. */
export const retitled = <Printed extends PrintedChange>(printed: Printed, title: string): Printed => ({
  ...printed,
  ...finishChange(title, printed.kind, printed.difference),
});

export function inWords(step: Step): string {
  switch (step.kind) {
    case 'renamed':
    case 'moved':
      return `${step.newer} instead of ${step.older}`;
    case 'added':
    case 'removed':
      return `${step.name} ${step.kind}`;
    case 'converted':
      return step.newer === step.older ? `${step.newer} changed` : `${step.newer} instead of ${step.older}`;
    case 'split':
      return `${joinWords(step.newer)} instead of ${step.older}`;
    case 'joined':
      return `${step.newer} instead of ${joinWords(step.older)}`;
  }
}

/** The parts of a change, each of which applies to what the one before it leads to: the short forms where they say it, else one reshape. */
function partsOf(steps: readonly Step[], draft: Draft, constantOf: ConstantOf): readonly (Part | null)[] {
  const of = <Kind extends Step['kind']>(...kinds: readonly Kind[]) =>
    steps.filter((step): step is Extract<Step, { kind: Kind }> => kinds.includes(step.kind as Kind));
  const { requests, answers } = draft.uses;
  const isShort = steps.every(
    (step) =>
      (step.kind === 'added' && requests) ||
      (step.kind === 'removed' && answers) ||
      step.kind === 'renamed' ||
      (step.kind === 'moved' && step.newer.includes('.')),
  );
  const parts = [
    ...(['renamed', 'moved'] as const).map((kind) => ({ some: of(kind), print: () => mapping(kind, of(kind)) })),
    { some: of('added'), print: () => addition(of('added'), draft) },
    { some: of('removed'), print: () => removal(of('removed'), draft, constantOf) },
  ].filter(({ some }) => some.length > 0);
  // reshapes() knows the types of three parts.
  return isShort && parts.length <= 3 ? parts.map(({ print }) => print()) : [printReshape(steps, draft, constantOf)];
}

const mapping =
  (form: 'renamed' | 'moved', steps: readonly { readonly newer: string; readonly older: string }[]): Part =>
  (schema) =>
    `${form}(${schema}, { ${steps.map(({ newer, older }) => `${keyOf(newer)}: ${quoted(older)}`).join(', ')} })`;

type Added = Extract<Step, { kind: 'added' }>;
type Removed = Extract<Step, { kind: 'removed' }>;

function addition(steps: readonly Added[], draft: Draft): Part {
  const values = steps.map((step) => `${keyOf(step.name)}: ${impliedValue(step, draft)}`);
  return (schema) => `added(${schema}, { ${values.join(', ')} })`;
}

function removal(steps: readonly Removed[], draft: Draft, constantOf: ConstantOf): Part | null {
  const members = memberSchemas(
    steps.map(({ name, older }) => [name, older]),
    constantOf,
  );
  const values = steps.flatMap((step) => shownValue(step, draft) ?? []);
  const shown = values.length > 0 ? `{ ${values.join(', ')} }` : '{}';
  return members && ((schema) => `removed(${schema}, { ${members.join(', ')} }, { down: () => (${shown}) })`);
}

/** A conversion of the whole, or for null what somebody writes where none is known. */
function printWhole(whole: Conversion | null, draft: Draft, constantOf: ConstantOf): Part | null {
  const { id, version, older, uses } = draft;
  const before = printExpression(older, constantOf);
  if (before === null) return null;
  const questions = {
    down: `What does version ${version} show for ${withArticle(id)}?`,
    up: `Which ${id} does version ${version} mean?`,
  } as const;
  const convert = (direction: 'down' | 'up') => {
    const way = whole?.[direction] ?? unknown;
    const written = way.write('value', questions[direction]);
    return way === unknown ? written : `(value) => ${inArrow(written)}`;
  };
  const losses = (['down', 'up'] as const).flatMap((direction) =>
    whole?.[direction].loses && uses.answers && uses.requests
      ? [
          `${direction}: [${namesIn(direction === 'down' ? draft.newer : older)
            .map(quoted)
            .join(', ')}]`,
        ]
      : [],
  );
  return (schema) =>
    [
      `reshape(${schema}, {`,
      `  before: ${indented(before)},`,
      ...(uses.answers ? [`  down: ${convert('down')},`] : []),
      ...(uses.requests ? [`  up: ${convert('up')},`] : []),
      ...(losses.length > 0 ? [`  loses: { ${losses.join(', ')} },`] : []),
      '})',
    ].join('\n');
}

/** What does not survive a way, by name; in words where a value has no members. */
function namesIn(schema: Json): readonly string[] {
  if (!isObject(schema)) return ['a part of it'];
  if (schema['items'] !== undefined) return namesIn(schema['items']);
  const names = [...membersOf(schema).keys()];
  return names.length > 0 ? names : ['a part of it'];
}
