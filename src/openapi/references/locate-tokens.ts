import { findLines } from '../../json/find-lines.js';
import type { JsonObject } from '../../json/json.js';
import { isSwagger } from '../load-document-text.js';
import { tokensInSwagger } from '../swagger/locate-in-swagger.js';
import type { Bundle } from './bundle-document.js';
import { findOrigin } from './find-origin.js';
import { bundledFiles } from './resolve-reference.js';
import type { BundledFile } from './resource-index.js';

/** A document whose references all point into itself, and the texts that it was made from. */
export interface WrittenBundle extends Pick<Bundle, 'document' | 'written'> {
  readonly files: readonly WrittenFile[];
  /** The names that its paths have in the text, where they differ. */
  readonly writtenPaths?: ReadonlyMap<string, string>;
}

export type WrittenFile = Pick<BundledFile, 'name' | 'text' | 'home'>;

/** A line of a file of a bundle; null where the file cannot be read for lines. */
export interface BundlePlace {
  readonly file: WrittenFile;
  readonly line: number | null;
}

/** The tokens that a document as it is written has for those of the document that is read. */
export function tokensInWritten(written: JsonObject | undefined, tokens: readonly string[]): readonly string[] {
  return written !== undefined && isSwagger(written) ? tokensInSwagger(written, tokens) : tokens;
}

/** The place of each value of a document, named by its tokens with references written out; of a missing one, what is around it. */
export function locateTokens(
  { document, written, files, writtenPaths }: WrittenBundle,
  wanted: readonly (readonly string[])[],
): readonly BundlePlace[] {
  const underOwnPath = (tokens: readonly string[]) => {
    const path = tokens[0] === 'paths' ? writtenPaths?.get(tokens[1] ?? '') : undefined;
    return path === undefined ? tokens : tokens.with(1, path);
  };
  const originOf = (tokens: readonly string[]) =>
    written === undefined
      ? underOwnPath(findOrigin(document, tokens))
      : findOrigin(written, tokensInWritten(written, underOwnPath(tokens)));
  const places = wanted.map((tokens) => {
    const origin = originOf(tokens);
    const isBundled = origin[0] === bundledFiles && origin.length > 1;
    const holder = files.find(({ home }) => home[1] === (isBundled ? origin[1] : undefined))!;
    return { holder, tokens: isBundled ? origin.slice(2) : origin };
  });
  const lines = new Map(
    [...new Set(places.map(({ holder }) => holder))].flatMap((file) => {
      const own = places.filter(({ holder }) => holder === file);
      const found = findLines(
        file.text,
        own.map(({ tokens }) => tokens),
      );
      return own.map((place, index) => [place, found[index] ?? null] as const);
    }),
  );
  return places.map((place) => ({ file: place.holder, line: lines.get(place)! }));
}
