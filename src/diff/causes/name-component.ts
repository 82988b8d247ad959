import { keywords } from '../../jsonschema/keywords.js';
import { pointerTo } from '../../json/pointer.js';
import { bundledFiles } from '../../openapi/references/resolve-reference.js';
import { memberStep } from '../../text/member-path.js';
import { joinTrail } from '../schema/schema-place.js';

/** What a document names, and what is in it. */
export interface NamedPart {
  /** `schema Order`, `pets.yaml#/Pet`, `path /orders`. */
  readonly component: string;
  /** The path from its schema to a schema inside: `lines[].sku`. */
  readonly trail: string;
}

const nouns: Readonly<Record<string, string>> = {
  schemas: 'schema',
  parameters: 'parameter',
  headers: 'header',
  responses: 'response',
  requestBodies: 'request body',
  securitySchemes: 'security scheme',
  pathItems: 'path item',
  callbacks: 'callback',
  mediaTypes: 'media type',
};

/** Names the shared part of a document that tokens lead into; null for what a single operation holds. */
export function nameComponent(tokens: readonly string[]): NamedPart | null {
  const [first, second, third] = tokens;
  if (first === 'components' && third !== undefined)
    return { component: `${nouns[second!] ?? second} ${third}`, trail: trailOf(tokens.slice(3)) };
  if (first === bundledFiles && second !== undefined) return nameInFile(second, tokens.slice(2));
  if (first === 'paths' && second !== undefined && (third === 'parameters' || third === 'servers'))
    return { component: `path ${second}`, trail: '' };
  return null;
}

function nameInFile(file: string, tokens: readonly string[]): NamedPart {
  const inner = nameComponent(tokens);
  if (inner && tokens[0] === 'components') return inner;
  const start = tokens.findIndex((token) => Object.hasOwn(keywords, token));
  const end =
    tokens[start] === '$defs' || tokens[start] === 'definitions' ? start + 2 : start < 0 ? tokens.length : start;
  return {
    component: end === 0 ? file : `${file}#${pointerTo(tokens.slice(0, end))}`,
    trail: trailOf(tokens.slice(end)),
  };
}

/** How the steps into a schema are written, by keyword; a number of tokens belongs to each. */
const steps: Readonly<Record<string, readonly [tokens: 1 | 2, write: (name: string) => string]>> = {
  properties: [2, (name) => name],
  prefixItems: [2, (name) => `[${name}]`],
  patternProperties: [2, (name) => `[${name}]`],
  items: [1, () => '[]'],
  contains: [1, () => '[]'],
  unevaluatedItems: [1, () => '[]'],
  additionalProperties: [1, () => '[*]'],
  unevaluatedProperties: [1, () => '[*]'],
  propertyNames: [1, () => '[name]'],
  contentSchema: [1, () => '[content]'],
  allOf: [2, () => ''],
  oneOf: [2, () => ''],
  anyOf: [2, () => ''],
  dependentSchemas: [2, () => ''],
  headers: [2, () => ''],
  content: [2, () => ''],
  schema: [1, () => ''],
  then: [1, () => ''],
  else: [1, () => ''],
};

function trailOf(tokens: readonly string[], own: Readonly<Record<string, (name: string) => string>> = {}): string {
  let trail = '';
  for (let index = 0; index < tokens.length; ) {
    const keyword = tokens[index]!;
    const step = Object.hasOwn(steps, keyword) ? steps[keyword]! : null;
    if (!step || index + step[0] > tokens.length) break;
    const write = Object.hasOwn(own, keyword) ? own[keyword]! : step[1];
    trail = joinTrail(trail, write(tokens[index + 1] ?? ''));
    index += step[0];
  }
  return trail;
}

/** The path of tokens through a schema as a member that code names: `[].title`, `["a.b"]`; values of a map are `[*]`. */
export const memberTrail = (tokens: readonly string[]): string =>
  trailOf(tokens, { properties: memberStep, patternProperties: () => '[*]', propertyNames: () => '' });
