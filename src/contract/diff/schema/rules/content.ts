import { change, noChanges, show, type SchemaChange, type SchemaRule } from '../schema-rule.js';

export const contentRule: SchemaRule = {
  name: 'content',
  compare: ({ base, revision }) => [
    ...compareText('contentMediaType', 'content-media-type-changed', base.keywords, revision.keywords),
    ...compareText('contentEncoding', 'content-encoding-changed', base.keywords, revision.keywords),
  ],
};

function compareText(
  keyword: string,
  name: 'content-media-type-changed' | 'content-encoding-changed',
  base: Readonly<Record<string, unknown>>,
  revision: Readonly<Record<string, unknown>>,
): readonly SchemaChange[] {
  if (base[keyword] === revision[keyword]) return noChanges;
  return [change(name, `${keyword} went from ${show(base[keyword])} to ${show(revision[keyword])}`, keyword)];
}
