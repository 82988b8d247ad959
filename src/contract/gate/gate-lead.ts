import type { Described } from '../../report/described.js';
import { fails, type Level, mostSevere } from '../../report/level.js';
import type { Lead } from '../../report/report.js';
import { type Result, versionsOf } from '../../report/result.js';
import { countOf, joinWords } from '../../text/join-words.js';
import { compareVersions, NEXT } from '../../text/version-order.js';
import type { GateStep, Judgement } from './judgement.js';

const verbs: Readonly<Record<Level, readonly [one: string, several: string]>> = {
  error: ['breaks', 'break'],
  warning: ['may break', 'may break'],
  info: ['changes', 'change'],
};

/** What is wrong beside the contracts, as the number of its results. */
const troubles: Readonly<Record<Exclude<GateStep, 'contract'>, (count: number) => string>> = {
  changes: (count) => `${countOf(count, 'problem')} with released changes`,
  lifecycle: (count) => `${countOf(count, 'problem')} with what leaves`,
  check: (count) => `${countOf(count, 'mistake')} in declarations`,
  exceptions: (count) => `${countOf(count, 'problem')} with exceptions`,
  lock: (count) => `${countOf(count, 'lock file')} to update`,
};

/** Why the gate is closed, and what can be done about it; null where it is open. */
export function leadOf({ results, failOn, base, described, exceptionsFile }: Judgement): Lead | null {
  const failing = (step: GateStep) => results[step].filter(({ level }) => fails(level, failOn));
  const broken = failing('contract');
  if (broken.length > 0) {
    return {
      text: `Closed: ${breakWords(broken)}.`,
      choices: [
        'Undo it, where the lines below say.',
        keepWords(versionsIn(broken), described),
        `Accept it with an exception in ${exceptionsFile}, which svc gate --base ${base} --suggest-exceptions prints.`,
      ],
    };
  }
  const words = Object.entries(troubles).flatMap(([step, wordsOf]) => {
    const { length } = failing(step as GateStep);
    return length === 0 ? [] : wordsOf(length);
  });
  return words.length === 0 ? null : { text: `Closed: ${joinWords(words)}.`, choices: [] };
}

/** `one edit breaks versions 1 and 2` */
function breakWords(broken: readonly Result[]): string {
  const [one, several] = verbs[mostSevere(broken)!];
  const edits = broken.length === 1 ? `one edit ${one}` : `${broken.length} differences ${several}`;
  return `${edits} ${nameVersions(versionsIn(broken))}`;
}

function keepWords(versions: readonly string[], described: Described): string {
  const names = nameVersions(versions);
  return described === 'service' && versions.length > 0
    ? `Declare a change that keeps ${names}: svc change drafts it.`
    : `Keep ${names} as promised, and make the new shape part of a new version.`;
}

/** Without what is not released, which promises nothing. */
const versionsIn = (results: readonly Result[]): readonly string[] =>
  [...new Set(results.flatMap(({ subject }) => versionsOf(subject)))]
    .filter((version) => version !== NEXT)
    .toSorted(compareVersions);

const nameVersions = (versions: readonly string[]): string =>
  versions.length === 0 ? 'the API' : `version${versions.length === 1 ? '' : 's'} ${joinWords(versions)}`;
