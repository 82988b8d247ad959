import { handlerName } from '../../routing/table/route.js';
import { problem } from '../../report/boot-problem.js';
import { heldAnswers } from './answer-schemas.js';
import { atRoute, type Rule } from './rule.js';

export const opaqueAnswer: Rule = {
  id: 'opaque-answer',
  severity: 'info',
  summary: 'Lists the parts of answers that no schema describes: they are sent with all their members.',
  find: ({ routes, definition }) =>
    // What an application answers beside its schema passes.
    heldAnswers(
      routes.filter(({ relayed }) => !relayed),
      definition,
    ).flatMap(({ route, status, nodes }) => {
      const places = nodes.flatMap(({ node, pointer }) =>
        node.kind === 'opaque' ? [`${pointer || 'the whole body'} (${node.what})`] : [],
      );
      if (places.length === 0) return [];
      return problem(
        'opaque-answer',
        `The answer ${status} of ${handlerName(route)}() is sent as it is at ${places.join(', ')}.`,
        'Declare the members that clients may see, or make sure that it holds nothing else.',
        atRoute(route),
      );
    }),
};
