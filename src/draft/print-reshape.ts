import { quoted, indented, isIdentifier, keyOf, memberOf, todo } from './write.js';
import { type ConstantOf, type Draft, impliedValue, memberSchemas, type Part, shownValue } from './draft.js';
import { membersOf } from './members.js';
import type { Conversion, Step } from './step.js';

/** All differences in one reshape; null where a schema in it has no constant. */
export function printReshape(steps: readonly Step[], draft: Draft, constantOf: ConstantOf): Part | null {
  const { uses } = draft;
  const heads = (of: (step: Step) => string | null) => [
    ...new Set(steps.flatMap((step) => of(step)?.split('.')[0] ?? [])),
  ];
  const gone = heads((step) => ('newer' in step ? step.newer : step.kind === 'added' ? step.name : null));
  const old = heads((step) =>
    'older' in step && typeof step.older === 'string' ? step.older : step.kind === 'removed' ? step.name : null,
  );
  const changed = steps.flatMap((step) => (step.kind === 'converted' ? [step.name] : []));
  const before = membersOf(draft.older);
  const members = memberSchemas(
    [...changed, ...old].map((name) => [name, before.get(name)!]),
    constantOf,
  );
  if (members === null) return null;
  const losses = lossesOf(steps, draft);
  return (schema) =>
    [
      `reshape(${schema}, {`,
      `  before: ${schema}${gone.length > 0 ? `.omit({ ${gone.map((name) => `${keyOf(name)}: true`).join(', ')} })` : ''}${members.length > 0 ? `.extend({ ${indented(members.join(', '))} })` : ''},`,
      ...(uses.answers ? [`  down: ${wayDown(steps, gone, draft)},`] : []),
      ...(uses.requests ? [`  up: ${wayUp(steps, old, draft)},`] : []),
      ...(losses === '' ? [] : [`  loses: { ${losses} },`]),
      '})',
    ].join('\n');
}

function wayDown(steps: readonly Step[], taken: readonly string[], draft: Draft): string {
  const { id, version } = draft;
  return arrow(
    taken,
    steps.flatMap((step): readonly Entry[] => {
      switch (step.kind) {
        case 'renamed':
        case 'moved':
          return [{ path: step.older.split('.'), value: variableAt(step.newer, taken) }];
        case 'removed': {
          const shown = shownValue(step, draft);
          return shown === null ? [] : [{ path: null, value: shown }];
        }
        case 'converted':
          return converted(step.name, step.down, `Which ${step.name} does version ${version} show for this ${id}?`);
        case 'added':
          return [];
      }
    }),
  );
}

function wayUp(steps: readonly Step[], taken: readonly string[], draft: Draft): string {
  const { id, version } = draft;
  return arrow(
    taken,
    steps.flatMap((step): readonly Entry[] => {
      switch (step.kind) {
        case 'renamed':
        case 'moved':
          return [{ path: step.newer.split('.'), value: variableAt(step.older, taken) }];
        case 'added':
          return step.value && step.value.known === undefined
            ? []
            : [{ path: [step.name], value: impliedValue(step, draft) }];
        case 'converted':
          return converted(step.name, step.up, `Which ${step.name} has this ${id} of version ${version}?`);
        case 'removed':
          return [];
      }
    }),
  );
}

/** A member of what a converter returns, or with null as its path one that is written out already. */
interface Entry {
  readonly path: readonly string[] | null;
  readonly value: string;
}

/** A converter that takes some members out of its value, and puts others in. */
function arrow(taken: readonly string[], entries: readonly Entry[]): string {
  const used = entries.map(({ value }) => value).join(' ');
  const names = taken.map((name) => {
    const variable = variableOf(name, taken);
    const isUsed = new RegExp(String.raw`(?<![\w.'])${variable.replaceAll('$', String.raw`\$`)}(?!\w)`).test(used);
    const target = isUsed ? variable : variable.startsWith('_') ? variable : `_${variable}`;
    return target === name ? name : `${keyOf(name)}: ${target}`;
  });
  const parameter = taken.length > 0 ? `({ ${names.join(', ')}, ...value })` : '(value)';
  const written = [...nested(entries), ...entries.flatMap(({ path, value }) => (path === null ? [value] : []))];
  return `${parameter} => ${written.length > 0 ? `({ ...value, ${written.join(', ')} })` : 'value'}`;
}

/** Members of one object together: `at: { city, street }`. */
function nested(entries: readonly Entry[]): readonly string[] {
  const heads = [...new Set(entries.flatMap(({ path }) => path?.[0] ?? []))];
  return heads.map((head) => {
    const own = entries.filter(({ path }) => path?.[0] === head);
    const [only] = own;
    if (only!.path!.length === 1) return only!.value === head ? head : `${keyOf(head)}: ${only!.value}`;
    const inner = own.map(({ path, value }) => ({ path: path!.slice(1), value }));
    return `${keyOf(head)}: { ${nested(inner).join(', ')} }`;
  });
}

const variableOf = (name: string, taken: readonly string[]) =>
  isIdentifier(name) && name !== 'value' ? name : `_${taken.indexOf(name)}`;

function variableAt(path: string, taken: readonly string[]): string {
  const [head = '', ...rest] = path.split('.');
  return rest.reduce(memberOf, variableOf(head, taken));
}

function lossesOf(steps: readonly Step[], { uses }: Draft): string {
  const firstOf = (direction: 'down' | 'up') =>
    steps.flatMap((step) => (step.kind === 'converted' && step[direction].startsWith('the first') ? [step.name] : []));
  const named = (kind: 'added' | 'removed') => steps.flatMap((step) => (step.kind === kind ? [step.name] : []));
  const down = uses.answers ? [...named('added'), ...firstOf('down')] : [];
  const up = uses.requests ? [...named('removed'), ...firstOf('up')] : [];
  return [
    ...(down.length > 0 ? [`down: [${down.map(quoted).join(', ')}]`] : []),
    ...(up.length > 0 ? [`up: [${up.map(quoted).join(', ')}]`] : []),
  ].join(', ');
}

function converted(name: string, conversion: Conversion, question: string): readonly Entry[] {
  const value = memberOf('value', name);
  const written: Readonly<Record<Conversion, string>> = {
    'as it is': value,
    'in a list': `[${value}]`,
    'the first': `${value}[0]!`,
    'the first if any': `${value}[0] ?? ${todo(question)}`,
    'as text': `String(${value})`,
    'as a number': `Number(${value})`,
    'where there is one': `${value} ?? ${todo(question)}`,
    unknown: todo(question),
  };
  return conversion === 'as it is' ? [] : [{ path: [name], value: written[conversion] }];
}
