import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { holdersOf, operationsOf, partAt, schemasOf, type Tokens, withPart } from './document-parts.js';
import { changeAt, mutations } from './rewrites.js';

/** A change of a document at one of its places; null where it does not apply. */
export type DocumentChange = (document: JsonObject, position: number) => JsonObject | null;

const pick = <T>(list: readonly T[], position: number): T | undefined => list[position % Math.max(list.length, 1)];

function changing(list: (document: JsonObject) => readonly Tokens[], change: (part: Json) => Json | null | undefined) {
  return (document: JsonObject, position: number): JsonObject | null => {
    const tokens = pick(
      list(document).filter((at) => partAt(document, at) !== undefined),
      position,
    );
    if (tokens === undefined) return null;
    const part = change(partAt(document, tokens)!);
    return part === null ? null : withPart(document, tokens, part);
  };
}

const holders = (kind: string) => (document: JsonObject) =>
  holdersOf(document).flatMap((one) => (one.kind === kind ? [one.tokens] : []));
const inOperations =
  (...rest: Tokens) =>
  (document: JsonObject) =>
    operationsOf(document).map((at) => [...at, ...rest]);
const requirements = (document: JsonObject) =>
  [['security'], ...operationsOf(document).map((at) => [...at, 'security'])].filter((at) =>
    Array.isArray(partAt(document, at)),
  );

const flip = (part: Json): Json | null =>
  isObject(part) && part['in'] !== 'path' ? { ...part, required: part['required'] !== true } : null;
const isSingle = ({ type }: JsonObject): boolean => ['string', 'integer', 'number', 'boolean'].includes(String(type));
const restyle = (part: Json): Json | null => {
  if (!isObject(part)) return null;
  const styles: Readonly<Record<string, string>> = {
    simple: 'label',
    label: 'matrix',
    matrix: 'simple',
    spaceDelimited: 'pipeDelimited',
    pipeDelimited: 'spaceDelimited',
  };
  if (part['in'] === 'header') return null;
  const style = styles[String(part['style'])];
  return style === undefined ? null : { ...part, style };
};

const inSchema =
  (mutation: (typeof mutations)[number]): DocumentChange =>
  (document, position) => {
    const tokens = pick(schemasOf(document), position);
    if (tokens === undefined) return null;
    const part = partAt(document, tokens)!;
    return withPart(document, tokens, changeAt(part, Math.floor(position / 7), mutation));
  };

/** Changes of everything that a document describes; most break a request or an answer in one direction. */
export const documentChanges: readonly DocumentChange[] = [
  ...mutations.map(inSchema),
  changing(holders('parameter'), flip),
  changing(holders('parameter'), restyle),
  changing(holders('parameter'), (part) =>
    isObject(part) && typeof part['explode'] === 'boolean' && !String(part['style']).match(/Delimited|deep/)
      ? { ...part, explode: !part['explode'] }
      : null,
  ),
  changing(holders('parameter'), (part) => (objectAt(part)['in'] === 'path' ? null : undefined)),
  changing(inOperations('parameters'), (part) => [
    ...listAt(part),
    { name: 'fresh', in: 'query', style: 'form', explode: true, required: true, schema: { type: 'integer' } },
  ]),
  changing(holders('parameter'), (part) =>
    isObject(part) && part['style'] === 'form' && isSingle(objectAt(part['schema']))
      ? { ...part, schema: { type: 'array', items: objectAt(part['schema']), minItems: 2 } }
      : null,
  ),
  changing(holders('parameter'), (part) =>
    isObject(part) &&
    isSingle(objectAt(part['schema'])) &&
    part['style'] !== 'deepObject' &&
    part['content'] === undefined
      ? { ...part, schema: { type: 'array', items: objectAt(part['schema']) } }
      : null,
  ),
  changing(holders('parameter'), (part) =>
    isObject(part) && isSingle(objectAt(part['schema'])) && part['style'] === 'form'
      ? { ...part, schema: { oneOf: [objectAt(part['schema']), { type: 'array', items: objectAt(part['schema']) }] } }
      : null,
  ),
  changing(holders('parameter'), (part) => {
    const choice = listAt(objectAt(objectAt(part)['schema'])['oneOf']);
    return choice.length === 2 ? { ...objectAt(part), schema: choice[1]! } : null;
  }),
  changing(inOperations('requestBody'), flip),
  changing(inOperations('requestBody'), () => undefined),
  changing(holders('body'), () => undefined),
  changing(holders('header'), flip),
  changing(holders('header'), () => undefined),
  changing(holders('header'), (part) => ({ ...objectAt(part), explode: objectAt(part)['explode'] !== true })),
  changing(holders('answer'), () => undefined),
  changing(requirements, (part) => listAt(part).slice(1)),
  changing(requirements, (part) => listAt(part).map((one) => ({ ...objectAt(one), basic: [] }))),
  changing(requirements, (part) => listAt(part).map((one) => ({ ...objectAt(one), login: ['read', 'write'] }))),
  changing(
    () => [['components', 'securitySchemes', 'key']],
    (part) => ({ ...objectAt(part), name: 'x-other' }),
  ),
];
