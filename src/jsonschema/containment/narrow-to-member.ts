import { accepts } from './accepts.js';
import { anything, concerns, every, nothing, some, type Formula } from './formula.js';

/** What a formula about members says of one of them alone; what is undecided stays as it is. */
export function narrowToMember(formula: Formula, name: string): Formula {
  switch (formula.kind) {
    case 'every':
      return every(formula.of.map((part) => narrowToMember(part, name)));
    case 'some':
      return some(formula.of.map((part) => narrowToMember(part, name)));
    case 'members': {
      const isConcerned = concerns(formula.which, name);
      return isConcerned === null ? formula : isConcerned ? { kind: 'member', name, is: formula.is } : anything;
    }
    case 'names': {
      const isAllowed = accepts(formula.is, name);
      return isAllowed === null ? formula : isAllowed ? anything : { kind: 'member', name, is: nothing };
    }
    default:
      return formula;
  }
}
