import { sharingSteps } from '../json/pattern/step-limit.js';
import type { Level } from '../report/level.js';
import { type Exchange, readExchange, type ReadExchange } from './exchange.js';
import { judgeHeaders } from './rules/header-rules.js';
import { notDecided, verifyRules } from './rules/rules.js';

/** Something that an answer is not. */
export interface AnswerFinding {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}

/** Judges an answer by what its version promises. */
export function judgeAnswer(exchange: Exchange): readonly AnswerFinding[] {
  return sharingSteps(() => {
    const reading = readExchange(exchange);
    const broken = verifyRules.flatMap(({ id, level, find }) =>
      find(reading).map((found) =>
        typeof found === 'string'
          ? { rule: id, level, message: found }
          : { rule: id, level: found.level, message: found.message },
      ),
    );
    return [...broken, ...undecidedOf(reading)];
  });
}

/** What of an answer was not compared, which is no fault of the service. */
function undecidedOf(reading: ReadExchange): readonly AnswerFinding[] {
  const { body, answer } = reading;
  const parts = [
    ...(body.kind === 'json' && body.misfit?.undecided ? [['body', body.misfit.undecided] as const] : []),
    ...judgeHeaders(reading)
      .filter(({ valid }) => valid === null)
      .map(({ name, why }) => [`header ${name}`, why] as const),
  ];
  return parts.map(([part, why]) => ({
    rule: notDecided.id,
    level: notDecided.level,
    message: `the ${part} of ${answer.status} was not compared with its schema: ${why}.`,
  }));
}
