import { basename } from 'node:path';
import type { Draft } from '../../draft/draft.js';
import { schemaExamples } from '../../draft/example.js';
import { findCandidates } from '../../draft/find-candidates.js';
import { printChange } from '../../draft/print-change.js';
import { sameJson } from '../../json/json.js';
import type { DraftedWay, Drafting } from './draft-input.js';
import { bareJson, constantNames, inputName, lookIn, shapeOf, sidesOf } from './locked-schemas.js';

/** The ways to declare how a schema changed, or why there is none. */
export function draftSchema(id: string, input: Drafting): readonly DraftedWay[] | string {
  const { promised, current, live, constants } = input;
  const [older, now, newer] = [promised, current, live].map((lock) => shapeOf(id, lock));
  if (!older || !newer) return `${id} is no schema of both versions: write a reshape(…) or an operation(…).`;
  if (!sameJson(bareJson(now!), bareJson(newer))) return `A change of next reshapes ${id} already: say the rest there.`;
  const constant = constants.get(id);
  if (!constant) return `No constant that is exported with .meta({ id: '${id}' }) was found: export one.`;
  if (input.next?.isLoadedBy(constant.file))
    return `${basename(constant.file)} exports ${constant.name} and imports the versions, so ${constant.name} has no value yet where next is loaded: move it into a file that does not.`;
  const { named, nameOf, constantOf } = constantNames(input);
  const [own, sent] = [input.usesOf(id), input.usesOf(inputName(id))];
  const draft: Draft = {
    id,
    constant: nameOf(constant),
    newer,
    older,
    uses: {
      requests: own.requests || sent.requests,
      answers: own.answers || sent.answers,
      lists: own.lists || sent.lists,
    },
    version: promised.version ?? '',
  };
  const look = { newer: lookIn(live.document), older: lookIn(promised.document) };
  const sides = sidesOf(input);
  const candidates = findCandidates(newer, older, draft.uses, look);
  const ways = (candidates.length > 0 ? candidates : [null]).flatMap((candidate): readonly DraftedWay[] => {
    named.splice(1);
    const printed = printChange(draft, candidate, constantOf);
    const { isComplete = false, isGuess = false } = candidate ?? {};
    if (!printed) return [];
    const examples = schemaExamples(draft, candidate, sides);
    const isLikely = isGuess || input.hidden.includes(id);
    return [{ ...printed, constants: [...new Set(named)], isComplete, isGuess: isLikely, examples }];
  });
  const different = [...new Map(ways.map((way) => [way.code, way])).values()];
  return ways.length > 0
    ? different
    : `A schema that ${id} holds has no exported constant with its id: export one, from a file that does not import the versions.`;
}
