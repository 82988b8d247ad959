import { joinWords } from '../text/join-words.js';
import { writeComment } from '../text/write-comment.js';
import type { ClientVersion } from './describe-version.js';
import { moduleOf } from './module-name.js';

/** `the preview tags-2026-11`, `the previews search-2026-11 and tags-2026-11` */
export const previewNames = (previews: readonly string[]): string =>
  `the preview${previews.length === 1 ? '' : 's'} ${joinWords(previews)}`;

/** A `createClient` whose option `previews` decides which operations it has; `sets` begin with the version without previews. */
export function writePreviewSets(name: string, sets: readonly ClientVersion[], suffix: string): readonly string[] {
  return [
    writeComment(`The operations of ${name} with each set of its previews.`),
    'export type PreviewSets =',
    ...sets.map(
      (set, index) =>
        `  | { names: ${namesOf(set)}; count: ${set.previews.length}; paths: ${pathsOf(set, suffix)} }${index === sets.length - 1 ? ';' : ''}`,
    ),
    '',
    writeComment(`Creates a client of ${name}, with the options of openapi-fetch, \`onDeprecation\` and \`previews\`.`),
    "export const createClient = <const On extends readonly PreviewSets['names'][] = []>(",
    '  options?: ClientOptions & PreviewOption<PreviewSets, On>,',
    '): Client<PathsHaving<PreviewSets, On>> => createVersionedClient<PathsHaving<PreviewSets, On>>(api, options);',
  ];
}

const namesOf = ({ previews }: ClientVersion) =>
  previews.length === 0 ? 'never' : previews.map((one) => JSON.stringify(one)).join(' | ');

const pathsOf = (set: ClientVersion, suffix: string) =>
  set.previews.length === 0 ? 'paths' : `import('./${moduleOf(set)}${suffix}').paths`;
