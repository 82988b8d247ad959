import { type ConstantOf, type Draft, impliedValue, memberSchemas, type Part, shownValue } from './draft.js';
import { membersOf } from './members.js';
import type { Step } from './step.js';
import { arrow, type Entry } from './print-arrow.js';
import { literalOf } from './ways.js';
import { indented, keyOf, memberOf, quoted } from './write.js';

/** All differences in one reshape; null where a schema in it has no constant. */
export function printReshape(steps: readonly Step[], draft: Draft, constantOf: ConstantOf): Part | null {
  const { uses } = draft;
  const { gone, old, kept } = touchedBy(steps);
  const before = membersOf(draft.older);
  const members = memberSchemas(
    [...kept, ...old].map((name) => [name, before.get(name)!]),
    constantOf,
  );
  if (members === null) return null;
  const losses = lossesOf(steps, draft);
  return (schema) =>
    [
      `reshape(${schema}, {`,
      `  before: ${schema}${gone.length > 0 ? `.omit({ ${gone.map((name) => `${keyOf(name)}: true`).join(', ')} })` : ''}${members.length > 0 ? `.extend({ ${indented(members.join(', '))} })` : ''},`,
      ...(uses.answers ? [`  down: ${arrow(gone, downEntries(steps, draft))},`] : []),
      ...(uses.requests ? [`  up: ${arrow(old, upEntries(steps, draft))},`] : []),
      ...(losses === '' ? [] : [`  loses: { ${losses} },`]),
      '})',
    ].join('\n');
}

/** Members that only the newer shape has, that only the older one has, and that both have in another form. */
export function touchedBy(steps: readonly Step[]) {
  const heads = (of: (step: Step) => readonly string[]) => [
    ...new Set(steps.flatMap((step) => of(step).map((path) => path.split('.')[0]!))),
  ];
  const kept = steps.flatMap((step) => (step.kind === 'converted' && step.newer === step.older ? [step.newer] : []));
  const isKept = (name: string) => kept.includes(name);
  return {
    gone: heads(newerNames).filter((name) => !isKept(name)),
    old: heads(olderNames).filter((name) => !isKept(name)),
    kept,
  };
}

const newerNames = (step: Step): readonly string[] =>
  step.kind === 'added' ? [step.name] : step.kind === 'removed' ? [] : [step.newer].flat();
const olderNames = (step: Step): readonly string[] =>
  step.kind === 'removed' ? [step.name] : step.kind === 'added' ? [] : [step.older].flat();

/** What a way down puts into the older value, and how it reads that from the newer one. */
export function downEntries(steps: readonly Step[], draft: Draft, literal = literalOf): readonly Entry[] {
  const { id, version } = draft;
  return steps.flatMap((step): readonly Entry[] => {
    switch (step.kind) {
      case 'renamed':
      case 'moved':
        return [entry(step.older, (read) => read(step.newer))];
      case 'removed': {
        const shown = shownValue(step, draft);
        return shown === null ? [] : [{ path: null, value: () => shown }];
      }
      case 'converted':
        return convertedEntry(
          step,
          'down',
          `Which ${step.older} does version ${version} show for this ${id}?`,
          literal,
        );
      case 'split':
        return [entry(step.older, (read) => `\`\${${read(step.newer[0])}} \${${read(step.newer[1])}}\`.trim()`)];
      case 'joined':
        return step.older.map((name, index) => entry(name, (read) => wordOf(read(step.newer), index)));
      case 'added':
        return [];
    }
  });
}

/** What a way up puts into the newer value. */
export function upEntries(steps: readonly Step[], draft: Draft, literal = literalOf): readonly Entry[] {
  const { id, version } = draft;
  return steps.flatMap((step): readonly Entry[] => {
    switch (step.kind) {
      case 'renamed':
      case 'moved':
        return [entry(step.newer, (read) => read(step.older))];
      case 'added':
        return step.value && step.value.known === undefined
          ? []
          : [entry(step.name, () => impliedValue(step, draft, literal))];
      case 'converted':
        return convertedEntry(step, 'up', `Which ${step.newer} has this ${id} of version ${version}?`, literal);
      case 'split':
        return step.newer.map((name, index) => entry(name, (read) => wordOf(read(step.older), index)));
      case 'joined':
        return [entry(step.newer, (read) => `\`\${${read(step.older[0])}} \${${read(step.older[1])}}\`.trim()`)];
      case 'removed':
        return [];
    }
  });
}

const entry = (path: string, value: Entry['value']): Entry => ({ path: path.split('.'), value });

/** The first word of a text, or the others. */
const wordOf = (text: string, index: number) =>
  index === 0 ? `${text}.split(' ')[0] ?? ''` : `${text}.split(' ').slice(1).join(' ')`;

function convertedEntry(
  { newer, older, conversion }: Extract<Step, { kind: 'converted' }>,
  direction: 'down' | 'up',
  question: string,
  literal: typeof literalOf,
): readonly Entry[] {
  const way = conversion[direction];
  const [from, to] = direction === 'down' ? [newer, older] : [older, newer];
  if (from !== to) return [entry(to, (read) => way.write(read(from), question, literal))];
  return way.isIdentity ? [] : [{ path: [to], value: () => way.write(memberOf('value', from), question, literal) }];
}

function lossesOf(steps: readonly Step[], { uses }: Draft): string {
  const named = (direction: 'down' | 'up') =>
    steps.flatMap((step) => {
      const names = direction === 'down' ? newerNames(step) : olderNames(step);
      switch (step.kind) {
        case 'added':
        case 'removed':
          return names;
        case 'converted':
          return step.conversion[direction].loses ? names : [];
        case 'split':
        case 'joined':
          return names;
        default:
          return [];
      }
    });
  const down = uses.answers ? named('down') : [];
  const up = uses.requests ? named('up') : [];
  return [
    ...(down.length > 0 ? [`down: [${down.map(quoted).join(', ')}]`] : []),
    ...(up.length > 0 ? [`up: [${up.map(quoted).join(', ')}]`] : []),
  ].join(', ');
}
