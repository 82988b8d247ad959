import { type Json, type JsonObject, isObject, listAt, objectAt, textAt } from '../json/json.js';
import { pointerTo } from '../json/pointer.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { componentName, describeType, isNullable, listConstraints, typesOf } from './describe-type.js';
import type { PlacedDifferences } from './differences.js';
import { html, type Html } from '../text/html.js';
import { countOf } from '../text/join-words.js';
import type { PageLinks } from './links.js';
import { renderMarkdown } from './markdown.js';
import { differsBelow, goneMark, lifecycleBadge, optionalWord, placeMark } from './marks.js';

/** What the trees of a page share. */
export interface TreeContext {
  readonly document: OpenDocument;
  readonly links: PageLinks;
  readonly differences: PlacedDifferences | null;
  /** How many rows the schemas of the page may still take; the rest of a named schema is on its own page. */
  readonly room: { rows: number };
  /** Whether a named schema is written out on its own page only. */
  readonly isElsewhere?: (name: string) => boolean;
}

/** A place in a tree: where it is written, the components that it is inside of, and how many more rows the tree may have. */
interface Place {
  readonly tokens: readonly string[];
  readonly within: readonly string[];
  readonly room: { rows: number };
}

/** What lies deeper in named schemas is on their own pages. */
const deepest = 5;
/** So that one operation of a large API stays a page. */
const mostRows = 300;
/** Members of more levels start folded. */
const openLevels = 1;
/** Rows that the first schema of a page leaves to each of the others. */
const fewestRows = 4;

/** A schema as a tree of members that open; `tokens` lead to it with references written out. Its type follows `lead`. */
export function schemaTree(
  schema: Json | undefined,
  tokens: readonly string[],
  context: TreeContext,
  lead: Html | null = null,
): Html {
  const place = { tokens, within: namesOf(schema), room: { rows: mostRows } };
  context.room.rows = Math.max(context.room.rows, fewestRows);
  const inner = place.within.some((name) => context.isElsewhere?.(name)) ? null : innerOf(schema, place, context);
  const note = placeMark(context.differences, pointerTo(tokens));
  return html`<div class="schema"><p class="type">${lead} ${typeLink(schema, context)}${note}</p>${lead !== null && renderMarkdown(textAt(context.document.resolve(schema)['description']))}${constraintList(context.document.resolve(schema))}${inner}</div>`;
}

const namesOf = (schema: Json | undefined) => [componentName(schema)].filter((name) => name !== null);

/** The type in words, with a link to its schema's page. */
function typeLink(written: Json | undefined, { document, links }: TreeContext): Html {
  const words = describeType(written, document);
  const named = nameWithin(written, document);
  if (named === null) return html`${words}`;
  const at = words.indexOf(named);
  return html`${words.slice(0, at)}<a href="${links.schema(named)}">${named}</a>${words.slice(at + named.length)}`;
}

/** The component that a type in words ends with: of itself, of its items, or of what it may be beside null. */
function nameWithin(written: Json | undefined, document: OpenDocument): string | null {
  const own = componentName(written);
  if (own !== null) return own;
  const schema = document.resolve(written);
  if (textAt(schema['title']) !== null) return null;
  const options = [...listAt(schema['oneOf']), ...listAt(schema['anyOf'])].filter(
    (option) => document.resolve(option)['type'] !== 'null',
  );
  if (options.length === 1) return nameWithin(options[0], document);
  if (options.length > 1) return null;
  if (schema['items'] !== undefined) return nameWithin(schema['items'], document);
  const rest = schema['additionalProperties'];
  return isObject(rest) && Object.keys(objectAt(schema['properties'])).length === 0 ? nameWithin(rest, document) : null;
}

/** What is inside of a schema: members, items, variants; null if there is nothing to open. */
function innerOf(written: Json | undefined, place: Place, context: TreeContext): Html | null {
  const { document } = context;
  const schema = document.resolve(written);
  const at = (...tokens: readonly string[]): Place => ({ ...place, tokens: [...place.tokens, ...tokens] });
  const variants = (['oneOf', 'anyOf'] as const).flatMap((key) =>
    listAt(schema[key]).map((option, index) => ({ option, place: at(key, String(index)) })),
  );
  const real = variants.filter(({ option }) => document.resolve(option)['type'] !== 'null');
  const members = membersOf(schema, place, document);
  const gone = goneMembers(place, context);
  const rest = schema['additionalProperties'];
  const patterns = Object.entries(objectAt(schema['patternProperties'])).map(([pattern, member]) =>
    namedRow(`names like ${pattern}`, member ?? true, at('patternProperties', pattern), context),
  );
  if (members.length > 0 || gone !== null || patterns.length > 0)
    return html`<ul class="members">${memberRows(members, place.within.at(-1), context)}${patterns}${isObject(rest) && namedRow('any other name', rest, at('additionalProperties'), context)}${gone}</ul>${real.length > 1 && variantList(real, schema, context)}`;
  if (real.length === 1) return innerBelow(real[0]!.option, real[0]!.place, context);
  if (real.length > 1) return variantList(real, schema, context);
  if (isObject(schema['items'])) return innerBelow(schema['items'], at('items'), context);
  const items = listAt(schema['prefixItems']);
  if (items.length > 0)
    return html`<ul class="members">${items.map((item, index) => namedRow(`item ${index + 1}`, item, at('prefixItems', String(index)), context))}</ul>`;
  return isObject(rest) ? innerBelow(rest, at('additionalProperties'), context) : null;
}

/** What is inside of a schema in another one; null for one that is inside of itself, and where the tree is large enough. */
function innerBelow(written: Json | undefined, place: Place, context: TreeContext): Html | null {
  const names = namesOf(written);
  const repeats = names.some((name) => place.within.includes(name) || context.isElsewhere?.(name));
  const isFull = names.length > 0 && context.room.rows <= 0;
  if (isFull && !differsBelow(context.differences, pointerTo(place.tokens))) return null;
  if (repeats || place.within.length >= deepest || place.room.rows <= 0) return null;
  return innerOf(written, enter(written, place), context);
}

const enter = (schema: Json | undefined, place: Place): Place => ({
  ...place,
  within: [...place.within, ...namesOf(schema)],
});

interface Member {
  readonly name: string;
  readonly schema: Json | undefined;
  readonly required: boolean;
  readonly place: Place;
}

/** The members of a schema and of all its parts. */
function membersOf(schema: JsonObject, place: Place, document: OpenDocument): readonly Member[] {
  const required = new Set(listAt(schema['required']));
  const own = Object.entries(objectAt(schema['properties'])).map(([name, child]) => ({
    name,
    schema: child,
    required: required.has(name),
    place: { ...place, tokens: [...place.tokens, 'properties', name] },
  }));
  const inherited = listAt(schema['allOf']).flatMap((part, index) =>
    place.within.length > deepest
      ? []
      : membersOf(
          document.resolve(part),
          enter(part, { ...place, tokens: [...place.tokens, 'allOf', String(index)] }),
          document,
        ),
  );
  const byName = new Map<string, Member>();
  for (const member of [...inherited, ...own]) {
    const known = byName.get(member.name);
    byName.set(member.name, known ? { ...member, required: member.required || known.required } : member);
  }
  return [...byName.values()].map((member) => ({ ...member, required: member.required || required.has(member.name) }));
}

/** The rows of members; what a named schema has beyond the room of the page is a link, unless it differs. */
function memberRows(members: readonly Member[], owner: string | undefined, context: TreeContext): readonly Html[] {
  const rows: Html[] = [];
  let left = 0;
  for (const member of members) {
    const pointer = pointerTo(member.place.tokens);
    const isShown = owner === undefined || context.room.rows > 0 || isDifferent(pointer, context);
    if (isShown) rows.push(memberRow(member, context));
    else left++;
  }
  return left === 0
    ? rows
    : [
        ...rows,
        html`<li class="rest"><a href="${context.links.schema(owner!)}">${rows.length === 0 ? countOf(left, 'member') : `${left} more`} of ${owner!}</a></li>`,
      ];
}

const isDifferent = (pointer: string, { differences }: TreeContext) =>
  differences !== null && (differences.marks.has(pointer) || differsBelow(differences, pointer));

function memberRow({ name, schema, required, place }: Member, context: TreeContext): Html {
  const mark = placeMark(context.differences, pointerTo(place.tokens));
  const resolved = context.document.resolve(schema);
  return row(
    html`<code class="name">${name}</code> <span class="type">${typeLink(schema, context)}</span>${optionalWord(required)}${lifecycleBadge(resolved)}${mark}`,
    schema,
    place,
    context,
  );
}

function namedRow(name: string, schema: Json, place: Place, context: TreeContext): Html {
  const mark = placeMark(context.differences, pointerTo(place.tokens));
  return row(
    html`<span class="name">${name}</span> <span class="type">${typeLink(schema, context)}</span>${mark}`,
    schema,
    place,
    context,
  );
}

/** A line, and what is below it. */
function row(head: Html, written: Json | undefined, place: Place, context: TreeContext): Html {
  place.room.rows--;
  context.room.rows--;
  const inner = innerBelow(written, place, context);
  const schema = objectAt(context.document.resolve(written));
  const text = renderMarkdown(textAt(objectAt(written)['description']) ?? textAt(schema['description']));
  const depth = place.tokens.filter((token) => token === 'properties').length;
  return html`<li>${head}${text}${constraintList(schema)}${
    inner &&
    html`<details${depth <= openLevels && html` open`}><summary>${insideWords(schema)}</summary>${inner}</details>`
  }</li>`;
}

const insideWords = (schema: JsonObject) =>
  typesOf(schema)[0] === 'array' ? 'Items' : schema['oneOf'] || schema['anyOf'] ? 'Variants' : 'Members';

/** Limits, values, default and pattern; a format says more than the pattern that checks it. */
export function constraintList(schema: JsonObject): Html | null {
  const values = schema['const'] !== undefined ? [schema['const']] : listAt(schema['enum']);
  const shown = values.filter((value) => !(value === null && isNullable(schema)));
  const pattern = schema['format'] === undefined ? textAt(schema['pattern']) : null;
  const parts = [
    ...listConstraints(schema).map((words) => html`<span>${words}</span>`),
    ...(shown.length > 0
      ? [
          html`<span>${schema['const'] !== undefined ? 'always' : 'one of'} ${shown.map((value, index) => html`${index > 0 && ', '}<code>${written(value)}</code>`)}</span>`,
        ]
      : []),
    ...(schema['default'] === undefined ? [] : [html`<span>default <code>${written(schema['default'])}</code></span>`]),
    ...(pattern === null ? [] : [html`<span>matches <code>${pattern}</code></span>`]),
  ];
  return parts.length === 0 ? null : html`<p class="limits">${parts}</p>`;
}

const written = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

function variantList(
  variants: readonly { readonly option: Json; readonly place: Place }[],
  schema: JsonObject,
  context: TreeContext,
): Html {
  const property = textAt(objectAt(schema['discriminator'])['propertyName']);
  return html`<div class="variants"><p class="quiet">One of these${property !== null && html`, distinguished by <code>${property}</code>`}:</p><ul class="members">${variants.map(({ option, place }, index) => namedRow(variantName(option, property, index, context), option, place, context))}</ul></div>`;
}

function variantName(option: Json, property: string | null, index: number, { document }: TreeContext): string {
  const tag =
    property === null ? null : document.resolve(objectAt(document.resolve(option)['properties'])[property])['const'];
  return tag !== null && tag !== undefined ? written(tag) : `${index + 1}.`;
}

function goneMembers({ tokens }: Place, { differences }: TreeContext): Html | null {
  const gone = differences?.gone.get(pointerTo([...tokens, 'properties'])) ?? [];
  return gone.length === 0
    ? null
    : html`${gone.map(({ name, message }) => html`<li class="gone"><s><code class="name">${name}</code></s>${goneMark(message)}</li>`)}`;
}
