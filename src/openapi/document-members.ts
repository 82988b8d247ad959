import { holdingOf, keywordsFor } from '../jsonschema/walk-keywords.js';

/** What a member of an object of a document holds: more of the document, values by names that the author chose, data, or words for people. */
export type Content = 'parts' | 'named' | 'data' | 'words';

/** Members of OpenAPI's own objects (3.0 to 3.2) that hold no parts; the keywords of schemas have a record of their own. */
const members: ReadonlyMap<string, Content> = new Map<string, Content>([
  ...of('named', 'paths webhooks callbacks responses headers content schemas parameters requestBodies securitySchemes'),
  ...of('named', 'pathItems mediaTypes links mapping scopes variables encoding'),
  ...of('data', 'value'),
  ...of('words', 'summary termsOfService contact license'),
]);

function of(content: Content, names: string): readonly (readonly [string, Content])[] {
  return names.split(' ').map((name) => [name, content]);
}

const words = keywordsFor('words');

/** What a member of an object holds, whose own members are no names; `named` is about objects alone, since an operation has a list of parameters. */
export function contentOf(member: string): Content {
  if (words.has(member)) return 'words';
  const holding = holdingOf(member);
  if (holding === 'named schemas') return 'named';
  return holding === 'data' ? 'data' : (members.get(member) ?? 'parts');
}
