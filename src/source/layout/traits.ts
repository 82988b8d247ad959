import { writeLiteral } from '../literals.js';
import type { Arrow, Expression } from '../syntax.js';

/** What begins on the line of the arrow, however long it is. */
export const staysBehindArrow = (body: Expression) => body.kind === 'list' || isTemplate(body);
const isTemplate = (one: Expression) => one.kind === 'name' && one.name.startsWith('`');

/** What begins on a line of its own where it needs several. */
export const breaksBehind = (value: Expression) =>
  value.kind === 'operation' ||
  (value.kind === 'conditional' && value.test.kind === 'operation') ||
  (value.kind === 'name' && /^[\w$]+\./.test(value.name));

/** A boolean, a number without a sign, or a template, which Prettier never puts on a line of its own. */
export const staysBehind = (value: Expression) =>
  isTemplate(value) ||
  (value.kind === 'literal' &&
    (typeof value.value === 'boolean' ||
      (typeof value.value === 'number' && !(value.value < 0 || Object.is(value.value, -0)))));

/** A quarter of a line. */
const shortWidth = 20;

/** Whether an argument alone gives a call nothing to break. */
export function isShort(argument: Expression): boolean {
  if (argument.kind === 'name') return argument.name.length <= shortWidth;
  if (argument.kind === 'pattern') return argument.source.length <= shortWidth;
  if (argument.kind === 'literal')
    return typeof argument.value !== 'string' || writeLiteral(argument).length <= shortWidth;
  return false;
}

/** Of an object or a list. */
export const sizeOf = (item: Expression) =>
  (item.kind === 'object' ? item.members : item.kind === 'list' ? item.items : []).length;
export const isNumber = (item: Expression) => item.kind === 'literal' && typeof item.value === 'number';

const isFunction = ({ kind }: Expression) => kind === 'later' || kind === 'arrow';

/** Several functions, or a call with one, in a call. */
export const areComposed = (args: readonly Expression[]) =>
  args.filter(({ kind }) => kind === 'arrow').length > 1 ||
  args.some((one) => one.kind === 'chain' && one.steps.at(-1)?.call?.some(isFunction) === true);

/** Whether the brackets of the last argument stand beside those of the call. */
export function canHug(args: readonly Expression[]): boolean {
  const [previous, last] = [args.at(-2), args.at(-1)!];
  if (last.kind === 'arrow') return previous?.kind !== 'arrow' && canExpand(last);
  return (
    (last.kind === 'object' || last.kind === 'list') &&
    sizeOf(last) > 0 &&
    previous?.kind !== last.kind &&
    !(args.length === 2 && isFunction(previous!) && last.kind === 'list') &&
    !(args.length > 1 && last.kind === 'list' && last.items.every(isNumber))
  );
}

const canExpand = ({ body }: Arrow) =>
  !('kind' in body) || ['object', 'list', 'arrow', 'chain', 'conditional'].includes(body.kind);

/** Whether an argument is one that may stand within a long chain; `depth` bounds how deep it is looked into. */
export function isSimple(argument: Expression, depth: number): boolean {
  if (depth <= 0) return false;
  const areSimple = (inner: readonly Expression[]) => inner.every((one) => isSimple(one, depth - 1));
  switch (argument.kind) {
    case 'name':
    case 'literal':
      return true;
    case 'pattern':
      return argument.source.length <= 5;
    case 'later':
    case 'conditional':
    case 'operation':
      return false;
    case 'arrow':
      return true;
    case 'object':
      return argument.members.every(
        ({ key, getter, value }) => key !== '__proto__' && getter === undefined && isSimple(value, depth - 1),
      );
    case 'list':
      return areSimple(argument.items);
    case 'chain':
      return argument.steps.every(({ call = [] }) => call.length <= depth && areSimple(call));
  }
}
