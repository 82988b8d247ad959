import { CommandFailure } from '../command-failure.js';
import { explainError } from '../explain-error.js';
import type { Io } from '../io.js';
import { guardStream } from '../terminal/guard-stream.js';
import { openAgainAndAgain } from '../sources/open-api.js';
import { openContracts, packContracts } from './send-contracts.js';
import type { AnswerTo, DetailsOf, Question, Questions, SentAnswer, SentQuestion } from './questions.js';
import { watchBuiltins } from './watch-builtins.js';

/** Each loads only what it needs. */
const questions: { readonly [Name in keyof Questions]: () => Promise<Question<DetailsOf<Name>, AnswerTo<Name>>> } = {
  checks: async () => (await import('./ask-for-checks.js')).askForChecks,
  client: async () => (await import('./ask-for-client.js')).askForClient,
  contracts: async () => (await import('../sources/contracts.js')).contractsOf,
  documents: async () => (await import('./ask-for-documents.js')).askForDocuments,
  draft: async () => (await import('./ask-for-draft.js')).askForDraft,
  explained: async () => (await import('./ask-for-explained.js')).askForExplained,
  frozen: async () => (await import('./ask-for-frozen.js')).askForFrozen,
  gate: async () => (await import('./ask-for-gate.js')).askForGate,
  laws: async () => (await import('./ask-for-laws.js')).askForLaws,
  lifecycle: async () => (await import('./ask-for-lifecycle.js')).askForLifecycle,
  locks: async () => (await import('./ask-for-locks.js')).askForLocks,
  release: async () => (await import('./ask-for-release.js')).askForRelease,
  through: async () => (await import('./ask-for-through.js')).askForThrough,
  verification: async () => (await import('./ask-for-verification.js')).askForVerification,
};

/** Those that open the API again. */
const reopening: ReadonlySet<keyof Questions> = new Set(['draft']);

/** Those whose answers have the references that lead nowhere. */
const reporting: ReadonlySet<keyof Questions> = new Set(['checks']);

/** Loads the API that a question is about, and resolves to the answer as text. Never rejects. */
export async function answerQuestion(text: string, { stderr, env }: Pick<Io, 'stderr' | 'env'>): Promise<string> {
  const io = { stderr: guardStream(stderr), env };
  const write = JSON.stringify;
  const asked = JSON.parse(text) as SentQuestion;
  const question = (await questions[asked.name]()) as Question<unknown, unknown>;
  const findReplaced = watchBuiltins();
  const sent = await answer(question, asked, io);
  const replaced = findReplaced();
  return write(replaced === null ? sent : refusal(replaced));
}

async function answer(
  question: Question<unknown, unknown>,
  { name, choice, cwd, details }: SentQuestion,
  io: Pick<Io, 'stderr' | 'env'>,
): Promise<SentAnswer> {
  try {
    const reading = { cwd, ...(!reporting.has(name) && { stderr: io.stderr }) };
    const { api, reopen } = await openAgainAndAgain(choice, reading, reopening.has(name));
    return { answer: packContracts(await question(api, openContracts(details), { stderr: io.stderr, reopen })) };
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
