import { printExpression } from '../source/print-expression.js';
import { joinWords } from '../text/join-words.js';
import { type ConstantOf, type Draft, impliedValue, memberSchemas, type Part, shownValue } from './draft.js';
import { printReshape } from './print-reshape.js';
import type { Candidate, Step } from './step.js';
import { indented, keyOf, quoted, todo } from './write.js';

/** A change as TypeScript. */
export interface PrintedChange {
  readonly title: string;
  /** The call of `change`, with two columns for each step inwards. */
  readonly code: string;
  /** What it imports from svckit. */
  readonly names: readonly string[];
  /** Whether it names `z`. */
  readonly usesZod: boolean;
}

/** A change that takes one way, or for null, where there is none, its skeleton; null where a schema in it has no constant. */
export function printChange(draft: Draft, candidate: Candidate | null, constantOf: ConstantOf): PrintedChange | null {
  const title = candidate ? `${draft.id}: ${joinWords(candidate.steps.map(inWords))}` : `${draft.id} changed`;
  const parts = candidate ? partsOf(candidate.steps, draft, constantOf) : [skeleton(draft, constantOf)];
  if (parts.includes(null)) return null;
  const written = parts as readonly Part[];
  const [only] = written;
  const difference =
    written.length === 1
      ? only!(draft.constant)
      : `reshapes(\n  ${draft.constant},\n${written.map((part) => `  (schema) => ${indented(part('schema'))},\n`).join('')})`;
  const code = [
    'change({',
    `  title: ${quoted(title)},`,
    `  schemas: [${difference.includes('\n') ? `\n    ${indented(indented(difference))},\n  ` : difference}],`,
    '})',
  ].join('\n');
  const names = ['added', 'change', 'moved', 'removed', 'renamed', 'reshape', 'reshapes', 'todo'];
  return {
    title,
    code,
    names: names.filter((name) => new RegExp(String.raw`(?<![\w.])${name}\(`).test(code)),
    usesZod: /(?<![\w.])z\./.test(code),
  };
}

function inWords(step: Step): string {
  switch (step.kind) {
    case 'renamed':
    case 'moved':
      return `${step.newer} instead of ${step.older}`;
    case 'added':
    case 'removed':
      return `${step.name} ${step.kind}`;
    case 'converted':
      return `${step.name} changed`;
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

/** What somebody writes where no way is known. */
function skeleton({ id, version, older, uses }: Draft, constantOf: ConstantOf): Part | null {
  const before = printExpression(older, constantOf);
  if (before === null) return null;
  return (schema) =>
    [
      `reshape(${schema}, {`,
      `  before: ${indented(before)},`,
      ...(uses.answers ? [`  down: ${todo(`What does version ${version} show for a ${id}?`)},`] : []),
      ...(uses.requests ? [`  up: ${todo(`Which ${id} does version ${version} mean?`)},`] : []),
      '})',
    ].join('\n');
}
