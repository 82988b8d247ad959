import { writeKey, writeLiteral, writePattern } from '../literals.js';
import type {
  Arrow,
  Chain,
  ChainLink,
  Conditional,
  Expression,
  Member,
  ObjectLiteral,
  Operation,
  Statement,
} from '../syntax.js';
import { columnsOf } from '../../text/columns-of.js';
import {
  breakParent,
  breaks,
  firstThatFits,
  group,
  hardLine,
  ifBroken,
  ifFlat,
  indent,
  indentAfter,
  join,
  type Layout,
  line,
  softLine,
} from './document.js';
import {
  areComposed,
  breaksBehind,
  canHug,
  isNumber,
  isShort,
  isSimple,
  sizeOf,
  staysBehind,
  staysBehindArrow,
} from './traits.js';

/** Objects that stand on several lines: Prettier leaves them so where their first member has a line of its own. */
export type Spread = Set<ObjectLiteral>;

/** An expression in the places where Prettier's defaults would break it; `spread` gets the objects that were broken. */
export function arrange(expression: Expression, spread: Spread): Layout {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'literal':
      return writeLiteral(expression);
    case 'pattern':
      return writePattern(expression);
    case 'later':
      return group(['(): z.core.SomeType =>', group(indent([line, expression.name]))]);
    case 'object':
      return arrangeObject(expression, spread);
    case 'list':
      return arrangeList(expression.items, spread);
    case 'chain':
      return arrangeChain(expression, spread).layout;
    case 'arrow':
      return arrangeArrow(expression, spread);
    case 'conditional':
      return group(arrangeConditional(expression, spread));
    case 'operation':
      return group(arrangeOperation(expression, spread));
  }
}

/** `isLast`: whether the brackets of a call stand around it. */
function arrangeArrow({ parameters, body }: Arrow, spread: Spread, isLast = false): Layout {
  const [only] = parameters;
  const inside =
    parameters.length === 1 && only!.kind === 'object'
      ? arrange(only!, spread)
      : [
          indent([
            softLine,
            join(
              [',', line],
              parameters.map((one) => arrange(one, spread)),
            ),
          ]),
          softLine,
        ];
  const head = [group(['(', inside, ')']), ' =>'];
  if ('kind' in body) {
    const written = arrange(body, spread);
    if (body.kind === 'object') return group([head, ' (', written, ')']);
    if (staysBehindArrow(body)) return group([head, ' ', written]);
    const parenthesised = body.kind === 'conditional' ? [ifFlat('('), written, ifFlat(')')] : written;
    return group([head, group([indent([line, parenthesised]), isLast ? [ifBroken(','), softLine] : ''])]);
  }
  return [head, ' ', arrangeBlock(body, spread)];
}

function arrangeBlock(statements: readonly Statement[], spread: Spread): Layout {
  const lines = statements.map((one): Layout => {
    switch (one.kind) {
      case 'return':
        return ['return ', arrange(one.value, spread), ';'];
      case 'const':
        return ['const ', arrange(one.target, spread), ' = ', arrange(one.value, spread), ';'];
      case 'if':
        return [
          group(['if (', indent([softLine, arrange(one.test, spread)]), softLine, ') ']),
          arrangeBlock(one.then, spread),
        ];
    }
  });
  return ['{', indent([hardLine, join(hardLine, lines)]), hardLine, '}'];
}

/** One that stands in another breaks with it. */
function arrangeConditional({ test, yes, no }: Conditional, spread: Spread): Layout {
  const other = no.kind === 'conditional' ? arrangeConditional(no, spread) : indent(arrange(no, spread));
  return [arrange(test, spread), indent([line, '? ', indent(arrange(yes, spread)), line, ': ', other])];
}

const arrangeOperation = ({ left, operator, right }: Operation, spread: Spread): Layout => [
  left.kind === 'operation' ? arrangeOperation(left, spread) : arrange(left, spread),
  ` ${operator}`,
  line,
  arrange(right, spread),
];

function arrangeObject(object: ObjectLiteral, spread: Spread): Layout {
  if (object.members.length === 0) return '{}';
  const members = object.members.map((member) => [
    member.comment === undefined ? '' : [join(hardLine, member.comment.split('\n')), hardLine],
    arrangeMember(member, spread),
  ]);
  const comma = object.isPattern && object.members.at(-1)!.form === 'spread' ? '' : ifBroken(',');
  return group(
    ['{', indent([line, join([',', line], members)]), comma, line, '}'],
    object.isSpread === true || spread.has(object),
    () => (object.isPattern ? undefined : spread.add(object)),
  );
}

function arrangeMember({ key, value, getter, form }: Member, spread: Spread): Layout {
  if (form === 'spread') return ['...', arrange(value, spread)];
  if (form === 'shorthand') return arrange(value, spread);
  const left = form === 'written' ? key : writeKey(key);
  if (getter === undefined) return assign(`${left}:`, value, spread, columnsOf(left) < step.length + 3);
  return [`get ${left}(): ${getter} {`, indent([hardLine, 'return ', arrange(value, spread), ';']), hardLine, '}'];
}

const step = '  ';

/** `left value`, on one line as far as the value can be broken itself. */
export function assign(left: string, value: Expression, spread: Spread, hasShortKey = false): Layout {
  const right = arrange(value, spread);
  if (breaksBehind(value)) return group([left, group(indent([line, right]))]);
  if (!hasShortKey && isHardToBreak(value, spread)) return group([left, group(indent([line, right]))]);
  if (hasShortKey || staysBehind(value)) return group([left, ' ', right]);
  const gap = group(indent(line));
  return group([left, gap, indentAfter(gap, right)]);
}

/** Text, or calls without anything between their parentheses to break. */
function isHardToBreak(value: Expression, spread: Spread): boolean {
  if (value.kind === 'literal') return typeof value.value === 'string';
  if (value.kind !== 'chain' || arrangeChain(value, spread).isMemberChain) return false;
  return value.steps.every(({ call = [] }) => call.length === 0 || (call.length === 1 && isShort(call[0]!)));
}

function arrangeList(items: readonly Expression[], spread: Spread): Layout {
  if (items.length === 0) return '[]';
  const [first] = items;
  const parts = items.map((item) => group(arrange(item, spread)));
  const isTable =
    items.length > 1 &&
    items.every(
      (item) => item.kind === first!.kind && (item.kind === 'object' || item.kind === 'list') && sizeOf(item) > 1,
    );
  if (items.every(isNumber))
    return group([
      '[',
      indent([softLine, fill(items.map((item) => arrange(item, spread)))]),
      ifBroken(','),
      softLine,
      ']',
    ]);
  return group(['[', indent([softLine, join([',', line], parts)]), ifBroken(','), softLine, ']'], isTable);
}

/** As many on a line as fit. */
const fill = (items: readonly Layout[]): Layout =>
  items.map((item, index) => (index === 0 ? item : [',', group(line), item]));

interface ArrangedChain {
  readonly layout: Layout;
  /** Whether its calls may stand on lines of their own. */
  readonly isMemberChain: boolean;
}

/** Members and calls as in `printMemberChain` of Prettier 3. */
function arrangeChain({ head, steps }: Chain, spread: Spread): ArrangedChain {
  const parts = steps.map((one) => arrangeStep(one, spread));
  if (steps[0]?.member === undefined) return { layout: [head, ...parts], isMemberChain: false };
  const leading = steps.findIndex((one) => one.call !== undefined);
  const first: Layout = [head, ...parts.slice(0, leading)];
  const groups = parts.slice(leading);
  const isMerged = /^[A-Z]|^[$_]+$/.test(leading === 0 ? head : steps[leading - 1]!.member!);
  const oneLine = [first, ...groups];
  if (groups.length + 1 <= (isMerged ? 3 : 2)) return { layout: group(oneLine), isMemberChain: false };
  const [kept, lines] = isMerged ? [groups.slice(0, 1), groups.slice(1)] : [[], groups];
  const expanded = [first, ...kept, indent([hardLine, join(hardLine, lines)])];
  const calls = steps.flatMap((one) => (one.call ? [one.call] : []));
  const isSpread =
    (calls.length > 2 && calls.some((args) => !args.every((argument) => isSimple(argument, 2)))) ||
    [first, ...groups.slice(0, -1)].some(breaks) ||
    (breaks(groups.at(-1)!) && calls.slice(0, -1).some((args) => args.some(({ kind }) => kind === 'later')));
  const layout = isSpread ? group(expanded) : [breaks(oneLine) ? breakParent : '', firstThatFits(oneLine, expanded)];
  return { layout, isMemberChain: true };
}

function arrangeStep({ member, call }: ChainLink, spread: Spread): Layout {
  return [member === undefined ? '' : `.${member}`, call ? arrangeCall(call, spread) : ''];
}

function arrangeCall(args: readonly Expression[], spread: Spread): Layout {
  if (args.length === 0) return '()';
  const parts = args.map((argument) => arrange(argument, spread));
  const commas = parts.map((part, index) => (index < parts.length - 1 ? [part, ',', line] : part));
  const spreadOut = group(['(', indent([line, ...commas]), ifBroken(','), line, ')'], true);
  if (args.length > 1 && areComposed(args)) return spreadOut;
  if (!canHug(args))
    return group(['(', indent([softLine, ...commas]), ifBroken(','), softLine, ')'], parts.some(breaks));
  const end = args.at(-1)!;
  const before = commas.slice(0, -1);
  const last = end.kind === 'arrow' ? arrangeArrow(end, spread, true) : parts.at(-1)!;
  if (before.some(breaks)) return spreadOut;
  const hugged = ['(', ...before, group(last, true), ')'];
  return breaks(last)
    ? [breakParent, firstThatFits(hugged, spreadOut)]
    : firstThatFits(['(', ...before, last, ')'], hugged, spreadOut);
}
