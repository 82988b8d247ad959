import { CommandFailure } from '../command-failure.js';
import { explainError } from '../explain-error.js';
import type { Io } from '../io.js';
import { openApi } from '../sources/open-api.js';
import { askForChecks } from './ask-for-checks.js';
import { contractsOf } from '../sources/contracts.js';
import { askForDocuments } from './ask-for-documents.js';
import { askForFrozen } from './ask-for-frozen.js';
import { askForGate } from './ask-for-gate.js';
import { askForLaws } from './ask-for-laws.js';
import { askForLifecycle } from './ask-for-lifecycle.js';
import { askForLocks } from './ask-for-locks.js';
import { askForRelease } from './ask-for-release.js';
import { askForVerification } from './ask-for-verification.js';
import type { AnswerTo, DetailsOf, Question, Questions, SentAnswer, SentQuestion } from './questions.js';
import { watchBuiltins } from './watch-builtins.js';

const questions: { readonly [Name in keyof Questions]: Question<DetailsOf<Name>, AnswerTo<Name>> } = {
  checks: askForChecks,
  contracts: contractsOf,
  documents: askForDocuments,
  frozen: askForFrozen,
  gate: askForGate,
  laws: askForLaws,
  lifecycle: askForLifecycle,
  locks: askForLocks,
  release: askForRelease,
  verification: askForVerification,
};

/** Loads the API that a question is about, and resolves to the answer as text. Never rejects. */
export async function answerQuestion(text: string, io: Pick<Io, 'stderr' | 'env'>): Promise<string> {
  const write = JSON.stringify;
  const findReplaced = watchBuiltins();
  const sent = await answer(JSON.parse(text) as SentQuestion, io);
  const replaced = findReplaced();
  return write(replaced === null ? sent : refusal(replaced));
}

async function answer(
  { name, choice, cwd, details }: SentQuestion,
  io: Pick<Io, 'stderr' | 'env'>,
): Promise<SentAnswer> {
  try {
    const api = await openApi(choice, { cwd });
    return { answer: await (questions[name] as Question<unknown, unknown>)(api, details, io) };
  } catch (error) {
    return {
      failure: { message: explainError(error, io), exitCode: error instanceof CommandFailure ? error.exitCode : 2 },
    };
  }
}

const refusal = (name: string): SentAnswer => ({
  failure: {
    message: `The service replaces ${name} while it loads, so what svc reads from it cannot be relied on. Remove the replacement, or move it to onInit().`,
    exitCode: 2,
  },
});
