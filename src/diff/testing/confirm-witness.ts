import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import type { Finding } from '../finding.js';
import { partAt, type Tokens } from './document-parts.js';
import type { Peer } from './exchanges.js';
import type { Sides } from './find-breaks.js';

/** Whether Ajv confirms a witness for the schemas of some pair of places on the way to what a finding points at. */
export function isConfirmed({ base, revision }: Sides, { pointer, witness }: Finding): boolean {
  if (!witness) return true;
  const tokens = tokensOf(pointer);
  const isParameter = tokens[3] === 'parameters';
  const isListOfOne = isParameter && Array.isArray(witness.value) && witness.value.length === 1;
  const isOne = isParameter && !Array.isArray(witness.value) && !isObject(witness.value);
  const readings = isListOfOne
    ? [witness.value, witness.value[0] as Json]
    : isOne
      ? [witness.value, [witness.value]]
      : [witness.value];
  const places = tokens.flatMap((_, index) => {
    const way = tokens.slice(0, index + 1);
    const [from, to] = [follow(base, sameParameter(revision, base, way)), follow(revision, way)];
    return from && to ? [[from, to] as const] : [];
  });
  return places.some(([from, to]) =>
    (['none', 'parameter', 'form'] as const).some((text) => {
      const accepts = (peer: Peer, at: Tokens) => readings.some((value) => peer.accepts(at, value, text));
      const accepted = { base: accepts(base, from), revision: accepts(revision, to) };
      return accepted[witness.acceptedBy] && !accepted[witness.refusedBy];
    }),
  );
}

/** The tokens of what a pointer with references written out leads to, where one value is a list of one; null where there is no schema. */
function follow({ document }: Peer, way: Tokens): Tokens | null {
  const start = way.indexOf('schema');
  if (start < 0) return null;
  let at: Tokens = [];
  for (const token of way) {
    at = holderOf(document, at, token);
    const isListOfOne =
      token === 'items' && way[3] === 'parameters' && objectAt(partAt(document, at))['type'] !== 'array';
    if (!isListOfOne) at = [...at, token];
  }
  const found = partAt(document, at);
  return isObject(found) || typeof found === 'boolean' ? at : null;
}

/** The schema that has a keyword: the one at tokens, what it refers to, or a member of its `allOf`. */
function holderOf(document: JsonObject, at: Tokens, keyword: string): Tokens {
  const node = objectAt(partAt(document, at));
  if (node[keyword] !== undefined) return at;
  if (typeof node['$ref'] === 'string') return holderOf(document, tokensOf(node['$ref'].slice(1)), keyword);
  const members = listAt(node['allOf']).map((_, index) => holderOf(document, [...at, 'allOf', String(index)], keyword));
  return members.find((member) => objectAt(partAt(document, member))[keyword] !== undefined) ?? at;
}

/** The tokens in another document, whose parameters may have other positions. */
function sameParameter(from: Peer, to: Peer, way: Tokens): Tokens {
  const [list, position] = [way.slice(0, 4), way[4]];
  if (way[3] !== 'parameters' || position === undefined) return way;
  const { name } = objectAt(listAt(partAt(from.document, list))[Number(position)]) as { name?: Json };
  const index = listAt(partAt(to.document, list)).findIndex((one) => objectAt(one)['name'] === name);
  return [...list, String(index), ...way.slice(5)];
}
