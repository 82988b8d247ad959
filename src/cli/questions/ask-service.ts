import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { openContracts, packContracts } from './send-contracts.js';
import type { AnswerTo, DetailsOf, Questions, SentAnswer, SentQuestion } from './questions.js';

/**
 * Asks a service that a command judges, without running its code here: a process of its own loads it and sends the answer as data.
 * `details` may still be on their way. Rejects with a CommandFailure if the service cannot be loaded or described.
 */
export async function askService<Name extends keyof Questions>(
  name: Name,
  { entry, demo, document, texts }: ServiceChoice,
  details: DetailsOf<Name> | Promise<DetailsOf<Name>>,
  io: Pick<Io, 'ask' | 'cwd'>,
): Promise<AnswerTo<Name>> {
  const question = Promise.resolve(details).then((known) =>
    JSON.stringify({
      name,
      choice: { entry, demo, document, texts },
      cwd: io.cwd,
      details: packContracts(known),
    } satisfies SentQuestion<Name>),
  );
  const text = await io.ask(question);
  if (text === null) throw new CommandFailure(endedEarly);
  const sent = JSON.parse(text) as SentAnswer;
  if ('failure' in sent) throw new CommandFailure(sent.failure.message, sent.failure.exitCode);
  return openContracts(sent.answer) as AnswerTo<Name>;
}

const endedEarly =
  'svc ended before it finished: the service called process.exit(), or has a top-level await that never settles. Move code that connects or starts anything to onInit().';
