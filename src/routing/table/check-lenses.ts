import { hopInWords } from '../../changes/hop.js';
import { isText } from '../../changes/read-arguments.js';
import { isLens, type Lens, unnamed } from '../../lens/known-lens.js';
import { hopsOfLens } from '../../lens/lens-hops.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { frozenProblemsOfLens } from '../changes/check-frozen.js';
import type { ServiceDefinition } from './service-definition.js';
import { quote } from '../../text/quote.js';

const option = 'lenses';
const example = "lenses: [carts], where carts is what lens(Cart, versions, { unmarked: '1' }) returns";

/** What is wrong with the option `lenses`: locks and messages know each of them by its name. */
export function checkLenses(value: unknown): readonly BootProblem[] {
  const wrong = (message: string, fix: string) => problem('invalid-lenses', message, fix, { option });
  if (!Array.isArray(value)) return [wrong(`Invalid option lenses: ${quote(value)}.`, `Write ${example}.`)];
  const strangers = value.filter((one) => !isLens(one));
  if (strangers.length > 0)
    return strangers.map((one) => wrong(`lenses has ${quote(one)}, which is no lens.`, `Write ${example}.`));
  const names = value.filter(isLens).map(({ name }) => name);
  if (names.some((name) => name === unnamed || !isText(name)))
    return [
      wrong(
        'A lens of lenses has no name, which the lock of its shapes needs.',
        "Give its schema an id, .meta({ id: 'Cart' }), or the lens a name: lens(…, { name: 'Cart' }).",
      ),
    ];
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (repeated.length === 0)
    return value.filter(isLens).flatMap((lens) => [...missingWays(lens), ...frozenProblemsOfLens(lens)]);
  return [...new Set(repeated)].map((name) =>
    wrong(
      `Two lenses are called ${name}.`,
      `List it once, or give one of them a name: lens(…, { name: '${name} in the archive' }).`,
    ),
  );
}

/** The lenses of a definition; none where the option is wrong, which is reported. */
export const readableLenses = ({ lenses }: Pick<ServiceDefinition, 'lenses'>): readonly Lens[] =>
  Array.isArray(lenses) ? lenses.filter(isLens) : [];

/** A lens reads every older shape, and writes each of them for older builds. */
function missingWays(lens: Lens): readonly BootProblem[] {
  return hopsOfLens(lens).flatMap(({ hop, reshapes }) =>
    reshapes.flatMap(({ reshape, change }) => {
      const where = { source: reshape.source() ?? change.source(), change: change.id };
      const named = `The change "${change.title}" of ${hopInWords(hop)}`;
      return [
        ...(reshape.up
          ? []
          : [
              problem(
                'change-without-up',
                `${named} has no up, so that the lens ${lens.name} cannot read shape ${hop.previous}.`,
                'Add up to its reshape.',
                where,
              ),
            ]),
        ...(reshape.down
          ? []
          : [
              problem(
                'change-without-down',
                `${named} has no down, so that the lens ${lens.name} cannot write shape ${hop.previous} for older builds.`,
                'Add down to its reshape.',
                where,
              ),
            ]),
      ];
    }),
  );
}
