import { columnsOf } from '../../text/columns-of.js';

/** Text with the places where a line may break, after P. Wadler's "A prettier printer" as Prettier has it. */
export type Layout = string | readonly Layout[] | Group | Indent | Line | IfBroken | IfFlat | BreakParent;

export interface Group {
  readonly kind: 'group';
  readonly contents: Layout;
  /** Broken whatever fits. */
  readonly broken: boolean;
  /** Takes the place of the contents where these do not fit; the last one whatever fits. */
  readonly others?: readonly Layout[];
  /** Called with whether the group was broken. */
  readonly onBreak?: () => void;
}

interface Indent {
  readonly kind: 'indent';
  readonly contents: Layout;
  /** Indents only where this group was broken. */
  readonly after?: Group;
}

interface Line {
  readonly kind: 'line';
  readonly flat: '' | ' ' | null;
}

interface BreakParent {
  readonly kind: 'break-parent';
}

interface IfBroken {
  readonly kind: 'if-broken';
  readonly contents: Layout;
}

interface IfFlat {
  readonly kind: 'if-flat';
  readonly contents: Layout;
}

export const line: Line = { kind: 'line', flat: ' ' };
export const softLine: Line = { kind: 'line', flat: '' };
export const hardLine: Line = { kind: 'line', flat: null };
export const indent = (contents: Layout): Indent => ({ kind: 'indent', contents });
export const indentAfter = (after: Group, contents: Layout): Indent => ({ kind: 'indent', contents, after });
/** Breaks the groups around it. */
export const breakParent: BreakParent = { kind: 'break-parent' };
export const ifBroken = (contents: Layout): IfBroken => ({ kind: 'if-broken', contents });
export const ifFlat = (contents: Layout): IfFlat => ({ kind: 'if-flat', contents });

export function group(contents: Layout, broken = false, onBreak?: () => void): Group {
  return { kind: 'group', contents, broken: broken || breaksParent(contents), ...(onBreak && { onBreak }) };
}

/** The first of several layouts that fits, or the last. */
export function firstThatFits(contents: Layout, ...others: readonly Layout[]): Group {
  return { kind: 'group', contents, broken: false, others };
}

export const join = (separator: Layout, items: readonly Layout[]): Layout =>
  items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));

/** Whether something in it has more than one line, whatever fits. */
export function breaks(layout: Layout): boolean {
  return holdsBreak(layout, (alternatives) => breaks(alternatives.contents));
}

/** Whether the groups around it break; a choice keeps its breaks to itself. */
const breaksParent = (layout: Layout): boolean => holdsBreak(layout, () => false);

function holdsBreak(layout: Layout, ofChoice: (choice: Group) => boolean): boolean {
  if (typeof layout === 'string') return false;
  if (isList(layout)) return layout.some((part) => holdsBreak(part, ofChoice));
  if (layout.kind === 'break-parent') return true;
  if (layout.kind === 'line') return layout.flat === null;
  if (layout.kind === 'group') return layout.broken || (layout.others !== undefined && ofChoice(layout));
  return holdsBreak(layout.contents, ofChoice);
}

const isList = (layout: Layout): layout is readonly Layout[] => Array.isArray(layout);

interface Command {
  readonly depth: number;
  readonly isBroken: boolean;
  readonly layout: Layout;
}

const step = '  ';

/** Text in lines of at most `width` columns, as far as they can be broken. */
export function printLayout(layout: Layout, width: number): string {
  const commands: Command[] = [{ depth: 0, isBroken: true, layout }];
  let text = '';
  let column = 0;
  let mustMeasure = false;
  const broken = new Set<Group>();
  const noteBreak = (current: Group) => {
    broken.add(current);
    current.onBreak?.();
  };
  while (commands.length > 0) {
    const command = commands.pop()!;
    const { depth, isBroken, layout: current } = command;
    if (typeof current === 'string') {
      text += current;
      column += columnsOf(current);
    } else if (isList(current)) {
      for (const part of current.toReversed()) commands.push({ depth, isBroken, layout: part });
    } else if (current.kind === 'indent') {
      const isIndented = current.after === undefined || broken.has(current.after);
      commands.push({ depth: isIndented ? depth + 1 : depth, isBroken, layout: current.contents });
    } else if (current.kind === 'break-parent') {
      continue;
    } else if (current.kind === 'if-broken' || current.kind === 'if-flat') {
      if (isBroken === (current.kind === 'if-broken')) commands.push({ depth, isBroken, layout: current.contents });
    } else if (current.kind === 'line') {
      if (!isBroken && current.flat !== null) {
        text += current.flat;
        column += current.flat.length;
      } else {
        mustMeasure ||= !isBroken;
        text = `${text.trimEnd()}\n${step.repeat(depth)}`;
        column = step.length * depth;
      }
    } else if (!isBroken && !mustMeasure) {
      if (current.broken) noteBreak(current);
      commands.push({ depth, isBroken: current.broken, layout: contentsOf(current, current.broken) });
    } else {
      mustMeasure = false;
      const chosen = choose(current, depth, commands, width - column);
      if (chosen.isBroken) noteBreak(current);
      commands.push(chosen);
    }
  }
  return text;
}

function choose(current: Group, depth: number, rest: readonly Command[], room: number): Command {
  const flat = { depth, isBroken: false, layout: current.contents };
  if (!current.broken && fits(flat, rest, room)) return flat;
  const others = current.others ?? [current.contents];
  if (!current.broken)
    for (const other of current.others ?? []) {
      const command = { depth, isBroken: false, layout: other };
      if (fits(command, rest, room)) return command;
    }
  return { depth, isBroken: true, layout: others.at(-1)! };
}

const contentsOf = (current: Group, isBroken: boolean) =>
  isBroken ? (current.others?.at(-1) ?? current.contents) : current.contents;

/** Whether everything up to the next line break fits. */
function fits(next: Command, rest: readonly Command[], room: number): boolean {
  const commands = [next];
  let [left, restIndex] = [room, rest.length];
  while (left >= 0) {
    const command = commands.pop() ?? rest[--restIndex];
    if (!command) return true;
    const { depth, isBroken, layout } = command;
    if (typeof layout === 'string') left -= columnsOf(layout);
    else if (isList(layout)) for (const part of layout.toReversed()) commands.push({ depth, isBroken, layout: part });
    else if (layout.kind === 'line') {
      if (isBroken || layout.flat === null) return true;
      left -= layout.flat.length;
    } else if (layout.kind === 'if-broken') {
      if (isBroken) commands.push({ depth, isBroken, layout: layout.contents });
    } else if (layout.kind === 'group') {
      const inner = layout.broken || isBroken;
      commands.push({ depth, isBroken: inner, layout: contentsOf(layout, inner) });
    } else if (layout.kind === 'indent') commands.push({ depth, isBroken, layout: layout.contents });
  }
  return false;
}
