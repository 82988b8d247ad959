import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { isIdle } from '../idle-keywords.js';
import { translateOpenApi30 } from '../translate-openapi-30.js';
import { anything, every, nothing, type Formula, type Link } from './formula.js';
import { joinedIn } from './hidden-members.js';
import { keywordFormulas } from './keyword-formulas.js';
import { declareOpposites, negate } from './negate.js';
import type { Conjunct, FormulaReader, Reading } from './reading.js';
import { unevaluatedFormulas } from './read-unevaluated.js';
import { representatives } from './same-schemas.js';
import type { SchemaSource } from './schema-source.js';

/** Reads formulas of schemas, each once, when it is first needed. */
export function formulaReader(reading: Reading, standsFor = representatives(reading.source)): FormulaReader {
  const links = new Map<JsonObject, Link>();
  const read = new Map<JsonObject, readonly Conjunct[]>();
  let doubled: FormulaReader | null = null;
  const reader: FormulaReader = {
    reading,
    doubled: () => (doubled ??= reading.doubles ? reader : formulaReader({ ...reading, doubles: true }, standsFor)),
    link: (node) => {
      if (!isObject(node)) return node === false ? nothing : anything;
      const known = links.get(node);
      if (known) return known;
      const one = standsFor(node);
      const link = links.get(one) ?? createLink(reading.source, one, () => every(partsOf(reader, one)));
      links.set(one, link);
      links.set(node, link);
      return link;
    },
    keywords: (node) => {
      const known = read.get(node);
      if (known) return known;
      const conjuncts = readKeywords(reader, node);
      read.set(node, conjuncts);
      return conjuncts;
    },
    conjuncts: (node) => listConjuncts(reader, node),
  };
  return reader;
}

function createLink(source: SchemaSource, target: JsonObject, readOnce: () => Formula): Link {
  let formula: Formula | null = null;
  const read = () => (formula ??= readOnce());
  const link: Link = { kind: 'link', source, target, negated: false, read };
  declareOpposites(link, { kind: 'link', source, target, negated: true, read: () => negate(read()) });
  return link;
}

function partsOf(reader: FormulaReader, node: JsonObject): readonly Formula[] {
  return [...joinedIn(reader.reading, node).map(reader.link), ...reader.keywords(node).map(({ formula }) => formula)];
}

/** What all keywords of a schema say: first those of the schemas that it refers to and joins. */
function listConjuncts(reader: FormulaReader, schema: Json | undefined): readonly Conjunct[] {
  const { source } = reader.reading;
  const found: Conjunct[] = [];
  const seen = new Set<JsonObject>();
  const waiting: (() => void)[] = [];
  const enter = (node: Json | undefined): void => {
    if (node === false) found.push({ keyword: 'false', name: null, formula: nothing });
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    const joined = joinedIn(reader.reading, node);
    joined.slice(joined.length - source.members(node).length).forEach((member, index) => {
      found.push({ keyword: 'allOf', name: String(index), formula: reader.link(member) });
    });
    waiting.push(() => {
      for (const one of reader.keywords(node)) found.push(one);
    });
    for (const member of joined.toReversed()) waiting.push(() => enter(member));
  };
  enter(schema);
  for (let next = waiting.pop(); next; next = waiting.pop()) next();
  return found;
}

function readKeywords(reader: FormulaReader, written: JsonObject): readonly Conjunct[] {
  const { source } = reader.reading;
  if (typeof written['$ref'] === 'string' && source.ignoresSiblings && source.target(written) !== undefined) return [];
  const node = translateOpenApi30(written);
  const found: Conjunct[] = [];
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const read = keywordFormulas.get(keyword);
    if (value === undefined || read === undefined || isIdle(keyword, node)) continue;
    const said = read(value, node, reader);
    if (Array.isArray(said))
      for (const one of said as readonly Omit<Conjunct, 'keyword'>[]) found.push({ keyword, ...one });
    else if (said !== anything) {
      const isChoice = keyword === 'oneOf' || keyword === 'anyOf';
      found.push({ keyword, name: null, formula: said as Formula, ...(isChoice && { alternatives: listAt(value) }) });
    }
  }
  if (reader.reading.sends) found.push(...declaredNames(node));
  return [...found, ...unevaluatedFormulas(reader, node)];
}

/** A schema that names members or patterns of members sends no others, unless it says what others are. */
function declaredNames(node: JsonObject): readonly Conjunct[] {
  const names = Object.keys(objectAt(node['properties']));
  const patterns = Object.keys(objectAt(node['patternProperties']));
  const others = isObject(node['additionalProperties']) && Object.keys(node['additionalProperties']).length > 0;
  if (names.length + patterns.length === 0 && !others) return [];
  return [
    { keyword: 'declares', name: null, formula: { kind: 'declares', names, patterns: others ? [''] : patterns } },
  ];
}
