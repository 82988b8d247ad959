import { problem, type BootProblem } from '../../report/boot-problem.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { groupBy } from '../../text/group-by.js';
import { unknownName } from '../../text/nearest-name.js';
import type { Preview } from './preview.js';
import type { PreviewTerms } from './preview-terms.js';

/** Every preview once, sorted by name. `listed` are those of `defineVersions`, `named` those of the decorators. */
export function declaredPreviews(
  listed: readonly Preview[],
  named: readonly PreviewTerms[],
): { readonly previews: readonly PreviewTerms[]; readonly problems: readonly BootProblem[] } {
  const problems: BootProblem[] = [];
  const groups = groupBy([...listed, ...new Set(named)], ({ name }) => name);
  const previews = [...groups.values()].map((group): PreviewTerms => {
    const described = group.filter(({ isDescribed }) => isDescribed);
    const [first = group[0]!, second] = described;
    if (second && described.some((one) => textOf(one) !== textOf(first)))
      problems.push(
        problem(
          'preview-declared-twice',
          `The preview ${first.name} is declared twice, with different options.`,
          `Write its options once, and @Preview('${first.name}') elsewhere.`,
          { source: second.source() ?? first.source() },
        ),
      );
    return first;
  });
  const names = previews.map(({ name }) => name);
  for (const { name, with: others, source } of previews)
    for (const other of others)
      if (!names.includes(other) || other === name)
        problems.push(
          problem(
            'unknown-preview',
            `The preview ${name} builds on ${other === name ? 'itself' : `${other}, which is not declared`}.`,
            other === name ? 'Remove it from with.' : unknownName('preview', other, names),
            { source: source() },
          ),
        );
  return { previews: Object.freeze(previews.sort((a, b) => codeUnitOrder(a.name, b.name))), problems };
}

const textOf = ({
  title,
  description,
  link,
  expires,
  promoted,
  graceUntil,
  listed,
  with: others,
  allow,
}: PreviewTerms) =>
  JSON.stringify([title, description, link, expires, promoted, graceUntil, listed, others, String(allow)]);
