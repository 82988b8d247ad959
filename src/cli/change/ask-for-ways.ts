import { cancel, intro, isCancel, log, outro, select, text } from '@clack/prompts';
import { retitled } from '../../draft/print-change.js';
import { kebabCase } from '../../text/kebab-case.js';
import { escapeTerminal } from '../../text/escape.js';
import type { Io } from '../io.js';
import { subjectOf } from './draft-changes.js';
import type { JudgedChange } from './judge-changes.js';

/** Prompts for a way where there are several, and for the title of each change, whose id is none of `taken`; null if cancelled. */
export async function askForWays(
  judged: readonly JudgedChange[],
  taken: readonly string[],
  describe: (one: JudgedChange) => string,
  { input, output }: NonNullable<Io['terminal']>,
): Promise<readonly JudgedChange[] | null> {
  const streams = { input, output };
  const answered: JudgedChange[] = [];
  const ids = new Set(taken);
  intro('What breaks the newest released version', streams);
  for (const one of judged) {
    const subject = escapeTerminal(subjectOf(one));
    if (one.ways.length > 0) log.message(describe(one), { output });
    const number =
      one.state === 'several'
        ? await select({
            ...streams,
            message: `Which way for ${subject}?`,
            options: [
              ...one.ways.map(({ title }, index) => ({
                value: index,
                label: `${index + 1}. ${escapeTerminal(title)}`,
              })),
              { value: one.ways.length, label: 'None of these' },
            ],
          })
        : one.ways.findIndex((way) => way === one.way);
    if (isCancel(number)) return cancelled(streams);
    const way = one.ways[number];
    if (!way) {
      answered.push(one);
      continue;
    }
    const title = await text({
      ...streams,
      message: `What is the title of the change of ${subject}?`,
      initialValue: way.title,
      validate: (value) => titleProblem(value ?? '', ids),
    });
    if (isCancel(title)) return cancelled(streams);
    ids.add(kebabCase(title));
    answered.push({ ...one, state: one.state === 'several' ? 'chosen' : one.state, way: retitled(way, title) });
  }
  outro('These are the changes.', streams);
  return answered;
}

/** The id of a change is made of its title. */
function titleProblem(title: string, others: ReadonlySet<string>): string | undefined {
  const id = kebabCase(title);
  if (id === '') return 'Write a title with a letter or a digit.';
  return others.has(id) ? 'Another change has this title.' : undefined;
}

function cancelled(streams: NonNullable<Io['terminal']>): null {
  cancel('Cancelled. Nothing was written.', streams);
  return null;
}
