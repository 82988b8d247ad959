import { levels } from '../../report/level.js';
import { tokensOf } from '../../json/pointer.js';
import type { Difference } from './list-differences.js';
import type { SyntaxNode } from './checker.js';
import type { ClientCall } from './read-calls.js';

/** What an error of the compiler stands at. */
export interface Blamed {
  readonly node: SyntaxNode;
  readonly message: string;
  /** The call whose arguments hold it. */
  readonly enclosing: ClientCall | null;
  /** The call that its value comes from. */
  readonly origin: ClientCall | null;
  /** Types and members of the base's client at the place. */
  readonly names: readonly string[];
}

/** The differences that explain why the compiler refuses a place: the closest ones. */
export function blame(error: Blamed, differences: readonly Difference[]): readonly Difference[] {
  const { enclosing, origin, names } = error;
  const of = (call: ClientCall | null, direction: 'request' | 'response') =>
    call
      ? differences.filter(
          (one) =>
            one.operation !== null &&
            call.operations.includes(one.operation) &&
            (one.direction === direction || one.direction === 'none'),
        )
      : [];
  const about = differences.filter(({ member }) =>
    names.some((name) => member !== '' && (member === name || member.startsWith(`${name}.`))),
  );
  const candidates = [of(enclosing, 'request'), of(origin, 'response'), about];
  const own = differences.filter(({ isNamed, member }) => isNamed && names.includes(member));
  if (own.length > 0) return mostSevere(own);
  for (const found of candidates) {
    const named = found.filter((one) => isQuoted(one, error));
    if (named.length > 0) return mostSevere(named);
  }
  for (const found of candidates) {
    const whole = found.filter(({ isNamed, finding }) => !isNamed && finding.level !== 'info');
    const some = mostSevere(whole.length > 0 ? whole : found.filter(({ finding }) => finding.level !== 'info'));
    if (some.length > 0) return some;
  }
  return [];
}

/** Whether the compiler or the code names what a difference is about. */
function isQuoted({ finding: { pointer, renamed }, member }: Difference, { message, node }: Blamed): boolean {
  const names = [tokensOf(pointer).at(-1), member.split('.').at(-1), renamed?.from, renamed?.to];
  return names.some(
    (name) =>
      name !== undefined &&
      name !== '' &&
      (message.includes(`'${name}'`) || message.includes(`"${name}"`) || node.text === name),
  );
}

function mostSevere(found: readonly Difference[]): readonly Difference[] {
  const level = levels.find((one) => found.some(({ finding }) => finding.level === one));
  return found.filter(({ finding }) => finding.level === level);
}
