import { problem } from '../../report/boot-problem.js';
import { readNode } from '../../schema/read-node.js';
import { responseDetail } from '../../routing/table/responses.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { atRoute, type Rule } from './rule.js';
import { groupBy } from '../../text/group-by.js';

/** A change finds a schema where it is declared; what an answer holds without saying so reaches older versions unchanged. */
export const untypedAnswer: Rule = {
  id: 'untyped-answer',
  severity: 'warning',
  summary: 'Answers that several versions share declare their schema, so that changes can convert them.',
  find: ({ routes, versioning }) => {
    const versions = versioning?.versions;
    if (!versions) return [];
    const changing = versions.list.flatMap(({ version, changes }) =>
      changes.some(({ reshapes }) => reshapes.some(({ down }) => down)) ? [versions.positionOf(version)] : [],
    );
    // What the document of an application does not describe is not its service's to declare.
    const versioned = routes.filter(({ version, listed, relayed }) => version !== null && listed && !relayed);
    return [...groupBy(versioned, handlerName).values()].flatMap((family) => {
      const byAge = family.toSorted(
        (one, other) => versions.positionOf(one.version!) - versions.positionOf(other.version!),
      );
      const [oldest, newest] = [byAge[0]!, byAge.at(-1)!];
      const [from, until] = [versions.positionOf(oldest.version!), versions.positionOf(newest.version!)];
      const made = changing.find((position) => position > from && position <= until);
      if (made === undefined || !isUntyped(newest)) return [];
      return [
        problem(
          'untyped-answer',
          `${handlerName(newest)} answers without a schema, so the changes of version ${versions.names[made]} cannot convert its body.`,
          'Declare its response; null for an answer without a body.',
          atRoute(newest),
        ),
      ];
    });
  },
};

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function isUntyped({ method, responses, status }: Route): boolean {
  if (method === 'HEAD' || bodiless.has(status) || responses[status] === null) return false;
  // A route that declares refusals only never answers with anything else.
  if (!(status in responses) && Object.keys(responses).length > 0) return false;
  const { schema, mediaTypes } = responseDetail(responses[status] ?? null);
  if (schema === undefined) return mediaTypes === undefined;
  return readNode(schema).kind === 'opaque';
}
