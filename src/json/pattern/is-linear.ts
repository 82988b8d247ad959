import type { AST } from '@eslint-community/regexpp';

/** At most `factor` times the length of the text to the power of `degree` ways to read a part. */
interface Ways {
  readonly factor: number;
  readonly degree: 0 | 1;
}

/** The most ways, each of some steps, for one character of the text. */
const mostWays = 128;

/**
 * Whether trying one way after the other, as JavaScript does, takes time in proportion to the text: nothing repeats without end twice, and
 * nothing that repeats can be read in two ways.
 */
export function isLinear(alternatives: readonly AST.Alternative[], size: number): boolean {
  const ways = inTurn([waysOf(alternatives), { factor: size, degree: isAnchored(alternatives) ? 0 : 1 }]);
  return ways !== null;
}

/** Whether a match begins where the text does. */
export function isAnchored(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.every(({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start');
}

/** null for too many. */
function waysOf(alternatives: readonly AST.Alternative[]): Ways | null {
  return alternatives
    .map(({ elements }) => inTurn(elements.map(waysOfElement)))
    .reduce((all, one) => all && one && few(all.factor + one.factor, Math.max(all.degree, one.degree)));
}

function waysOfElement(element: AST.Element): Ways | null {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return one;
    case 'Group':
    case 'CapturingGroup':
      return waysOf(element.alternatives);
    case 'Assertion':
      return element.kind === 'start' || element.kind === 'end' ? one : null;
    case 'Quantifier':
      return waysOfQuantifier(element);
    default:
      return null;
  }
}

const one: Ways = { factor: 1, degree: 0 };

function waysOfQuantifier({ element, min, max }: AST.Quantifier): Ways | null {
  const inside = waysOfElement(element);
  if (inside === null) return null;
  if (inside === one) return max === min ? one : max - min < 16 ? few(max - min + 1, 0) : { factor: 1, degree: 1 };
  if (max > 1) return null;
  return min === max ? inside : few(inside.factor + 1, inside.degree);
}

function inTurn(parts: readonly (Ways | null)[]): Ways | null {
  return parts.reduce(
    (all, part) =>
      all &&
      part &&
      (all === one ? part : part === one ? all : few(all.factor * part.factor, all.degree + part.degree)),
    one,
  );
}

function few(factor: number, degree: number): Ways | null {
  return factor <= mostWays && degree <= 1 ? { factor, degree: degree as 0 | 1 } : null;
}
