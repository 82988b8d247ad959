import { lostSentences, lostShapes } from '../../lens/lock/kept-shapes.js';
import { problem } from '../../report/boot-problem.js';
import { readableLenses } from '../../routing/table/check-lenses.js';
import type { Rule } from './rule.js';

/** Stored values outlive the build that wrote them, so that a shape goes only when nothing has it. */
export const shapeWithoutEvidence: Rule = {
  id: 'shape-without-evidence',
  severity: 'error',
  summary: 'A lens reads every shape of contracts/shapes.json, or counts show that no stored value has it.',
  find: ({ definition, shapes }) => {
    if (!shapes) return [];
    const lenses = readableLenses(definition);
    return lostShapes(shapes.lock, lenses, shapes.kept).map((lost) => {
      const { message, fix } = lostSentences(lost, shapes.kept.folder);
      const lens = lenses.find(({ name }) => name === lost.lens);
      return problem('shape-without-evidence', message, fix, { source: lens?.source() ?? null, option: 'lenses' });
    });
  },
};
