import type { OperationDraft } from './draft.js';
import { type PartName, requestParts } from './operation-shape.js';
import { upEntries } from './print-reshape.js';
import { asConstant } from './ways.js';
import type { Step } from './step.js';
import { isIdentifier, isReserved, keyOf, memberOf } from './write.js';

const parts = [...requestParts, 'body'] as const;
type Part = PartName | 'body';

interface Name {
  readonly part: Part;
  readonly name: string;
  /** The path as steps have it: `query/limit`. */
  readonly path: string;
  readonly variable: string;
}

/** How older requests of an operation go up: it takes apart the parts that change, and puts them together anew. */
export function printUp({ newer, older, version }: OperationDraft, steps: readonly Step[]): string {
  const id = `request of ${newer.method} ${newer.path}`;
  const uses = { requests: true, answers: false };
  const entries = upEntries(steps, { id, constant: '', newer: {}, older: {}, uses, version }, asConstant);
  const taken = takenBy(steps);
  const read = (path: string) => readFrom(path, taken);
  const written = entries.map(({ path, value }) => ({ path: (path ?? []).join('.'), value: valueAt(value, read) }));
  const changed = parts.filter(
    (part) =>
      hasPart(newer, part) &&
      (written.some(({ path }) => partOf(path) === part) || taken.some((one) => one.part === part)),
  );
  const used = written.map(({ value }) => value).join(' ');
  const named = parts.flatMap((part): readonly string[] => {
    const own = taken.filter((one) => one.part === part);
    const isKept = changed.includes(part) && hasPart(older, part) && !written.some(({ path }) => path === part);
    const isRead = new RegExp(String.raw`(?<![\w.'])${part}\b`).test(used);
    const isWhole = own.some(({ path }) => path === part);
    if (isWhole || (own.length === 0 && (isKept || isRead))) return [part];
    if (own.length === 0) return [];
    const names = own
      .filter(({ variable }) => isKept || new RegExp(String.raw`(?<![\w.'])${variable}(?!\w)`).test(used))
      .map(({ name, variable }) => {
        const isUsed = new RegExp(String.raw`(?<![\w.'])${variable.replaceAll('$', String.raw`\$`)}(?!\w)`).test(used);
        const target = isUsed || variable.startsWith('_') ? variable : `_${variable}`;
        return target === name ? name : `${keyOf(name)}: ${target}`;
      });
    return names.length === 0 && !isKept
      ? []
      : [`${part}: { ${[...names, ...(isKept ? [`...${part}`] : [])].join(', ')} }`];
  });
  const results = changed.map((part) => {
    const whole = written.find(({ path }) => path === part);
    if (whole) return whole.value === part ? part : `${part}: ${whole.value}`;
    const own = written.filter(({ path }) => path.startsWith(`${part}/`));
    const rest = hasPart(older, part) ? [`...${part}`] : [];
    return `${part}: { ${[...rest, ...members(own, part)].join(', ')} }`;
  });
  return `(${named.length > 0 ? `{ ${named.join(', ')} }` : ''}) => ({ ${results.join(', ')} })`.replace(
    '=> ({  })',
    '=> ({})',
  );
}

interface Written {
  readonly path: string;
  readonly value: string;
}

/** Members of one part; paths inside a body become objects. */
function members(own: readonly Written[], part: Part): readonly string[] {
  const names = own.map(({ path, value }) => ({ steps: path.slice(part.length + 1).split('.'), value }));
  return [...new Set(names.map(({ steps }) => steps[0]!))].map((head) => {
    const some = names.filter(({ steps }) => steps[0] === head);
    const [only] = some;
    if (only!.steps.length === 1) return only!.value === head ? head : `${keyOf(head)}: ${only!.value}`;
    return `${keyOf(head)}: { ${some.map(({ steps, value }) => `${keyOf(steps[1]!)}: ${value}`).join(', ')} }`;
  });
}

const partOf = (path: string) => parts.find((part) => path === part || path.startsWith(`${part}/`));

/** A step that keeps its name reads from the whole, as `value['query/limit']`. */
const valueAt = (value: (read: (path: string) => string) => string, read: (path: string) => string) =>
  value(read).replaceAll(
    /value\['((?:params|query|headers|body)\/[^']*)'\]|value\.body\b/g,
    (_, path: string | undefined) =>
      path === undefined ? 'body' : memberOf(partOf(path)!, path.slice(path.indexOf('/') + 1)),
  );

const hasPart = ({ parts: named, body }: OperationDraft['newer'], part: Part): boolean =>
  part === 'body' ? body !== null : named[part].size > 0;

/** The older members that stand nowhere in the newer request under their names. */
function takenBy(steps: readonly Step[]): readonly Name[] {
  const paths = steps.flatMap((step): readonly string[] => {
    if (step.kind === 'removed') return [step.name];
    if (step.kind === 'added' || (step.kind === 'converted' && step.newer === step.older)) return [];
    return [step.older].flat();
  });
  const heads = [...new Set(paths.map((path) => path.split('.')[0]!))];
  const given = new Set<string>(parts);
  return heads.map((path, index) => {
    const part = partOf(path)!;
    const name = path.slice(part.length + 1);
    const variable = isIdentifier(name) && !isReserved(name) && !given.has(name) ? name : `_${index}`;
    given.add(variable);
    return { part, name, path, variable };
  });
}

function readFrom(path: string, taken: readonly Name[]): string {
  const [head = '', ...inner] = path.split('.');
  const found = taken.find((one) => one.path === head);
  return inner.reduce(memberOf, found ? found.variable : head);
}
