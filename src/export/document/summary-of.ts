import type { Route } from '../../routing/table/route.js';
import { humanise } from './humanise.js';

/** Verbs that act on one thing, unless `all` follows. */
const verbs = new Set(
  'add archive cancel change close count create delete edit fetch find get list make open patch put read register remove rename replace restore save search send set show store submit update upload view write'.split(
    ' ',
  ),
);
/** Words that make `get` on a collection a list. */
const many = new Set(['list', 'search', 'count']);
const prepositions = new Set(['as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'to', 'with']);
const irregular: readonly (readonly [one: string, several: string])[] = [
  ['person', 'people'],
  ['child', 'children'],
];

/** The summary of a route that declares none: `List orders` for OrdersController.list, `Find order by id` for findById. */
export function summaryOf({
  handler,
  tags,
  method,
  path,
}: Pick<Route, 'handler' | 'tags' | 'method' | 'path'>): string {
  const name = humanise(handler.method);
  const [verb = '', next = '', ...rest] = name.toLowerCase().split(' ');
  const tag = tags[0];
  if (tag === undefined) return name;
  const isPartial = next === '' || next === 'all' || next === 'one' || prepositions.has(next);
  if (!isPartial) return name;
  if (!verbs.has(verb)) return next === '' ? `${tag}: ${verb}` : name;
  const isCollection = method === 'GET' && !path.endsWith('}');
  const isMany = next === 'all' || many.has(verb) || (next === '' && isCollection);
  const thing = nameOf(tag, isMany);
  const words = prepositions.has(next)
    ? [verb, thing, next, ...rest]
    : [verb, ...(next === 'all' ? ['all'] : []), thing, ...rest];
  return humanise(words.join(' '));
}

/** `purchase orders`, or `purchase order` for one, from the tag PurchaseOrders or PurchaseOrder. */
function nameOf(tag: string, isMany: boolean): string {
  const words = humanise(tag).split(' ');
  const first = words.map((word, index) => (index === 0 && !/^[A-Z]{2,}$/.test(word) ? word.toLowerCase() : word));
  const last = first.at(-1)!;
  return [...first.slice(0, -1), isMany ? plural(last) : singular(last)].join(' ');
}

function singular(word: string): string {
  const known = irregular.find(([, several]) => several === word);
  if (known) return known[0];
  if (!/[^su]s$/.test(word) || word.endsWith('is') || /^(?:news|series|analytics|settings)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=ss|x|ch|sh)es$|s$/, '');
}

function plural(word: string): string {
  if (singular(word) !== word || word.endsWith('s')) return word;
  const known = irregular.find(([one]) => one === word);
  if (known) return known[1];
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
