import { confirm, isCancel, multiselect } from '@clack/prompts';
import type { Io } from '../io.js';
import { escapeTerminal } from '../../text/escape.js';
import { type Choose, summaryOf } from './find-described.js';

/** Asks whether something is written; null if cancelled. */
export type Confirm = (what: string) => Promise<boolean | null>;

/** Prompts at a terminal: one for each file, and one for the documents where there are several. */
export function askAt({ input, output }: NonNullable<Io['terminal']>): {
  readonly confirm: Confirm;
  readonly choose: Choose;
} {
  const streams = { input, output };
  return {
    confirm: async (what) => {
      const answer = await confirm({ ...streams, message: `Write ${escapeTerminal(what)}?` });
      return isCancel(answer) ? null : answer;
    },
    choose: async (found) => {
      const chosen = await multiselect({
        ...streams,
        message: 'Which documents describe this API? (space selects, enter continues)',
        options: found.map((one) => ({ value: one, label: escapeTerminal(summaryOf(one)) })),
        initialValues: [...found],
      });
      return isCancel(chosen) ? null : chosen;
    },
  };
}
