import { openDocument } from '../../openapi/open-document.js';
import { findMistakes, firstOfEachKind } from '../../openapi/mistakes/document-mistakes.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import type { DescribedApplication } from '../../routing/table/application.js';

/** Reports the mistakes of an application's document, which keep nothing from working: the first of each kind, or every one. */
export function documentNotes(
  { document, placesOf }: DescribedApplication,
  { isWhole }: { readonly isWhole: boolean },
): readonly BootProblem[] {
  const mistakes = findMistakes(openDocument(document));
  const shown = isWhole ? mistakes.map((mistake) => ({ mistake, count: 1 })) : firstOfEachKind(mistakes);
  const places = placesOf(shown.map(({ mistake }) => mistake.tokens));
  return shown.map(({ mistake: { id, message, fix }, count }, index) => {
    const others = count > 1 ? ` svc check --all lists ${count - 1} more.` : '';
    return problem(id, message, `${fix}${others}`, { severity: 'info', source: places[index] ?? null });
  });
}
