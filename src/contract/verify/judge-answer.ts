import type { Level } from '../../report/level.js';
import { type Exchange, readExchange } from './exchange.js';
import { verifyRules } from './rules/rules.js';

/** Something that an answer is not. */
export interface AnswerFinding {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}

/** Judges an answer by what its version promises. */
export function judgeAnswer(exchange: Exchange): readonly AnswerFinding[] {
  const reading = readExchange(exchange);
  return verifyRules.flatMap(({ id, level, find }) =>
    find(reading).map((found) =>
      typeof found === 'string'
        ? { rule: id, level, message: found }
        : { rule: id, level: found.level, message: found.message },
    ),
  );
}
