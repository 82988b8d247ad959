import { handlerName } from '../../routing/table/route.js';
import type { Schema } from '../../schema/standard-schema.js';
import { problem } from '../../report/boot-problem.js';
import { fitsOf } from '../../schema/fits.js';
import { projectionOf } from '../../schema/project.js';
import { heldAnswers } from './answer-schemas.js';
import { exampleOf } from './example-of.js';
import { atRoute, type Rule } from './rule.js';

export const ambiguousUnion: Rule = {
  id: 'ambiguous-union',
  severity: 'warning',
  summary: 'No member of a union in an answer hides what a later one declares.',
  find: ({ routes, definition }) =>
    heldAnswers(routes, definition).flatMap(({ route, status, nodes }) =>
      nodes.flatMap(({ node, pointer }) => {
        if (node.kind !== 'union' || node.discriminator) return [];
        const hidden = findHidden(node.options);
        if (!hidden) return [];
        const { earlier, later, value } = hidden;
        return problem(
          'ambiguous-union',
          `The answer ${status} of ${handlerName(route)}() has a union at ${pointer || 'its top'} whose member ${earlier + 1} also accepts ${JSON.stringify(value)} of member ${later + 1}, and drops the members that only member ${later + 1} declares.`,
          'List the member with more members first, or use a discriminated union.',
          atRoute(route),
        );
      }),
    ),
};

/** An example of a later option that an earlier one takes and sends with other members. */
function findHidden(options: readonly unknown[]) {
  for (const [later, option] of options.entries()) {
    const value = exampleOf(option as Schema);
    if (value === undefined) continue;
    const own = sentAs(option, value);
    const earlier = options.slice(0, later).findIndex((other) => fitsOf(other)(value) && sentAs(other, value) !== own);
    if (earlier >= 0) return { earlier, later, value };
  }
  return null;
}

const sentAs = (schema: unknown, value: unknown) => JSON.stringify(projectionOf(schema)?.(value) ?? value);
