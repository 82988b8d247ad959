import { kebabCase } from '../../text/kebab-case.js';
import { retitled } from '../../draft/print-change.js';
import type { DraftedWay } from './draft-input.js';

/**
 * The drafts with titles whose ids are new. The ways of one draft may share a title, because one of them is taken; another draft, or a change that
 * exists, makes it `Book: name instead of title (2)`.
 */
export function withFreeTitles<Draft extends { readonly ways: readonly DraftedWay[] }>(
  drafts: readonly Draft[],
  taken: readonly string[],
): readonly Draft[] {
  const ids = new Set(taken);
  return drafts.map((draft) => {
    const given = new Map<string, string>();
    for (const { title } of draft.ways) given.set(title, given.get(title) ?? freeTitle(title, ids));
    for (const title of given.values()) ids.add(kebabCase(title));
    return {
      ...draft,
      ways: draft.ways.map((way) => {
        const title = given.get(way.title)!;
        return title === way.title ? way : retitled(way, title);
      }),
    };
  });
}

function freeTitle(title: string, ids: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? title : `${title} (${number})`;
    if (!ids.has(kebabCase(numbered))) return numbered;
  }
}
